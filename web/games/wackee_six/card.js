// @ts-check
// A place for a card. The node belongs to the place and stays (so does the focus on it); what lies there
// changes in it. And how large cards are, so that what is printed on them fits.

import { el, setAttr, setText } from '../../parts/el.js';
import { face, reshape, suit } from '../../parts/suit.js';
import { sayCard } from './fit.js';

/** @param {number} w @param {number} h */
export const unit = (w, h) => `${(Math.min(h, w * 1.1) / 100).toFixed(3)}px`;

/**
 * Keeps `--unit` of each holder in step with the cards in it.
 * @param {() => Element[]} holders
 */
export function measure(holders) {
  const apply = () => {
    const sizes = holders().map((holder) => {
      const card = holder.classList.contains('card') ? holder : holder.querySelector('.card');
      return card === null ? null : { holder, w: card.clientWidth, h: card.clientHeight };
    });
    // All is read before anything is written.
    for (const size of sizes) {
      if (size !== null && size.h > 0) /** @type {HTMLElement} */ (size.holder).style.setProperty('--unit', unit(size.w, size.h));
    }
  };
  return { observer: new ResizeObserver(apply), apply };
}

/** What a card is printed with stays in its place; what is printed changes. */
const print = () => [el('span', { class: 'num' }, ''), suit('')];

/** @param {string} kind its class @returns {HTMLButtonElement} */
export const place = (kind) => el('button', { class: `card empty ${kind}`, type: 'button' }, ...print());

/**
 * Lays a card there, or none. Does nothing if it lies there already.
 * @param {HTMLElement} node @param {string | null} card @param {string} label what a screen reader says of the place
 * @param {string} [shape] what an empty place shows
 */
export function show(node, card, label, shape = '') {
  const name = card === null ? `${label}, empty` : `${sayCard(card)}, ${label}`;
  setAttr(node, 'aria-label', name);
  if (node.getAttribute('data-card') === (card ?? '')) return false;
  node.setAttribute('data-card', card ?? '');
  paint(node, card, shape);
  return true;
}

/** The colour of what is shown, by place. @type {WeakMap<Element, string>} */
const painted = new WeakMap();

/** The face of a card; without one, the shape of a place for a colour. @param {HTMLElement} node @param {string | null} card @param {string} [shape] */
export function paint(node, card, shape = '') {
  const [color = '', number = ''] = card === null ? [] : face(card);
  const old = painted.get(node) ?? '';
  if (color !== old) {
    painted.set(node, color);
    if (old !== '') node.classList.remove(`paper-${old}`);
    if (color !== '') node.classList.add(`paper-${color}`);
    node.classList.toggle('empty', card === null);
  }
  const [digits, sign] = node.children;
  if (digits !== undefined) setText(digits, card === 'wild' ? 'W' : number);
  if (sign !== undefined) reshape(sign, color === '' ? shape : color);
}

/** A card that lies nowhere: for flights. @param {string} card */
export function loose(card) {
  const node = el('div', { class: 'card empty loose', 'aria-hidden': 'true' }, ...print());
  paint(node, card);
  return node;
}

/** A place as small as can be. @param {string} kind its class */
export const mini = (kind) => el('div', { class: `card empty mini ${kind}`, 'aria-hidden': 'true' }, ...print());
