// @ts-check
// A rack as it is drawn: eight rows of two slots. Every slot is a node that stays; only what differs in it
// is touched.

import { el, setAttr, setText } from '../../parts/el.js';
import { suit } from '../../parts/suit.js';
import { HIGHEST, ROWS, SIDES, face, misplaced, slotOf, words } from './cards.js';
import { icon } from './icons.js';

/**
 * @typedef {import('./cards.js').Card} Card
 * @typedef {import('./cards.js').Slot} Slot
 * @typedef {import('./cards.js').Row} Row
 * @typedef {import('./cards.js').RackSide} RackSide
 * @typedef {import('./apply.js').Seat} Seat
 */

/** A card's face, to be put into any node. */
export class CardFace {
  #mark = el('span', { class: 'sro-mark' });
  #text = el('span', { class: 'sro-text' });
  #bar = el('span', { class: 'sro-bar' });
  /** @type {string | null} */
  #shown = '';

  /** @param {HTMLElement} node that shows the card */
  constructor(node) {
    this.node = node;
    node.classList.add('sro-card');
    node.append(this.#mark, this.#text, this.#bar);
  }

  /** @param {Card | null} card */
  show(card) {
    if (this.#shown === card) return;
    this.#shown = card;
    const { color, kind, number } = card ? face(card) : { color: null, kind: 'none', number: 0 };
    setAttr(this.node, 'data-color', kind === 'swap' || kind === 'reverse' ? 'order' : color);
    setAttr(this.node, 'data-kind', kind);
    setAttr(this.node, 'data-card', card);
    this.#mark.replaceChildren(...(kind === 'none' || !color ? []
      : [kind === 'swap' || kind === 'reverse' ? icon(kind) : suit(color)]));
    setText(this.#text, kind === 'number' ? number : kind === 'none' ? '' : kind.toUpperCase());
    this.#bar.style.setProperty('--part', String(number / HIGHEST));
  }
}

/** One slot. */
class SlotNode {
  #face;
  #known = el('span', { class: 'sro-known', hidden: true }, icon('eye'));
  #wrong = el('span', { class: 'sro-wrong', hidden: true }, 'wrong side');

