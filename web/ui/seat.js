// @ts-check
// A seat for who does not choose.

import { gameOf } from '../games/list.js';

/**
 * Takes the first free side, once the room is there; while a round is played, as soon as it is over.
 * @param {import('./app.js').App} app
 */
export async function takeSeat(app) {
  const room = await app.store.room();
  const sides = gameOf(room.game)?.sides.max ?? 0;
  app.sitsIn = room.phase === 'playing' ? room.code : '';
  if (room.phase === 'playing') return app.toast('You watch this round, and sit down for the next one.');
  const sitters = (/** @type {number} */ side) => room.members.filter((member) => member.side === side);
  const wanted = (/** @type {import('../games/contract.d.ts').Member[]} */ [first, ...others]) => others.length === 0
    && first !== undefined && first.role !== null && first.role !== 'solo';
  const all = Array.from({ length: sides }, (_, index) => index + 1);
  // A side of one's own, or else beside somebody who waits for a partner.
  for (const side of [...all.filter((one) => sitters(one).length === 0), ...all.filter((one) => wanted(sitters(one)))]) {
    const answer = await app.client.ask({ type: 'sit', side });
    if (!('error' in answer)) return;
    // Somebody was faster, or the place is held for somebody who is choosing.
    if (answer.error.code !== 'place_taken') return app.toast(answer.error.message);
  }
  app.toast('All seats are taken at the moment.');
}
