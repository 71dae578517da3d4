// A line between a page and the server that can be cut and mended: a plain proxy on loopback.

import { createServer, connect } from "node:net";
import { once } from "node:events";

export class Line {
  #sockets = new Set();
  #up = true;

  /** @param {string} address of the server, as host:port */
  static async to(address) {
    const line = new Line();
    const [host, port] = address.split(":");
    line.server = createServer((socket) => {
      if (!line.#up) return socket.destroy();
      const on = connect(Number(port), host);
      for (const [one, other] of [[socket, on], [on, socket]]) {
        line.#sockets.add(one);
        one.pipe(other);
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
