// @ts-check
// The line that says what is to be done now, and for how long.

import { aCard, isSwap, words } from './cards.js';
import { nameOf, quiet, victory } from './words.js';

/** @typedef {import('./facts.js').Facts} Facts */

/**
 * @param {Facts} facts
 * @param {{ picked: boolean, late: number | null }} deeds whether the discard was picked to be taken; by how much a
 *   call of the viewer's came too late
 * @param {number | null} looked whose rack is seen in place of one's own
 */
export function prompt(facts, { picked, late }, looked) {
  const { game, room, own } = facts;
  if (looked === null || game.phase === 'over') return now(facts, picked, late);
  const whose = `Rack of ${quiet(nameOf(room, looked))}`;
  return own ? `${whose}.` : `${whose} · ${now(facts, picked, late)}`;
}

/** @param {Facts} facts @param {boolean} picked @param {number | null} late */
function now(facts, picked, late) {
  const { game, room, me, own } = facts;
  const name = (/** @type {number | null} */ seat) => (seat === me ? 'You' : quiet(nameOf(room, seat)));
  if (game.phase === 'over') {
    return late === null ? victory(game, name(game.winner), game.winner === me) : first(facts, late);
  }
  if (own && !own.in_play) return 'Your rack is set aside for this game.';
  if (facts.taking && picked) return `Tap the slot for ${words(game.discard.top)}.`;
  if (facts.taking) return facts.topTakeable ? 'Your turn: draw, or take the discard.' : 'Your turn: draw a card.';
  if (facts.placing && isSwap(game.drawn)) return 'Swap card: play it, keep it in a slot, or discard it.';
  if (facts.placing) return `Tap a slot for ${aCard(game.drawn)}, or discard it.`;
  const skips = own?.skips_next ? ' You lose a turn.' : '';
  if (game.window) {
    const { against, by, row } = game.window;
    return `${name(by)} ${by === me ? 'order' : 'orders'} ${name(against)} to cross row ${row}.${skips}`;
  }
  return `${name(game.turn)} ${game.step === 'place' ? 'has drawn a card.' : 'is to draw or take.'}${skips}`;
}

/** Who called before the viewer did. @param {Facts} facts @param {number} late in milliseconds */
export const first = ({ game, room }, late) => `${quiet(nameOf(room, game.winner))} was first, by ${late} ms.`;
