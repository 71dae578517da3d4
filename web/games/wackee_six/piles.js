// @ts-check
// The piles in the middle: a row for each colour, and in it a fixed place for each pile that can ever be.

import { el, setAttr } from '../../parts/el.js';
import { place, show } from './card.js';
import { emblem, restyle } from './emblem.js';
import { SUITS } from './fit.js';

/** @typedef {import('./apply.js').View} View */

export class Piles {
  node = el('div', { class: 'piles', role: 'group', 'aria-label': 'Piles' });
  /** By colour, in the order in which they open. @type {Map<string, HTMLButtonElement[]>} */
  #places = new Map();
  /** By the number of the pile. @type {Map<number, HTMLButtonElement>} */
  #byPile = new Map();
  #sides = 0;
  /** What is drawn: all piles, whose names, and what each place shows (null is an empty one). @type {View['piles'] | null} */
  #piles = null;
  /** @type {unknown} */
  #names = null;
  /** @type {Map<Element, View['piles'][number] | null>} */
  #shown = new Map();

  /** @param {(pile: number) => void} tapped a pile was tapped */
  constructor(tapped) {
    this.tapped = tapped;
  }

  /**
   * Draws what differs: what did not change is the same object as before.
   * @param {View} game @param {(side: number) => string} who @param {unknown} names  changes when `who` may say otherwise
   */
  draw(game, who, names) {
    if (game.sides.length !== this.#sides) this.#build(game.sides.length);
    const renamed = names !== this.#names;
    this.#names = names;
    if (game.piles === this.#piles && !renamed) return;
    this.#piles = game.piles;
    const counts = new Map(SUITS.map((color) => [color, 0]));
    this.#byPile.clear();
    for (const pile of game.piles) {
      const index = counts.get(pile.color) ?? 0;
      counts.set(pile.color, index + 1);
      const node = this.#places.get(pile.color)?.[index];
      if (node === undefined) continue;
      this.#byPile.set(pile.pile, node);
      if (this.#shown.get(node) === pile && !renamed) continue;
      this.#shown.set(node, pile);
      if (show(node, `${pile.color}-${pile.top}`, pile.closed ? `finished by ${who(pile.by)}` : `last by ${who(pile.by)}`)) {
        setAttr(node, 'data-pile', pile.pile);
        setAttr(node, 'data-closed', pile.closed);
      }
      this.#by(node, pile.by);
    }
    for (const color of SUITS) {
      for (const node of (this.#places.get(color) ?? []).slice(counts.get(color))) {
        if (this.#shown.get(node) === null) continue;
        this.#shown.set(node, null);
        show(node, null, `place for a ${color} 1`, color);
        setAttr(node, 'data-pile', null);
        setAttr(node, 'data-closed', null);
        this.#by(node, null);
      }
    }
  }

  /** The emblem of who laid last. @param {HTMLElement} node @param {number | null} side */
  #by(node, side) {
    if (node.getAttribute('data-by') === (side === null ? null : `${side}`)) return;
    setAttr(node, 'data-by', side);
    const old = node.querySelector('.emblem');
    if (side === null) old?.remove();
    else if (old === null) node.append(emblem(side));
    else restyle(old, side);
  }

  /** @param {number} sides */
  #build(sides) {
    this.#sides = sides;
    this.#piles = null;
    this.#shown.clear();
    this.node.style.setProperty('--sides', `${sides}`);
    this.node.replaceChildren(...SUITS.map((color) => {
      const places = Array.from({ length: sides }, () => {
        const node = place(`pile of-${color}`);
        node.tabIndex = -1;
        node.addEventListener('click', () => {
          const pile = node.getAttribute('data-pile');
          if (pile !== null) this.tapped(Number(pile));
        });
        return node;
      });
      this.#places.set(color, places);
      return el('div', { class: 'pile-row', role: 'group', 'aria-label': `${color} piles` }, ...places);
    }));
    setAttr(this.node, 'data-few', sides <= 3);
  }

  /** All places that there are. */
  get places() {
    return [...this.#places.values()].flat();
  }

  /** The place of a pile. @param {number} pile */
  of(pile) {
    return this.#byPile.get(pile) ?? null;
  }

  /** The place where the next pile of a colour opens. @param {string} color */
  next(color) {
    return this.#places.get(color)?.find((node) => !node.hasAttribute('data-pile')) ?? null;
  }

  /** Shows for a moment that something came onto a pile. @param {number} pile @param {boolean} calm */
  pop(pile, calm) {
    const node = this.of(pile);
    if (node === null || document.hidden) return;
    if (calm) {
      node.classList.add('glow');
      setTimeout(() => node.classList.remove('glow'), 1_500);
    } else {
      node.animate([{ transform: 'scale(1.16)' }, { transform: 'none' }], { duration: 240, easing: 'ease-out' });
    }
  }

  /** Marks where a card could go; nothing for none. @param {number[]} piles */
  mark(piles) {
    for (const [pile, node] of this.#byPile) for (const [name, value] of [['data-target', ''], ['aria-description', 'takes it']]) setAttr(node, name ?? '', piles.includes(pile) && value);
  }

  /** All tops, for the ear. @param {View} game */
  read(game) {
    return SUITS.map((color) => {
      const tops = game.piles.filter((pile) => pile.color === color && !pile.closed).map((pile) => pile.top);
      return tops.length === 0 ? '' : `${color} ${tops.join(', ')}`;
    }).filter((line) => line !== '').join('; ') || 'No pile is open.';
  }

  /** The pile under a point of the window; null for none. @param {number} x @param {number} y */
  under(x, y) {
    for (const [pile, node] of this.#byPile) {
      const box = node.getBoundingClientRect();
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return pile;
    }
    return null;
  }

  /** Whether a point is over the middle at all. @param {number} x @param {number} y */
  over(x, y) {
    const box = this.node.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
}

