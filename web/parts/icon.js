// @ts-check
// Small pictures for buttons, drawn in lines of one width.

import { svg } from './el.js';

/** @type {Record<string, string>} */
const PATHS = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  chat: 'M4 5h16v11H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  bot: 'M5 9h14v10H5zM12 9V5M9 14h.01M15 14h.01M3 13v3M21 13v3',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  check: 'M4 12l6 6L20 6',
  people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M16 4a4 4 0 0 1 0 7M18 15a7 7 0 0 1 4 6',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6',
  pen: 'M4 20l1-5L16 4l4 4L9 19z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 16.8h.01',
  key: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  out: 'M14 4h6v16h-6M4 12h11M8 8l-4 4 4 4',
  clap: 'M7 12l5-7M10 14l5-7M13 16l4-6M7 12c-2 3-1 8 4 8 4 0 6-3 8-8',
  laugh: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 9.5l1.5 1L8 11.5M16 9.5l-1.5 1 1.5 1M7.5 14h9a4.5 4.5 0 0 1-9 0z',
  wow: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 9.5h.01M15.5 9.5h.01M12 13a2 2.6 0 1 0 .01 0z',
  sad: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 10h.01M15.5 10h.01M8 16.5a4.5 4.5 0 0 1 8 0',
  think: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 9.5h2M15.5 9.5h.01M9 15.5l6-1.5',
  hurry: 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 9v4l3 2M9.5 2h5M12 2v3',
};

/** @param {string} name @returns {SVGSVGElement} */
export function icon(name) {
  return svg('svg', {
    viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', fill: 'none', stroke: 'currentColor',
    'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
  }, svg('path', { d: PATHS[name] ?? '' }));
}

/** What an emote says. @type {Record<string, string>} */
export const EMOTES = { clap: 'Nice one!', laugh: 'Ha ha!', wow: 'Wow!', sad: 'Oh no', think: 'Hmm…', hurry: 'Hurry up!' };
