// @ts-check
// What a snapshot means for the viewer: read once for each drawing, and asked by everything that is drawn.

import { isFinished, reverses, takeable } from './cards.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Seat} Seat
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {ReturnType<typeof read>} Facts
 */

/** @param {Snapshot & { game: View }} snapshot */
export function read({ game, room, you }) {
  const own = you.as === 'player' ? game.seats.find(({ seat }) => seat === you.side) ?? null : null;
  const me = own ? own.seat : null;
  const plays = own !== null && own.in_play && game.phase !== 'over';
  const myTurn = plays && game.phase === 'playing' && game.turn === me;
  const underOrder = plays && game.phase === 'window' && game.window?.against === me;
  const finished = plays && isFinished(own.rack);
  return {
    game,
    room,
    /** The viewer's rack; null for spectators. */
    own,
    me,
    /** Whether the viewer can still do anything in this game. */
    plays,
    /** The viewer has to draw or take. */
    taking: myTurn && game.step === 'take',
    /** The viewer has to place the drawn card. */
    placing: myTurn && game.step === 'place',
    /** The viewer may answer an order. */
    underOrder,
    /** The viewer's reverse cards, while they can answer. */
    answers: underOrder && own ? reverses(own.rack) : [],
    over: game.phase === 'over',
    topTakeable: takeable(game.discard.top),
    swapViaDiscard: room.options['swap_via_discard'] !== false,
    mayCall: plays && (!underOrder || room.options['call_under_order'] === true),
    finished,
    /** All other seats, from the viewer's left round the table. */
    others: leftOf(game.seats, me),
    /** Who has to do something now, and until when. */
    waiting: game.window ? { seat: game.window.against, ends_at: game.window.ends_at }
      : game.turn !== null ? { seat: game.turn, ends_at: game.ends_at } : null,
  };
}

/** @param {readonly Seat[]} seats @param {number | null} me */
function leftOf(seats, me) {
  if (me === null) return [...seats];
  return [...seats.filter(({ seat }) => seat > me), ...seats.filter(({ seat }) => seat < me)];
}

/** Whom an order can name (ruling 81). @param {Facts} facts */
export const targets = (facts) => facts.others.filter((other) => other.in_play).map(({ seat }) => seat);
