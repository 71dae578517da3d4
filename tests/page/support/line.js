// A line between a page and the server that can be cut and mended: a plain proxy on loopback.

import { createServer, connect } from "node:net";
import { once } from "node:events";

export class Line {
  #sockets = new Set();
  #up = true;
  /** What waits, while the way to the server is held. @type {(() => void)[] | null} */
  #held = null;

  /** @param {string} address of the server, as host:port */
  static async to(address) {
    const line = new Line();
    const [host, port] = address.split(":");
    line.server = createServer((socket) => {
      if (!line.#up) return socket.destroy();
      const on = connect(Number(port), host);
      socket.on("data", (bytes) => (line.#held ? line.#held.push(() => on.write(bytes)) : on.write(bytes)));
      socket.on("end", () => on.end());
      on.pipe(socket);
      for (const [one, other] of [[socket, on], [on, socket]]) {
        line.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          line.#sockets.delete(one);
          other.destroy();
        });
      }
    });
    line.server.listen(0, "127.0.0.1");
    await once(line.server, "listening");
    return line;
  }

  get url() {
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  /** Ends all connections at once and lets none through. */
  cut() {
    this.#up = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** What pages send from now on waits; what the server says goes on coming. */
  hold() {
    this.#held = [];
  }

  /** Sends what waits, and holds nothing more. */
  release() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const send of held) send();
  }

  /** Lets connections through again. */
  mend() {
    this.#up = true;
  }

  /** Ends it for good. */
  end() {
    this.cut();
    this.server.close();
  }
}
