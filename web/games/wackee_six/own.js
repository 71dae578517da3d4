// @ts-check
// The lower part of the table: one side's row, waste and stock. For a spectator it is the side that is
// followed, and nothing in it can be touched.

import { el, setAttr, setText } from '../../parts/el.js';
import { left, now } from '../../parts/time.js';
import { place, show } from './card.js';
import { emblem } from './emblem.js';
import { points, remaining } from './fit.js';

/** @typedef {import('./apply.js').Side} Side */

export class Own {
  /** The places that cards are played from, by name. @type {Map<string, HTMLButtonElement>} */
  places = new Map();
  waste = place('waste');
  #left = el('b', {}, '');
  #below = el('b', {}, '');
  #label = el('span', { class: 'stock-label' }, 'Turn 3');
  stock = el('button', { class: 'stock', type: 'button' }, this.#label, el('span', { class: 'count' }, this.#left));
  down = el('div', { class: 'down' }, el('span', { class: 'count large' }, this.#below), el('span', { class: 'down-label' }, 'to come'));
  row = el('div', { class: 'row-cards', role: 'group' });
  deck = el('div', { class: 'deck', role: 'group' }, this.down, this.waste, this.stock);
  #said = [el('span'), el('bdi'), el('span')];
  status = el('p', { class: 'status' }, ...this.#said);
  #points = [el('span'), el('span')];
  score = el('p', { class: 'score' }, this.#points[0], el('i', {}, ' · '), this.#points[1]);
  clock = el('p', { class: 'round-clock', hidden: true });
  node = el('div', { class: 'own' }, el('div', { class: 'line' }, this.status, this.clock, this.score), this.deck, this.row);
  /** When the line last said something of the viewer's own. */
  saidAt = 0;
  #side = 0;

  constructor() {
    for (let slot = 1; slot <= 6; slot += 1) {
      const node = place('hand');
      node.append(el('kbd', { 'aria-hidden': 'true' }, `${slot}`));
      this.#name(`row.${slot}`, node);
    }
    this.#name('waste', this.waste);
    this.row.append(...[...this.places].filter(([spot]) => spot !== 'waste').map(([, node]) => node));
  }

  /** @param {string} spot @param {HTMLButtonElement} node */
  #name(spot, node) {
    node.setAttribute('data-spot', spot);
    this.places.set(spot, node);
  }

  /**
   * @param {Side} side @param {'solo' | 'row' | 'deck' | 'none'} role @param {ReadonlyMap<string, string>} pending
   *   what is on its way, by place
   * @param {string} whose  whose cards they are, for who only watches
   */
  draw(side, role, pending, whose) {
    if (side.side !== this.#side) {
      this.#side = side.side;
      for (const old of this.node.querySelectorAll('.down .emblem, .stock .emblem')) old.remove();
      this.down.prepend(emblem(side.side));
      this.stock.prepend(emblem(side.side));
    }
    setAttr(this.node, 'data-role', role);
    setAttr(this.row, 'aria-label', role === 'none' ? `Row of ${whose}` : 'Your row');
    setAttr(this.deck, 'aria-label', role === 'none' ? `Deck of ${whose}` : 'Your deck');
    side.row.forEach((card, index) => this.#draw(`row.${index + 1}`, card, `row ${index + 1}`, pending));
    this.#draw('waste', side.top, 'waste top', pending);
    setText(this.#below, side.face_down);
    setAttr(this.down, 'aria-label', `${side.face_down} cards face down`);
    setAttr(this.down, 'data-none', side.face_down === 0);
    const over = side.stock === 0;
    setText(this.#label, role === 'none' ? 'Stock' : over ? 'Turn over' : 'Turn 3');
    setText(this.#left, over && role !== 'none' ? side.waste : side.stock);
    setAttr(this.stock, 'aria-label', role === 'none' ? `Stock, ${side.stock} cards` : over ? `Turn the waste over, ${side.waste} cards` : `Turn three, ${side.stock} cards in the stock`);
    setAttr(this.stock, 'aria-disabled', side.stock + side.waste === 0);
    for (const [index, text] of [`${remaining(side)} left`, `${points(side)} pts`.replace('-', '−')].entries()) setText(/** @type {Node} */ (this.#points[index]), text);
    const locked = left(side.wild_locked_at) ?? 0;
    for (const node of this.places.values()) setAttr(node, 'data-locked', locked > 0 && node.getAttribute('data-card') === 'wild');
  }

  /** @param {string} spot @param {string | null} card @param {string} label @param {ReadonlyMap<string, string>} pending */
  #draw(spot, card, label, pending) {
    const node = /** @type {HTMLButtonElement} */ (this.places.get(spot));
    show(node, card, label);
    setAttr(node, 'data-away', card !== null && pending.get(spot) === card);
  }

  /**
   * @param {string} text @param {'' | 'good' | 'bad'} mood
   * @param {string} [name]  a name in it: where there is too little room it is cut, and never what happened
   */
  say(text, mood, name = '') {
    if (mood !== '') this.saidAt = now();
    const from = Math.max(0, text.indexOf(name));
    const parts = [text.slice(0, from), name, text.slice(from + name.length)];
    this.#said.forEach((node, index) => setText(node, parts[index] ?? ''));
    setAttr(this.status, 'data-mood', mood === '' ? null : mood);
  }
}
