// Debian's Chromium, and the people in it: each has a context of its own, so a token and a name of its own.
// Whatever a page asks of another origin or writes as an error to the console fails the test that ran it.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Where Debian puts it. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Several people share one browser: a page that is not in front must not be slowed for that.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** How long a page may take to show what it should, in milliseconds. A fault takes this long to be told. */
export const PATIENCE_MS = 20_000;

/** A phone held upright, with the bars of its browser shown. */
export const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
/** A desktop window. */
export const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** A running browser. */
export async function launch() {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no Chromium at ${CHROMIUM}: apt-get install chromium, or name one with CHROMIUM.`);
  }
  // Root has no sandbox to go into. Each launch makes a new user data folder and takes it away.
  const args = process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
  return chromium.launch({ executablePath: CHROMIUM, args, headless: true });
}

/** What went wrong in the pages of a browser. */
export class Watch {
  #origins;
  #faults = [];
  #allowed = [];

  /** @param {string} origin the only origin that a page may ask anything of */
  constructor(origin) {
    this.#origins = new Set([origin]);
  }

  /** Counts another address of the same server as the page's own. */
  alsoFrom(origin) {
    this.#origins.add(origin);
  }

  /** Lets messages of the console pass that a test brings about, such as those of a lost connection. */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** @param {import("playwright-core").BrowserContext} context */
  on(context, name) {
    context.on("request", (request) => this.#asked(name, request.url()));
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#said(name, `${message.type()}: ${message.text()}`);
    });
    context.on("weberror", (error) => this.#said(name, `uncaught: ${error.error().stack ?? error.error()}`));
    context.on("page", (page) => page.on("websocket", (socket) => this.#asked(name, socket.url())));
  }

  #asked(name, url) {
    if (/^(data|blob|about):/.test(url)) return;
    const { origin } = new URL(url.replace(/^ws/, "http"));
    if (!this.#origins.has(origin)) this.#faults.push(`${name} asked ${url}, which is another origin`);
  }

  #said(name, text) {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.#faults.push(`${name}: ${text}`);
  }

  /** Throws what was found since the last time. */
  check() {
    const faults = this.#faults.splice(0);
    this.#allowed.length = 0;
    if (faults.length) throw new Error(`the pages were not clean:\n${faults.join("\n")}`);
  }
}
