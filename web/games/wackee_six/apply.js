// @ts-check
// Folds the game's events into its view, as the server's `evolve.rs` does with the state behind it.

import { now } from '../../parts/time.js';

/**
 * @typedef {import('../contract.d.ts').Clocked<import('../../../proto/slapdown.d.ts').WackeeSixView>} View
 * @typedef {import('../contract.d.ts').Clocked<import('../../../proto/slapdown.d.ts').WackeeSixEvent>} Event
 * @typedef {View['sides'][number]} Side
 * @typedef {View['piles'][number]} Pile
 * @typedef {import('../contract.d.ts').Room} Room
 * @typedef {import('../contract.d.ts').You} You
 */

/** Cards of a side: six in the row, six under, the rest is stock. */
const STOCK = 42;
const FACE_DOWN = 6;

/** When this page saw the clocks stop, for the locks that move along. @type {WeakMap<View, number>} */
const stopped = new WeakMap();

/** @param {View | null} game @param {Event} event @param {You} _you @param {Room} room @returns {View | null} */
export function apply(game, event, _you, room) {
  if (event.e === 'dealt') return dealt(event);
  if (game === null) return null;
  const since = stopped.get(game);
  const next = happen(game, event, room);
  const at = since ?? (event.e === 'paused' || event.e === 'countdown' ? now() : undefined);
  if (at !== undefined && (next.phase === 'paused' || next.phase === 'countdown')) stopped.set(next, at);
  if (since !== undefined && next.phase === 'playing') return shifted(next, now() - since);
  return next;
}

/** @param {Extract<Event, { e: 'dealt' }>} event @returns {View} */
function dealt(event) {
  return {
    phase: event.starts_at === null ? 'dealt' : 'countdown', starts_at: event.starts_at, stuck_at: null, rotations: 0,
    ends_at: null, vote_at: null, away: [], piles: [], vote: null, scores: null, revealed: null,
    sides: event.sides.map(({ side, team, row }) => ({
      side, team, row, face_down: FACE_DOWN, stock: STOCK, waste: 0, top: null, played: 0, out: false, wild_locked_at: null,
    })),
  };
}

/** @param {View} game @param {Exclude<Event, { e: 'dealt' }>} event @param {Room} room @returns {View} */
function happen(game, event, room) {
  switch (event.e) {
    case 'countdown': return { ...game, phase: 'countdown', starts_at: event.starts_at, stuck_at: null, ends_at: null, vote_at: null };
    case 'began': return {
      ...game, phase: event.stuck_at === null ? 'playing' : 'stuck', starts_at: null, stuck_at: event.stuck_at,
      ends_at: event.ends_at, vote_at: event.vote_at,
    };
    case 'turned': return side(game, event.side, { top: event.top, stock: event.stock, waste: event.waste });
    case 'recycled': return side(game, event.side, { top: null, stock: event.stock, waste: 0 });
    case 'played': return laid(side(game, event.side, (old) => ({ played: event.played, ...taken(old, [event.from]), ...left(event.waste) })), event, room);
    case 'pair_played': return laid(side(game, event.side, (old) => (
      { played: event.played, ...taken(old, [event.wild, event.companion]), ...left(event.waste) })), event, room);
    case 'refilled': return side(game, event.side, (old) => (
      { row: old.row.map((card, index) => (index === event.slot - 1 ? event.card : card)), face_down: event.face_down }));
    case 'out': return side(game, event.side, { out: true });
    case 'wild_locked': return side(game, event.side, { wild_locked_at: event.wild_locked_at });
    case 'voted': return { ...game, vote: voted(game.vote, event) };
    case 'vote_lapsed': return { ...game, vote: null };
    case 'vote_extended': return { ...game, vote: game.vote === null ? null : { ...game.vote, ends_at: event.ends_at } };
    case 'stuck': return {
      ...game, phase: 'stuck', stuck_at: event.stuck_at, ends_at: null, vote_at: null,
      vote: game.vote?.for === 'rotate' ? null : game.vote,
    };
    case 'rotated': return {
      ...game, phase: 'playing', stuck_at: null, rotations: event.rotations, ends_at: event.ends_at, vote_at: event.vote_at,
      sides: game.sides.map((old) => {
        const stock = event.stocks.find((one) => one.side === old.side)?.stock ?? old.stock;
        return { ...old, stock, waste: 0, top: null };
      }),
    };
    case 'paused': return { ...game, phase: 'paused', vote: null, ends_at: null, vote_at: null };
    case 'went_on': return { ...game, phase: 'playing', vote: null, ends_at: event.ends_at, vote_at: event.vote_at };
    case 'scored': return {
      ...game, phase: 'scored', starts_at: null, stuck_at: null, ends_at: null, vote_at: null, vote: null,
      scores: event.scores, revealed: event.revealed, sides: game.sides.map((old) => ({ ...old, wild_locked_at: null })),
    };
    case 'presence': return { ...game, away: others(game, event.seat) };
    case 'seat_left': case 'away': return {
      ...game, away: [...others(game, event.seat), event.seat].sort((one, other) => one - other),
    };
    case 'called': case 'misplayed': case 'driver': return game;
  }
}

/** The seats that are away but for one. Views in replays of old do not have them. @param {View} game @param {number} seat */
const others = (game, seat) => (game.away ?? []).filter((one) => one !== seat);

/** @param {View} game @param {number} number @param {Partial<Side> | ((old: Side) => Partial<Side>)} how @returns {View} */
function side(game, number, how) {
  return { ...game, sides: game.sides.map((old) => (old.side === number ? { ...old, ...(typeof how === 'function' ? how(old) : how) } : old)) };
}

/** @param {Side} old @param {string[]} spots @returns {Partial<Side>} */
function taken(old, spots) {
  return { row: old.row.map((card, index) => (spots.includes(`row.${index + 1}`) ? null : card)) };
}

/** @param {{ count: number, top: string | null } | null} waste @returns {Partial<Side>} */
const left = (waste) => (waste === null ? {} : { waste: waste.count, top: waste.top });

/** @param {View} game @param {Extract<Event, { e: 'played' | 'pair_played' }>} event @param {Room} room @returns {View} */
function laid(game, event, room) {
  /** @type {Pile} */
  const pile = { pile: event.pile, color: event.color, top: event.top, card: event.card, by: event.side, closed: event.top === 13 };
  const known = game.piles.some((old) => old.pile === event.pile);
  const idle = Number(room.options.idle_vote_ms ?? 0);
  return {
    ...game, rotations: 0, vote_at: idle > 0 ? now() + idle : null,
    piles: known ? game.piles.map((old) => (old.pile === event.pile ? pile : old)) : [...game.piles, pile],
  };
}

/** @param {View['vote']} vote @param {Extract<Event, { e: 'voted' }>} event @returns {View['vote']} */
function voted(vote, event) {
  if (event.opened !== null) return { for: event.for, by: event.side, yes: [event.side], ends_at: now() + event.opened };
  if (vote === null || !event.agree) return null;
  return { ...vote, yes: [...new Set([...vote.yes, event.side])].sort((a, b) => a - b) };
}

/** Locks wait while the clocks stand. @param {View} game @param {number} by @returns {View} */
const shifted = (game, by) => ({
  ...game, sides: game.sides.map((old) => (old.wild_locked_at === null ? old : { ...old, wild_locked_at: old.wild_locked_at + by })),
});
