// @ts-check
// The shapes of the four colours, drawn: no glyph that could turn into an emoji.

import { svg } from './el.js';

/** @type {Record<string, string>} */
const SHAPES = {
  red: 'M12 1 22 12 12 23 2 12Z',
  blue: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Z',
  green: 'M12 2 23 21H1Z',
  yellow: 'M3 3h18v18H3Z',
  wild: 'M12 1l2.9 7.2 7.7.6-5.9 5 1.9 7.6L12 17.2l-6.6 4.2 1.9-7.6-5.9-5 7.7-.6Z',
};

/**
 * @param {string} color  "red" diamond, "blue" circle, "green" triangle, "yellow" square, "wild" star
 * @returns {SVGSVGElement}
 */
export function suit(color) {
  return svg('svg', { viewBox: '0 0 24 24', class: `suit ${color}`, 'aria-hidden': 'true' },
    svg('path', { d: SHAPES[color] ?? SHAPES.wild, fill: 'currentColor' }));
}

/** Gives a shape another colour's form. @param {Element} node  what `suit` made @param {string} color */
export const reshape = (node, color) => node.firstElementChild?.setAttribute('d', SHAPES[color] ?? '');

/** The colour and number of a card's name: "red-5" is ["red", "5"], "wild" is ["wild", ""]. @param {string} card */
export function face(card) {
  const cut = card.indexOf('-');
  return cut < 0 ? [card, ''] : [card.slice(0, cut), card.slice(cut + 1)];
}
