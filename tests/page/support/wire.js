// Plain sockets inside a page: clients that speak the protocol and nothing else, beside the page's own
// modules. For what must be compared frame by frame.

/**
 * Puts `wire` into the page's window: `await wire.connect(name, updates)` gives a client with
 * - `ask(frame)`: sends it with the next id, gives the `ok` or `error` that answers it;
 * - `sync()`: the `state` that answers it;
 * - `frames`: all `state` and `events` frames so far, in order, each with `at` (when it came);
 * - `reaches(seq)`: waits until the frames have reached a number.
 * @param {import("playwright-core").Page} page on an address of the server
 */
export async function installWire(page) {
  await page.evaluate(() => {
    /** How long any answer may take, in milliseconds. */
    const patience = 15_000;
    /** What the server lets a client send: at once, and for each millisecond. A little less than it says. */
    const [burst, perMs] = [80, 0.045];
    class Client {
      frames = [];
      #id = 0;
      #waiting = [];
      #tokens = burst;
      #since = performance.now();

      constructor(socket) {
        this.socket = socket;
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(data);
          frame.at = performance.now();
          if (frame.type === "state" || frame.type === "events") this.frames.push(frame);
          this.#waiting = this.#waiting.filter((want) => !want(frame));
        };
      }

      /** The first frame from now on that `match` accepts. */
      next(match, what) {
        return new Promise((found, failed) => {
          const late = setTimeout(() => failed(new Error(`no answer to ${what}`)), patience);
          this.#waiting.push((frame) => {
            if (!match(frame)) return false;
            clearTimeout(late);
            found(frame);
            return true;
          });
        });
      }

      async send(frame) {
        const now = performance.now();
        this.#tokens = Math.min(burst, this.#tokens + (now - this.#since) * perMs) - 1;
        this.#since = now;
        if (this.#tokens < 0) await new Promise((allowed) => setTimeout(allowed, -this.#tokens / perMs));
        this.socket.send(JSON.stringify(frame));
      }

      ask(frame) {
        this.#id += 1;
        const id = this.#id;
        const answer = this.next((frame) => frame.id === id && ["ok", "error"].includes(frame.type), JSON.stringify(frame));
        this.send({ ...frame, id });
        return answer;
      }

      async must(frame) {
        const answer = await this.ask(frame);
        if (answer.type !== "ok") throw new Error(`${JSON.stringify(frame)} was answered by ${JSON.stringify(answer)}`);
        return answer;
      }

      sync() {
        const answer = this.next((frame) => frame.type === "state", "sync");
        this.send({ type: "sync" });
        return answer;
      }

      get seq() {
        return this.frames.at(-1)?.seq ?? 0;
      }

      async reaches(seq) {
        while (this.seq < seq) await this.next((frame) => frame.seq >= seq && frame.type !== "ok", `number ${seq}`);
      }
    }

    window.wire = {
      async connect(name, updates = "events") {
        const socket = new WebSocket(new URL("ws", location.href).href.replace(/^http/, "ws"));
        await new Promise((open, failed) => Object.assign(socket, { onopen: open, onerror: failed }));
        const client = new Client(socket);
        const welcome = client.next(({ type }) => type === "welcome", "hello");
        client.send({ type: "hello", name, updates });
        client.welcome = await welcome;
        return client;
      },
    };
  });
}
