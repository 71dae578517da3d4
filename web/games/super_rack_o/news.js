// @ts-check
// What happened to the viewer without the viewer: it stays in the status line for a while.

import { aCard } from './cards.js';

/**
 * @typedef {import('./apply.js').Event} Event
 */

/** @param {readonly Event[]} happened @param {number | null} me @returns {string} a sentence, or nothing */
export function news(happened, me) {
  let said = '';
  let drew = false;
  for (const event of happened) {
    if (me !== null && 'turn' in event && event.turn?.skipped.includes(me)) said = 'Your turn was skipped: you had called too early.';
    if (!('seat' in event) || event.seat !== me || !('why' in event) || event.why !== 'clock') continue;
    if (event.e === 'drawn') drew = true;
    if (event.e === 'discarded') said = `Time was up: ${aCard(event.card)} was ${drew ? 'drawn and ' : ''}discarded for you.`;
    if (event.e === 'settled') said = `Time was up: your row ${event.row} was crossed.`;
  }
  return said;
}
