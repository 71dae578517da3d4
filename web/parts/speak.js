// @ts-check
// One polite live region: what concerns the viewer at once, others' news as a digest every five seconds.

import { el } from './el.js';
import { now } from './time.js';

const DIGEST_MS = 5_000;
/** Sentences of a digest: more than a listener can follow is worth nothing. */
const DIGEST_LINES = 3;

export class Speaker {
  node = el('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  /** @type {string[]} */
  #others = [];
  #since = 0;

  constructor() {
    setInterval(() => this.#digest(), 1_000);
  }

  /** Says it at once. @param {string} text */
  say(text) {
    // The same sentence twice is said twice only if it is another node.
    this.node.replaceChildren(el('p', {}, text));
  }

  /** @param {import('../games/contract.d.ts').Line[]} lines */
  hear(lines) {
    const mine = lines.filter((line) => line.mine);
    if (mine.length > 0) this.say(mine.map((line) => line.text).join(' '));
    this.#others.push(...lines.filter((line) => !line.mine && !line.minor).map((line) => line.text));
  }

  #digest() {
    if (this.#others.length === 0 || now() - this.#since < DIGEST_MS) return;
    this.#since = now();
    const lines = this.#others.slice(-DIGEST_LINES);
    this.#others = [];
    this.say(lines.join(' '));
  }
}
