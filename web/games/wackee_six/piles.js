// @ts-check
// The piles in the middle: a row for each colour, and in it a fixed place for each pile that can ever be.

import { el, setAttr } from '../../parts/el.js';
import { suit } from '../../parts/suit.js';
import { place, show } from './card.js';
import { emblem } from './emblem.js';
import { SUITS } from './fit.js';

/** @typedef {import('./apply.js').View} View */

export class Piles {
  node = el('div', { class: 'piles', role: 'group', 'aria-label': 'Piles' });
  /** By colour, in the order in which they open. @type {Map<string, HTMLButtonElement[]>} */
  #places = new Map();
  /** By the number of the pile. @type {Map<number, HTMLButtonElement>} */
  #byPile = new Map();
  #sides = 0;

  /** @param {(pile: number) => void} tapped a pile was tapped */
  constructor(tapped) {
    this.tapped = tapped;
  }

  /** @param {View} game @param {(side: number) => string} who */
  draw(game, who) {
    if (game.sides.length !== this.#sides) this.#build(game.sides.length);
    const counts = new Map(SUITS.map((color) => [color, 0]));
    this.#byPile.clear();
    for (const pile of game.piles) {
      const index = counts.get(pile.color) ?? 0;
      counts.set(pile.color, index + 1);
      const node = this.#places.get(pile.color)?.[index];
      if (node === undefined) continue;
      this.#byPile.set(pile.pile, node);
      const card = `${pile.color}-${pile.top}`;
      if (show(node, card, pile.closed ? `finished by ${who(pile.by)}` : `last by ${who(pile.by)}`)) {
        setAttr(node, 'data-pile', pile.pile);
        setAttr(node, 'data-closed', pile.closed);
      }
      if (node.getAttribute('data-by') !== `${pile.by}`) {
        setAttr(node, 'data-by', pile.by);
        node.querySelector('.emblem')?.remove();
        node.append(emblem(pile.by));
      }
    }
    for (const color of SUITS) {
      for (const node of (this.#places.get(color) ?? []).slice(counts.get(color))) {
        if (show(node, null, `place for a ${color} 1`)) {
          setAttr(node, 'data-pile', null);
          setAttr(node, 'data-closed', null);
          setAttr(node, 'data-by', null);
          node.querySelector('.emblem')?.remove();
          node.append(suit(color));
        }
      }
    }
  }

  /** @param {number} sides */
  #build(sides) {
    this.#sides = sides;
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
    for (const [pile, node] of this.#byPile) setAttr(node, 'data-target', piles.includes(pile));
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

