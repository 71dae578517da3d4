// What a test file stands on: one server, one browser, and people who come and go with each test.

import { after, afterEach, before } from "node:test";
import { DESKTOP, PATIENCE_MS, Watch, launch } from "./browser.js";
import { Server } from "./server.js";

/**
 * Sets a file's tests up. What it gives back is filled before the first of them runs.
 * @param {{ flags?: string[] }} how
 */
export function stage({ flags = [] } = {}) {
  const set = {
    /** @type {Server} */
    server: /** @type {any} */ (null),
    /** @type {import("playwright-core").Browser} */
    browser: /** @type {any} */ (null),
    /** @type {Watch} */
    watch: /** @type {any} */ (null),

    /**
     * Somebody with a browser profile of their own, on an empty page. `device` may name another `baseURL`
     * of the same server.
     */
    async person(name, device = DESKTOP) {
      const context = await set.browser.newContext({ baseURL: set.server.url, ...device });
      if (device.baseURL) set.watch.alsoFrom(device.baseURL);
      context.setDefaultTimeout(PATIENCE_MS);
      set.watch.on(context, name);
      return context.newPage();
    },
  };

  before(async () => {
    set.server = await Server.start(flags);
    set.watch = new Watch(set.server.url);
    set.browser = await launch();
  });
  afterEach(async () => {
    await Promise.all(set.browser.contexts().map((context) => context.close()));
    set.watch.check();
  });
  after(async () => {
    await set.browser?.close();
    await set.server?.[Symbol.asyncDispose]();
  });
  return set;
}
