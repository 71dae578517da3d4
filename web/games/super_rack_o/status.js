// @ts-check
// The line that says what is to be done now, and for how long.

import { aCard, isSwap, words } from './cards.js';
import { nameOf, victory } from './words.js';

/** @typedef {import('./facts.js').Facts} Facts */

/** @param {Facts} facts @param {boolean} picked whether the discard was picked to be taken */
export function prompt(facts, picked) {
  const { game, room, me, own } = facts;
  const name = (/** @type {number | null} */ seat) => (seat === me ? 'You' : `\u2068${nameOf(room, seat)}\u2069`);
  if (game.phase === 'over') return victory(game, name(game.winner), game.winner === me);
  if (own && !own.in_play) return 'Your rack is set aside for this game.';
  if (facts.taking && picked) return `Tap the slot for ${words(game.discard.top)}.`;
  if (facts.taking) return facts.topTakeable ? 'Your turn: draw, or take the discard.' : 'Your turn: draw a card.';
  if (facts.placing && isSwap(game.drawn)) return 'A swap card: tap it to play it, a slot to keep it, or discard it.';
  if (facts.placing) return `Tap a slot for ${aCard(game.drawn)}, or discard it.`;
  if (game.window) {
    const { against, by, row } = game.window;
    return `${name(by)} ${by === me ? 'order' : 'orders'} ${name(against)} to cross row ${row}.`;
  }
  return `${name(game.turn)} ${game.step === 'place' ? 'has drawn a card.' : 'is to draw or take.'}`;
}
