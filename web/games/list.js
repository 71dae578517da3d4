// @ts-check
// The games that the page can show. A new game is one file here (what it exports is `Game` in
// contract.d.ts), one import and one name in the list.

import superRackO from './super_rack_o.js';
import wackeeSix from './wackee_six.js';

/** @type {import('./contract.d.ts').Game[]} */
export const games = [wackeeSix, superRackO];

/** @param {string} id */
export const gameOf = (id) => games.find((game) => game.id === id) ?? null;
