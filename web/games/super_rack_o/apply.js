// @ts-check
// Folds an event into the table. What comes out is what a fresh `state` would say.

import { placeOf, slotOf } from './cards.js';

/**
 * @typedef {import('../contract.d.ts').Clocked<import('../../../proto/slapdown.d.ts').SuperRackOView>} View
 * @typedef {import('../contract.d.ts').Clocked<import('../../../proto/slapdown.d.ts').SuperRackOEvent>} Event
 * @typedef {import('../contract.d.ts').Clocked<import('../../../proto/slapdown.d.ts').SuperRackOTurn>} Turn
 * @typedef {View['seats'][number]} Seat
 * @typedef {import('./cards.js').Card} Card
 * @typedef {import('./cards.js').Slot} Slot
 * @typedef {import('./cards.js').Rack} Rack
 */

/**
 * @param {View | null} game
 * @param {Event} event
 * @returns {View | null}
 */
export function apply(game, event) {
  if (event.e === 'dealt') return event.game;
  if (!game) return game;
  switch (event.e) {
    case 'drawn':
      return { ...game, step: 'place', drawn: event.card ?? null, ...piles(event) };

    case 'exchanged': {
      const known = event.from === 'discard';
      const seats = seat(game, event.seat, (own) => put(own, event.slot, event.card ?? null, known));
      const next = { ...game, seats, drawn: null, ...piles(event) };
      if (event.window) return opened(next, event.window);
      return event.turn ? begun(next, event.turn) : next;
    }

    case 'discarded':
      return begun({ ...game, drawn: null, ...piles(event) }, event.turn);

    case 'swap_played':
      return opened({ ...game, drawn: null, ...piles(event) }, event.window);

    case 'reversed': {
      const seats = seat(game, event.seat, (own) => put(own, event.slot, event.replacement ?? null, false));
      return opened({ ...game, seats, ...piles(event) }, event.window);
    }

    case 'settled':
      return begun({ ...game, seats: seat(game, event.seat, (own) => cross(own, event.row)) }, event.turn);

    case 'called_falsely':
      return { ...game, seats: seat(game, event.seat, (own) => ({ ...own, skips_next: true })) };

    case 'set_aside': {
      const seats = seat(game, event.seat, (own) => ({ ...own, in_play: false }));
      const next = { ...game, seats, ...piles(event) };
      return event.turn ? begun({ ...next, drawn: null }, event.turn) : next;
    }

    case 'extended':
      if (game.window) return { ...game, window: { ...game.window, ends_at: event.ends_at } };
      return { ...game, ends_at: event.ends_at };

    case 'won': {
      // A card in hand stays its holder's secret, and its holder goes on seeing it (ruling 101).
      const racks = new Map(event.racks.map((open) => [open.seat, open.rack]));
      const seats = game.seats.map((own) => ({ ...own, rack: racks.get(own.seat) ?? own.rack }));
      return { ...game, seats, phase: 'over', turn: null, step: null, ends_at: null, window: null, winner: event.seat };
    }

    // An event of a newer server: the next `state` tells what it did.
    default:
      return game;
  }
}

/** @param {{ draw_pile: number, discard: View['discard'] }} event */
const piles = ({ draw_pile, discard }) => ({ draw_pile, discard });

/** @param {View} game @param {number} number @param {(own: Seat) => Seat} change */
const seat = (game, number, change) => game.seats.map((own) => (own.seat === number ? change(own) : own));

/** A turn begins. @param {View} game @param {Turn} turn @returns {View} */
function begun(game, turn) {
  const seats = turn.skipped.reduce(
    (all, skipped) => all.map((own) => (own.seat === skipped ? { ...own, skips_next: false } : own)), game.seats);
  return { ...game, seats, phase: 'playing', turn: turn.seat, step: 'take', ends_at: turn.ends_at, window: null };
}

/** A window opens, or another takes its place. @param {View} game @param {NonNullable<View['window']>} window @returns {View} */
const opened = (game, window) => ({ ...game, phase: 'window', step: null, ends_at: null, window });

/** A card comes into a slot. @param {Seat} own @param {Slot} slot @param {Card | null} card @param {boolean} known */
function put(own, slot, card, known) {
  const { side, row } = placeOf(slot);
  const rack = { ...own.rack, [side]: own.rack[side].map((old, index) => (index === row - 1 ? card : old)) };
  const others = own.known.filter((other) => other !== slot);
  return { ...own, rack: /** @type {Rack} */ (rack), known: known ? [...others, slot].sort() : others };
}

/** The two cards of a row change sides, and what is known of them goes along (ruling 109). @param {Seat} own @param {number} row */
function cross(own, row) {
  const blue = slotOf('blue', row);
  const red = slotOf('red', row);
  const rack = {
    blue: own.rack.blue.map((card, index) => (index === row - 1 ? own.rack.red[index] : card)),
    red: own.rack.red.map((card, index) => (index === row - 1 ? own.rack.blue[index] : card)),
  };
  const other = (/** @type {Slot} */ slot) => (slot === blue ? red : slot === red ? blue : slot);
  return { ...own, rack: /** @type {Rack} */ (rack), known: own.known.map(other).sort() };
}
