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
    setInterval(() => {
      if (this.#due) this.say(this.#digest().join(' '));
    }, 1_000);
  }

  /** Says it at once. @param {string} text */
  say(text) {
    // The same sentence twice is said twice only if it is another node.
    this.node.replaceChildren(el('p', {}, text));
  }

  /** @param {import('../games/contract.d.ts').Line[]} lines */
  hear(lines) {
    const last = lines.findLastIndex((line) => line.mine);
    const wait = (/** @type {typeof lines} */ some) => this.#others.push(...some.filter((line) => !line.mine && !line.minor).map((line) => line.text));
    wait(lines.slice(0, last + 1));
    if (last >= 0) {
      // What was before it is never told after it: a digest that is due comes first, and any other is dropped.
      const older = this.#due ? this.#digest() : [];
      this.#others = [];
      this.say([...older, ...lines.filter((line) => line.mine).map((line) => line.text)].join(' '));
    }
    wait(lines.slice(last + 1));
  }

  get #due() {
    return this.#others.length > 0 && now() - this.#since >= DIGEST_MS;
  }

  /** What waits, and nothing waits any more. */
  #digest() {
    this.#since = now();
    return this.#others.splice(0).slice(-DIGEST_LINES);
  }
}
