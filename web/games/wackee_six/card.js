// @ts-check
// A place for a card. The node belongs to the place and stays (so does the focus on it); what lies there
// changes in it. And how large cards are, so that what is printed on them fits.

import { el, setAttr } from '../../parts/el.js';
import { face, suit } from '../../parts/suit.js';
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

/** @param {string} kind its class @returns {HTMLButtonElement} */
export const place = (kind) => el('button', { class: `card ${kind}`, type: 'button' }, el('span', { class: 'num' }));

/**
 * Lays a card there, or none. Does nothing if it lies there already.
 * @param {HTMLElement} node @param {string | null} card @param {string} label what a screen reader says of the place
 */
export function show(node, card, label) {
  const name = card === null ? `${label}, empty` : `${sayCard(card)}, ${label}`;
  setAttr(node, 'aria-label', name);
  if (node.getAttribute('data-card') === (card ?? '')) return false;
  node.setAttribute('data-card', card ?? '');
  paint(node, card);
  return true;
}

/** The face of a card. @param {HTMLElement} node @param {string | null} card */
export function paint(node, card) {
  const [color, number] = card === null ? ['', ''] : face(card);
  node.classList.remove('paper-red', 'paper-blue', 'paper-green', 'paper-yellow', 'paper-wild');
  node.classList.toggle('empty', card === null);
  if (color !== '') node.classList.add(`paper-${color}`);
  const digits = /** @type {Element} */ (node.querySelector('.num'));
  digits.textContent = card === 'wild' ? 'W' : number ?? '';
  node.querySelector('.suit')?.remove();
  if (card !== null) node.append(suit(color ?? ''));
}

/** A card that lies nowhere: for flights. @param {string} card */
export function loose(card) {
  const node = el('div', { class: 'card loose', 'aria-hidden': 'true' }, el('span', { class: 'num' }));
  paint(node, card);
  return node;
}
