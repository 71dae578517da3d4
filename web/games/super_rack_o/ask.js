// @ts-check
// What covers the piles while something must be decided: an order to be given (to whom? which row?), and
// the window against the viewer.

import { el, setAttr, setText } from '../../parts/el.js';
import { keyed } from '../../parts/keyed.js';
import { clock, left, now } from '../../parts/time.js';
import { words } from './cards.js';
import { targets } from './facts.js';
import { emblem } from './icons.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('./cards.js').Slot} Slot
 * An order that the viewer is about to give: how it comes about, on whom, and the slot that the swap or
 * reverse card leaves.
 * @typedef {{ via: 'exchange' | 'take' | 'swap' | 'reverse', slot: Slot | null, target: number }} Order
 */

/** To whom does an order go? The row is then pressed in the rack that is shown. */
export class OrderPanel {
  #title = el('p', { class: 'sro-say' });
  #clock = el('span', { class: 'sro-clock' });
  #chips = el('span', { class: 'sro-chips', role: 'group', 'aria-label': 'Whom' });
  #hint = el('span', { class: 'sro-hint' }, 'Its two cards change sides.');
  #none;
  #deeds;

  /** @param {import('./deeds.js').Deeds} deeds */
  constructor(deeds) {
    this.#deeds = deeds;
    this.#none = el('button', { type: 'button', class: 'button', data: { act: 'no-order' }, onclick: () => deeds.none() }, 'No order');
    this.node = el('div', { class: 'sro-panel', role: 'group', 'aria-label': 'Give an order', hidden: true },
      el('div', { class: 'sro-line' }, this.#title, this.#clock),
      el('div', { class: 'sro-line' }, this.#chips, this.#hint, this.#none,
        el('button', { type: 'button', class: 'button quiet', data: { act: 'cancel' }, onclick: () => deeds.cancel() }, 'Back')));
  }

  /** @param {Facts} facts @param {Order} order */
  draw(facts, order) {
    const whom = order.via === 'reverse' ? [order.target] : targets(facts);
    setText(this.#title, `Tap the row that ${nameOf(facts.room, order.target)} must cross.`);
    keyed(this.#chips, whom, (seat) => seat,
      (seat) => el('button', { type: 'button', class: 'button sro-chip', onclick: () => this.#deeds.aimAt(seat) }, emblem(seat), el('bdi')),
      (node, seat) => {
        setText(/** @type {Element} */ (node.lastElementChild), nameOf(facts.room, seat));
        setAttr(node, 'aria-pressed', seat === order.target ? 'true' : 'false');
      });
    // With one to aim at there is nothing to choose.
    setAttr(this.#chips, 'hidden', whom.length < 2);
    setAttr(this.#hint, 'hidden', whom.length >= 2);
    setAttr(this.#none, 'hidden', order.via === 'reverse' || order.via === 'swap');
    this.tick(facts);
  }

  /** @param {Facts} facts */
  tick({ waiting }) {
    const rest = left(waiting?.ends_at);
    setText(this.#clock, rest === null ? '' : clock(rest));
  }
}

/** The window against the viewer. */
export class WindowPanel {
  #title = el('p', { class: 'sro-say strong' });
  #clock = el('span', { class: 'sro-clock' });
  #rest = el('span', { class: 'sro-rest', 'aria-hidden': 'true' });
  #accept;
  #reverse;
  #call;
  /** The end of the window whose bar is running. */
  #running = 0;

  /** @param {import('./deeds.js').Deeds} deeds */
  constructor(deeds) {
    this.#accept = el('button', { type: 'button', class: 'button', data: { act: 'accept' }, onclick: () => deeds.accept() }, 'Accept');
    this.#reverse = el('button', { type: 'button', class: 'button main', data: { act: 'reverse' }, onclick: () => deeds.reverse() }, 'Reverse');
    this.#call = el('button', { type: 'button', class: 'button main', hidden: true, onclick: () => deeds.call() }, 'Super Rack-O!');
    this.node = el('div', { class: 'sro-panel hot', role: 'group', 'aria-label': 'An order against you', hidden: true },
      el('div', { class: 'sro-line' }, this.#title, this.#clock), this.#rest,
      el('div', { class: 'sro-line even' }, this.#accept, this.#reverse, this.#call));
  }

  /** @param {Facts} facts @param {boolean} calm */
  draw(facts, calm) {
    const { game, own, room, answers } = facts;
    const { window } = game;
    if (!window || !own) return;
    const [blue, red] = [own.rack.blue[window.row - 1] ?? null, own.rack.red[window.row - 1] ?? null];
    const by = nameOf(room, window.by);
    const verb = window.kind === 'reverse' ? 'turns it round: cross your' : 'orders you to cross';
    setText(this.#title, `${by} ${verb} row ${window.row} (${words(blue)} ⇄ ${words(red)})`);
    setText(this.#reverse, answers.length ? 'Reverse' : 'No reverse card');
    setAttr(this.#reverse, 'aria-disabled', answers.length ? null : 'true');
    setAttr(this.#call, 'hidden', !(facts.mayCall && facts.finished));
    if (window.ends_at !== this.#running) {
      this.#running = window.ends_at;
      const rest = Math.max(0, window.ends_at - now());
      const part = Math.min(1, rest / Math.max(1, Number(room.options['window_ms'])));
      if (!calm) {
        this.#rest.animate([{ transform: `scaleX(${part})` }, { transform: 'scaleX(0)' }],
          { duration: rest, fill: 'forwards' });
      }
    }
    this.tick(facts);
  }

  /** @param {Facts} facts */
  tick({ waiting }) {
    const rest = left(waiting?.ends_at);
    setText(this.#clock, rest === null ? '' : clock(rest));
  }
}
