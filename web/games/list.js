// @ts-check
// The games that the page can show. A new game is one file here (what it exports is `Game` in
// contract.d.ts) and one line in the list. A game is loaded when somebody plays it.

import { part } from '../net/part.js';

/** @typedef {import('./contract.d.ts').Game} Game */

export const games = [
  offer('wackee_six', 'Wackee Six', 'A race for 2 to 6: everybody slaps cards onto the same piles at once. Alone or in pairs.', () => part('games/wackee_six.js', () => import('./wackee_six.js'))),
  offer('super_rack_o', 'Super Rack-O', 'For 2 to 4, in turns: put sixteen cards in order while swap cards spoil your rows and reverse cards strike back.', () => part('games/super_rack_o.js', () => import('./super_rack_o.js'))),
];

/**
 * @param {import('./contract.d.ts').GameKind} id @param {string} title @param {string} about
 * @param {() => Promise<{ default: Game }>} load
 */
function offer(id, title, about, load) {
  return { id, title, about, load: async () => loaded.get(id) ?? keep(id, (await load()).default) };
}

/** @param {string} id @param {Game} game */
function keep(id, game) {
  loaded.set(id, game);
  return game;
}

/** @type {Map<string, Game>} */
const loaded = new Map();

/** The game, if it is loaded. @param {string} id @returns {Game | null} */
export const gameOf = (id) => loaded.get(id) ?? null;

/** What stands in the list about a game. @param {string} id */
export const offerOf = (id) => games.find((game) => game.id === id) ?? null;
