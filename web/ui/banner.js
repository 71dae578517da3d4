// @ts-check
// The strip at the upper edge: the line is down, somebody took the seat over, a newer page is there.

import { BUILD, fetchJson } from '../net/site.js';
import { el, setText } from '../parts/el.js';
import { now } from '../parts/time.js';

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

/** A request that waits longer than this shows a slow line. */
const SLOW_MS = 2_000;
/** A new line is not announced before this. */
const BRIEF_MS = 700;

export class Banner extends HTMLElement {
  /** @type {import('./app.js').App | undefined} */
  app;
  #text = el('p', {});
  #button = el('button', { class: 'button', type: 'button', onclick: () => this.#act() }, '');
  #later = el('button', { class: 'button quiet', type: 'button', onclick: () => this.app?.fresh.later() }, 'Later');
  /** @type {'' | 'connect' | 'reload'} */
  #what = '';
  #since = 0;
  #was = false;

  connectedCallback() {
    this.hidden = true;
    this.setAttribute('role', 'status');
    this.append(this.#text, this.#button, this.#later);
  }

  draw() {
    const { app } = this;
    if (app === undefined) return;
    const { client, fresh } = app;
    const down = client.line !== 'open';
    if (down !== this.#was) [this.#was, this.#since] = [down, now()];
    if (client.line === 'ended') return this.#show(client.why, 'connect', client.code === 4001 ? 'Play here' : 'Connect again');
    if (client.line === 'waiting') {
      const seconds = Math.ceil((client.retryAt - now()) / 1000);
      setTimeout(() => app.store.touch(), 500);
      return this.#show(`${client.why} Trying again${seconds > 1 ? ` in ${seconds} s` : ''}…`, 'connect', 'Now');
    }
    if (down && (app.store.snapshot !== null || now() - this.#since > BRIEF_MS)) return this.#show('Connecting…', '', '');
    if (fresh.old) return this.#show('A newer page is there.', 'reload', 'Reload');
    if (client.waiting > SLOW_MS) return this.#show('The line is slow at the moment…', '', '');
    if (!this.hidden) this.hidden = true;
  }

  /** @param {string} text @param {'' | 'connect' | 'reload'} what @param {string} label */
  #show(text, what, label) {
    this.hidden = false;
    this.#what = what;
    setText(this.#text, text);
    setText(this.#button, label);
    this.#button.hidden = what === '';
    this.#later.hidden = what !== 'reload';
  }

  #act() {
    if (this.#what === 'reload') location.reload();
    else this.app?.client.connect();
  }
}

customElements.define('slap-banner', Banner);
