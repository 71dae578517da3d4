// @ts-check
// Notices that the server has a newer page than this one.

import { BUILD, fetchJson } from '../net/site.js';

export class Freshness {
  /** Whether this page is old. */
  old = false;
  /** The other page that was refused once: it is not offered again. */
  #refused = '';
  #other = '';

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Asks; at each connection, as a server is new only after the line was down. */
  async ask() {
    const answer = await fetchJson('version');
    if (!answer.ok || typeof answer.body.page !== 'string') return;
    this.#other = answer.body.page;
    this.old = BUILD !== '' && this.#other !== BUILD && this.#other !== this.#refused;
    this.changed();
  }

  /** Not now. */
  later() {
    this.#refused = this.#other;
    this.old = false;
    this.changed();
  }
}
