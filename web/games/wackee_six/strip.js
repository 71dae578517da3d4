// @ts-check
// The other sides: who they are and how far. A tap shows what lies before one of them.

import { el, setAttr, setText } from '../../parts/el.js';
import { keyed } from '../../parts/keyed.js';
import { sideName, sittersOf } from '../../room/people.js';
import { clock, left } from '../../parts/time.js';
import { mini, paint } from './card.js';
import { DECKS, emblem } from './emblem.js';
import { points, remaining } from './fit.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Side} Side
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 */

export class Strip {
  node = el('ul', { class: 'strip' });
  #chips = new Map();
  #open = 0;
  /** What is drawn of each side, which is the same object while nothing changed. @type {Map<number, Side>} */
  #drawn = new Map();
  #frame = '';
  /** @type {unknown} */
  #members = null;

  /** @param {(side: number) => void} tapped */
  constructor(tapped) {
    this.tapped = tapped;
  }

  /** @param {Snapshot} snapshot @param {Side[]} sides the ones to show @param {number} followed */
  draw(snapshot, sides, followed) {
    const { room } = snapshot;
    const frame = `${this.#open} ${followed}`;
    // The time that somebody is away runs.
    const all = frame !== this.#frame || room.members !== this.#members || room.members.some(({ online }) => !online);
    this.#frame = frame;
    this.#members = room.members;
    this.node.style.setProperty('--chips', `${sides.length}`);
    setAttr(this.node, 'data-many', sides.length > 2);
    keyed(this.node, sides, (side) => side.side, (side) => this.#chip(side.side), (node, side) => {
      if (!all && this.#drawn.get(side.side) === side) return;
      this.#drawn.set(side.side, side);
      const sitters = sittersOf(room, side.side);
      const away = sitters.filter((member) => !member.online);
      const bot = sitters.some((member) => member.bot !== null || member.played_by_bot);
      const name = sideName(room, side.side);
      const until = away.map((member) => left(member.bot_at)).find((ms) => ms !== null) ?? null;
      const part = (/** @type {string} */ query) => /** @type {HTMLElement} */ (node.querySelector(query));
      for (const node of [part('.chip-name'), part('.chip-full')]) setText(node, name);
      setText(part('.chip-left'), `${remaining(side)}`);
      setText(part('.chip-points'), `${points(side)}`.replace('-', '−'));
      setText(part('.chip-note'), away.length > 0 && !bot ? (until === null ? 'away' : `away ${clock(until)}`) : bot ? 'bot' : '');
      setAttr(node, 'data-away', away.length > 0 && !bot);
      setAttr(node, 'data-out', side.out);
      const followedNow = followed === side.side;
      setAttr(node, 'data-open', this.#open === side.side || followedNow);
      setAttr(part('.chip'), 'aria-expanded', this.#open === side.side);
      setAttr(part('.chip'), 'aria-label', `${name}, ${DECKS[side.side - 1]}: ${remaining(side)} of 12 left, ${points(side)} points${side.out ? ', out' : ''}`);
      this.#mini(part('.chip-row'), side);
    });
  }

  /** @param {number} side */
  #chip(side) {
    const chip = el('button', {
      class: 'chip', type: 'button', onclick: () => {
        this.#open = this.#open === side ? 0 : side;
        this.tapped(side);
      },
    }, emblem(side),
    el('span', { class: 'chip-name' }),
    el('span', { class: 'chip-note' }),
    el('span', { class: 'chip-score' }, ...[['left', 'left'], ['points', 'pts']].map(([name, unit]) => el('span', { class: 'chip-cell' }, el('b', { class: `chip-${name}` }), el('i', {}, unit)))));
    const minis = Array.from({ length: 7 }, (_, index) => mini(index === 6 ? 'waste' : ''));
    const node = el('li', { class: 'chip-item', data: { side } }, chip, el('div', { class: 'chip-row' }, ...minis, el('p', { class: 'chip-full' })));
    this.#chips.set(side, chip);
    this.#drawn.delete(side);
    return node;
  }

  /** @param {HTMLElement} node @param {Side} side */
  #mini(node, side) {
    [...side.row, side.top].forEach((card, index) => {
      const place = /** @type {HTMLElement} */ (node.children[index]);
      if (place.getAttribute('data-card') === (card ?? '')) return;
      place.setAttribute('data-card', card ?? '');
      paint(place, card);
    });
  }

  /** All chips that there are. @returns {Element[]} */
  get places() {
    return [...this.#chips.values()];
  }

  /** Where a side's cards come from. @param {number} side @returns {Element | null} */
  of(side) {
    return this.#chips.get(side) ?? null;
  }

  /** Shows no side's cards any more. */
  close() {
    this.#open = 0;
  }
}
