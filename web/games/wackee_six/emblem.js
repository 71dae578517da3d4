// @ts-check
// The six decks: each has a shape, a name and a colour, in that order of weight.

import { svg } from '../../parts/el.js';

export const DECKS = ['Star', 'Moon', 'Bolt', 'Leaf', 'Crown', 'Anchor'];

const PATHS = [
  'M12 1.5l3.1 7 7.4.8-5.6 5 1.7 7.4L12 17.8l-6.6 3.9 1.7-7.4-5.6-5 7.4-.8Z',
  'M15 2a10 10 0 1 0 6.6 15.6A8.5 8.5 0 0 1 15 2Z',
  'M14 1 4 14h6l-2 9 11-14h-7Z',
  'M3 21C3 9 10 3 22 2c0 12-6 19-15 18l4-8-6 9Z',
  'M2 20V6l5 5 5-8 5 8 5-5v14Z',
  'M12 1a3.5 3.5 0 0 0-1.6 6.6V10H7v3h3.4v6.2C7.500 18.500 5.500 16.500 5 14H2c.5 5 4.500 9 10 9s9.500-4 10-9h-3c-.5 2.500-2.500 4.500-5.400 5.200V13H17v-3h-3.400V7.600A3.500 3.500 0 0 0 12 1Z',
];

/** Makes an emblem another side's. @param {Element} node @param {number} side */
export function restyle(node, side) {
  node.setAttribute('class', `emblem deck-${side}`);
  node.firstElementChild?.setAttribute('d', PATHS[side - 1] ?? '');
}

/** @param {number} side @returns {SVGSVGElement} */
export const emblem = (side) => svg('svg', { viewBox: '0 0 24 24', class: `emblem deck-${side}`, 'aria-hidden': 'true' },
  svg('path', { d: PATHS[side - 1] ?? PATHS[0], fill: 'currentColor' }));
