// @ts-check
// Small pictures of Super Rack-O, drawn: no glyph that could turn into an emoji.

import { svg } from '../../parts/el.js';

/** @type {Record<string, string>} */
const STROKES = {
  swap: 'M3 8h15l-4-4M21 16H6l4 4',
  reverse: 'M8 4 3 9l5 5M3 9h11a6 6 0 0 1 0 12h-3',
  eye: 'M1.5 12S5.5 5.5 12 5.5 22.5 12 22.5 12 18.5 18.5 12 18.5 1.5 12 1.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  skip: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2',
};

/** @param {'swap' | 'reverse' | 'eye' | 'clock' | 'skip'} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: `sro-icon ${name}`, 'aria-hidden': 'true' },
    svg('path', {
      d: STROKES[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 2.6,
      'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    }));
}

/** Where the eyes of a die stand, for one to four. @type {[number, number][][]} */
const EYES = [
  [[12, 12]],
  [[7, 17], [17, 7]],
  [[6, 18], [12, 12], [18, 6]],
  [[7, 7], [17, 7], [7, 17], [17, 17]],
];

/** The emblem of a seat: a die that shows its number. @param {number} seat */
export function emblem(seat) {
  const eyes = EYES[(seat - 1) % EYES.length] ?? [];
  return svg('svg', { viewBox: '0 0 24 24', class: 'sro-emblem', 'aria-hidden': 'true' },
    svg('rect', { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: `var(--side-${seat})` }),
    ...eyes.map(([cx, cy]) => svg('circle', { cx, cy, r: 2.8, fill: 'var(--deep)' })));
}
