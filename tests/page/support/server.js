// A server of its own for a test file: the binary that SLAPDOWN_BIN names, on a free port of loopback,
// with a data folder that goes when it goes. Ended by its own process id.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const BINARY = process.env.SLAPDOWN_BIN ?? new URL("../../../target/release/slapdown", import.meta.url).pathname;

/** How long the process may take to start or to end, in milliseconds. */
const PATIENCE_MS = 30_000;

/** What a running server is to a test. */
export class Server {
  #child;
  #home;
  #log = [];

  /** @param {string[]} flags beyond the address and the data folder */
  static async start(flags = []) {
    if (!existsSync(BINARY)) {
      throw new Error(`There is no binary at ${BINARY}: run cargo build --release, or name one with SLAPDOWN_BIN.`);
    }
    const server = new Server();
    server.#home = await mkdtemp(join(tmpdir(), "slapdown-page-"));
    server.flags = flags;
    server.address = "127.0.0.1:0";
    await server.launch();
    return server;
  }

  /** The address of the page. */
  get url() {
    return `http://${this.address}`;
  }

  /** What it has logged, over all its starts. */
  get log() {
    return this.#log.join("");
  }

  /** Starts on the same address and data folder as before. */
  async launch() {
    // None of the settings of the environment that the tests run in.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SLAPDOWN_")));
    const flags = ["--listen", this.address, "--data-dir", join(this.#home, "data"), ...this.flags];
    this.#child = spawn(BINARY, ["serve", ...flags], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stderr.on("data", (bytes) => this.#log.push(String(bytes)));
    this.address = await this.#said(/(?:http|ws):\/\/(127\.0\.0\.1:\d+)/);
  }

  /** What the process says on its standard output, once it has. */
  #said(pattern) {
    const child = this.#child;
    return new Promise((found, failed) => {
      let said = "";
      const late = setTimeout(() => failed(new Error(`not ready in time\n${said}${this.log}`)), PATIENCE_MS);
      child.once("error", failed);
      child.once("exit", (code) => failed(new Error(`ended with ${code}\n${said}${this.log}`)));
      child.stdout.on("data", (bytes) => {
        said += bytes;
        const match = pattern.exec(said);
        if (!match) return;
        clearTimeout(late);
        child.removeAllListeners("exit");
        found(match[1]);
      });
    });
  }

  /** Ends it: in good order with SIGTERM, or as a fault would with SIGKILL. */
  async end(signal = "SIGTERM") {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    await ended;
    clearTimeout(late);
  }

  /** Ends it and takes its data away. */
  async [Symbol.asyncDispose]() {
    await this.end("SIGKILL");
    await rm(this.#home, { recursive: true, force: true });
  }
}
