// @ts-check
// What covers the piles while something must be decided: an order to be given (to whom? which row?), and
// the window against the viewer.

import { el, setAttr, setText } from '../../parts/el.js';
import { keyed } from '../../parts/keyed.js';
import { clock, left, now } from '../../parts/time.js';
import { SIDES, words } from './cards.js';
import { targets } from './facts.js';
import { emblem } from './icons.js';
import { setSentence } from './sentence.js';
import { nameOf, quiet } from './words.js';

/**
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('./cards.js').Slot} Slot
 * An order that the viewer is about to give: how it comes about, on whom, and the slot that the swap or
 * reverse card leaves. `target` is 0 until one of several has been chosen.
 * @typedef {{ via: 'exchange' | 'take' | 'swap' | 'reverse', slot: Slot | null, target: number }} Order
 */

/** What an order asks for, in a sentence. @param {Facts} facts @param {Order} order */
export const rowOf = ({ room }, { target }) => target === 0 ? 'Who must cross a row?' : `Tap the row ${quiet(nameOf(room, target))} must cross.`;

/** What is asked of the viewer by an order, in a sentence. @param {Facts} facts */
export function askedOf({ room, game: { window } }) {
  if (!window) return '';
  return `${quiet(nameOf(room, window.by))} ${window.kind === 'reverse' ? 'reversed: cross your' : 'orders you to cross'} row ${window.row}`;
}

/** The cards that an order would have change sides. @param {Facts} facts */
export function cardsOf({ own, game: { window } }) {
  if (!window || !own) return '';
  return SIDES.map((side) => words(own.rack[side][window.row - 1] ?? null)).join(' ⇄ ');
}

/** A panel: it can hold the focus, so that nothing is pressed by a key that was meant for what it covers. @param {string} label @param {string} kind @param {...Element} lines */
const panel = (label, kind, ...lines) =>
  el('div', { class: `sro-panel ${kind}`, role: 'group', 'aria-label': label, tabindex: -1, hidden: true }, ...lines);

/** To whom does an order go? The row is then pressed in the rack that is shown. */
export class OrderPanel {
  #title = el('p', { class: 'sro-say' });
  #clock = el('span', { class: 'sro-clock' });
  #chips = el('span', { class: 'sro-chips', role: 'group', 'aria-label': 'Whom' });
  #hint = el('span', { class: 'sro-hint' }, 'Its two cards change sides.');
  #note = el('p', { class: 'sro-note' });
  #none;
  #deeds;

  /** @param {import('./deeds.js').Deeds} deeds */
  constructor(deeds) {
    this.#deeds = deeds;
    this.#none = el('button', { type: 'button', class: 'button', data: { act: 'no-order' }, onclick: () => deeds.none() }, 'No order');
    this.node = panel('Give an order', 'order', el('div', { class: 'sro-line' }, this.#title, this.#note, this.#clock, this.#none,
      el('button', { type: 'button', class: 'button', data: { act: 'cancel' }, onclick: () => deeds.cancel() }, 'Back')),
    el('div', { class: 'sro-line' }, this.#chips, this.#hint));
  }

  /** @param {Facts} facts @param {Order} order */
  draw(facts, order) {
    const whom = order.via === 'reverse' ? [order.target] : targets(facts);
    setSentence(this.#title, rowOf(facts, order));
    setSentence(this.#note, this.#deeds.notice);
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
  #title = el('p', { class: 'sro-say' });
  #cards = el('p', { class: 'sro-cards' });
  #note = el('p', { class: 'sro-note' });
  #clock = el('span', { class: 'sro-clock' });
  #rest = el('span', { class: 'sro-rest', 'aria-hidden': 'true' });
  #reverse;
  #call;
  #deeds;
  /** The end of the window whose bar is running. */
  #running = 0;

  /** @param {import('./deeds.js').Deeds} deeds */
  constructor(deeds) {
    this.#deeds = deeds;
    this.accept = el('button', { type: 'button', class: 'button', data: { act: 'accept' }, onclick: () => deeds.accept() }, 'Accept');
    this.#reverse = el('button', { type: 'button', class: 'button main', data: { act: 'reverse' }, onclick: () => deeds.reverse() }, 'Reverse');
    this.#call = el('button', { type: 'button', class: 'button main', hidden: true, onclick: () => deeds.call() }, 'Super Rack-O!');
    this.node = panel('An order against you', 'hot', el('div', { class: 'sro-asked' }, this.#title,
      el('div', { class: 'sro-line' }, this.#cards, this.#note, this.#clock)), this.#rest,
    el('div', { class: 'sro-line even' }, this.accept, this.#reverse, this.#call));
  }

  /** @param {Facts} facts @param {boolean} calm */
  draw(facts, calm) {
    const { room, answers } = facts;
    const { window } = facts.game;
    if (!window) return;
    setSentence(this.#title, askedOf(facts));
    setText(this.#cards, cardsOf(facts));
    setSentence(this.#note, this.#deeds.notice);
    setText(this.#reverse, answers.length ? 'Reverse' : facts.finished ? 'No reverse' : 'No reverse card');
    setAttr(this.#reverse, 'aria-disabled', answers.length ? null : 'true');
    // Where the order comes first it is still to be seen that the rack is finished.
    setAttr(this.#call, 'hidden', !facts.finished);
    setAttr(this.#call, 'aria-disabled', facts.mayCall ? null : 'true');
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
