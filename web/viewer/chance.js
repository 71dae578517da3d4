// @ts-check
// Chance out of a seed, as the server makes it: ChaCha20 (RFC 8439; counter and nonce 0), a bounded draw by
// Lemire's method, a shuffle from the last place down. `src/games/rng.rs` says the same.

/** "expand 32-byte k" */
const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const WORD = 2 ** 32;

/** The quarter rounds of a double round: columns, then diagonals. */
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

export class Draw {
  #state = new Uint32Array(16);
  #block = new Uint32Array(16);
  #next = 16;

  /** @param {Uint8Array} seed  32 bytes */
  constructor(seed) {
    const bytes = new DataView(seed.buffer, seed.byteOffset, 32);
    this.#state.set(SIGMA);
    for (let word = 0; word < 8; word += 1) this.#state[4 + word] = bytes.getUint32(4 * word, true);
  }

  /** The next 32 bits of the key stream. */
  word() {
    if (this.#next === 16) {
      this.#fill();
      this.#next = 0;
    }
    return /** @type {number} */ (this.#block[this.#next++]);
  }

  #fill() {
    const x = this.#block;
    x.set(this.#state);
    /** @param {number} to @param {number} by @param {number} mix @param {number} turn */
    const step = (to, by, mix, turn) => {
      x[to] = /** @type {number} */ (x[to]) + /** @type {number} */ (x[by]);
      const word = /** @type {number} */ (x[mix]) ^ /** @type {number} */ (x[to]);
      x[mix] = (word << turn) | (word >>> (32 - turn));
    };
    for (let double = 0; double < 10; double += 1) {
      for (const [a = 0, b = 0, c = 0, d = 0] of QUARTERS) {
        step(a, b, d, 16);
        step(c, d, b, 12);
        step(a, b, d, 8);
        step(c, d, b, 7);
      }
    }
    for (let word = 0; word < 16; word += 1) x[word] = /** @type {number} */ (x[word]) + /** @type {number} */ (this.#state[word]);
    // 2^32 blocks are 256 GB: the upper half of the counter stays 0.
    this.#state[12] = /** @type {number} */ (this.#state[12]) + 1;
  }

  /** A number from 0 up to but without `bound`, each equally likely. @param {number} bound at most 2^20 */
  below(bound) {
    if (bound === 0) return 0;
    const threshold = (WORD - bound) % bound;
    for (;;) {
      // Below 2^52: exact.
      const product = this.word() * bound;
      if (product % WORD >= threshold) return Math.floor(product / WORD);
    }
  }

  /** Shuffles in place. @param {unknown[]} items */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
  }

  /** Another stream, which begins with the next 32 bytes of this one. */
  apart() {
    const bytes = new DataView(new ArrayBuffer(32));
    for (let word = 0; word < 8; word += 1) bytes.setUint32(4 * word, this.word(), true);
    return new Draw(new Uint8Array(bytes.buffer));
  }
}