  /** @param {HTMLElement} node @param {RackSide} side @param {Row} row */
  constructor(node, side, row) {
    this.node = node;
    this.side = side;
    this.row = row;
    this.slot = slotOf(side, row);
    node.classList.add('sro-slot', side);
    setAttr(node, 'data-slot', this.slot);
    this.#face = new CardFace(node);
    node.append(this.#wrong, this.#known);
  }

  /** @param {Card | null} card @param {boolean} known */
  show(card, known) {
    this.#face.show(card);
    const wrong = card !== null && misplaced(card, this.side) && !/swap|reverse/.test(card);
    setAttr(this.#wrong, 'hidden', !wrong);
    setAttr(this.node, 'data-wrong', wrong);
    setAttr(this.#known, 'hidden', !known);
    return `${words(card)}${wrong ? ', wrong side' : ''}${known ? ', known to all' : ''}`;
  }
}

/** The names of the two sides, along the edges of a rack. */
const edges = () => SIDES.map((side) =>
  el('span', { class: `sro-edge ${side}`, 'aria-hidden': 'true' }, suit(side), el('span', {}, `${side} side`), suit(side)));

/** The viewer's own rack: every slot is a button. */
export class OwnRack {
  /** @type {Map<Slot, SlotNode>} */
  slots = new Map();
  #rows;

  /** @param {(slot: Slot) => void} press */
  constructor(press) {
    this.#rows = ROWS.map((row) => {
      const [blue, red] = SIDES.map((side) => {
        const slot = slotOf(side, row);
        const node = el('button', { type: 'button', onclick: () => press(slot) });
        this.slots.set(slot, new SlotNode(node, side, row));
        return node;
      });
      return el('div', { class: 'sro-row', data: { row } }, blue, el('span', { class: 'sro-number', 'aria-hidden': 'true' }, row), red);
    });
    this.node = el('div', { class: 'sro-rack own', role: 'group', 'aria-label': 'Your rack' }, ...this.#rows, ...edges());
  }

  /**
   * @param {Seat} seat
   * @param {{ useful: RackSide | null, usable: (slot: Slot) => boolean, crossing: number | null, picked: Slot | null }} how
   */
  draw(seat, { useful, usable, crossing, picked }) {
    for (const [slot, part] of this.slots) {
      const said = part.show(seat.rack[part.side][part.row - 1] ?? null, seat.known.includes(slot));
      setAttr(part.node, 'aria-label', `${part.side} row ${part.row}: ${said}`);
      setAttr(part.node, 'aria-disabled', usable(slot) ? null : 'true');
      part.node.classList.toggle('useful', useful === part.side && usable(slot));
      part.node.classList.toggle('picked', picked === slot);
    }
    this.#rows.forEach((node, index) => node.classList.toggle('crossing', ROWS[index] === crossing));
  }
}

/** Somebody else's rack: a row is a button, since an order names a row. */
export class OtherRack {
  /** @type {Map<Slot, SlotNode>} */
  slots = new Map();
  #rows;

  /** @param {(row: Row) => void} press */
  constructor(press) {
    this.#rows = ROWS.map((row) => {
      const [blue, red] = SIDES.map((side) => {
        const node = el('span');
        this.slots.set(slotOf(side, row), new SlotNode(node, side, row));
        return node;
      });
      return el('button', { type: 'button', class: 'sro-row', data: { row }, onclick: () => press(row) },
        blue, el('span', { class: 'sro-number' }, row), red);
    });
    this.node = el('div', { class: 'sro-rack other', role: 'group', hidden: true }, ...this.#rows, ...edges());
  }

  /** @param {Seat} seat @param {{ name: string, orders: boolean, crossing: number | null }} how */
  draw(seat, { name, orders, crossing }) {
    setAttr(this.node, 'aria-label', `Rack of ${name}`);
    this.node.classList.toggle('orders', orders);
    this.#rows.forEach((node, index) => {
      const row = ROWS[index] ?? 1;
      const said = SIDES.map((side) => {
        const slot = slotOf(side, row);
        const card = seat.rack[side][row - 1] ?? null;
        const words = this.slots.get(slot)?.show(card, seat.known.includes(slot));
        return card && !misplaced(card, side) ? words : `${words} on the ${side} side`;
      });
      setAttr(node, 'aria-label', `${orders ? 'Order row' : 'Row'} ${row}: ${said.join('; ')}`);
      setAttr(node, 'aria-disabled', orders ? null : 'true');
      node.classList.toggle('crossing', row === crossing);
    });
  }
}

/** A rack as small as can be, for beside the table: numbers of what is known. */
export class SmallRack {
  /** @type {{ node: HTMLElement, side: RackSide, row: Row }[]} */
  #cells = [];

  constructor() {
    this.node = el('span', { class: 'sro-small', 'aria-hidden': 'true' },
      ...SIDES.map((side) => el('span', { class: `sro-cell ${side}`, data: { color: side } }, suit(side), side)), ...ROWS.flatMap((row) =>
      SIDES.map((side) => {
        const node = el('span', { class: `sro-cell ${side}` });
        this.#cells.push({ node, side, row });
        return node;
      })));
  }

  /** @param {Seat} seat @param {number | null} crossing */
  draw(seat, crossing) {
    for (const { node, side, row } of this.#cells) {
      const card = seat.rack[side][row - 1] ?? null;
      const { color, kind, number } = card ? face(card) : { color: null, kind: 'none', number: 0 };
      setAttr(node, 'data-color', kind === 'swap' || kind === 'reverse' ? 'order' : color);
      setText(node, { none: '', number: String(number), wild: 'W', swap: 'S', reverse: 'R' }[kind] ?? '');
      node.classList.toggle('crossing', row === crossing);
    }
  }
}
