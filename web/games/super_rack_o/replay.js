// @ts-check
// Super Rack-O in a replay: its deal and the way of its cards, for the check.

import { placeOf } from './cards.js';

/**
 * @typedef {import('./apply.js').Event} Event
 *
 * @typedef {object} Cards  all 108; the top of each pile is its last
 * @property {number[]} seats
 * @property {number} dealer
 * @property {Map<number, { blue: string[], red: string[] }>} racks
 * @property {string[]} draw
 * @property {string[]} discard
 * @property {string | null} hand
 * @property {import('../../viewer/chance.js').Draw} chance  what the next reshuffle is made from
 */

const ROWS = 8;
const NUMBERS = 40;

/** Both decks in the order that a shuffle begins with. */
const DECKS = ['blue', 'red'].flatMap((color) => [
  ...Array.from({ length: NUMBERS }, (_, index) => `${color}-${index + 1}`),
  ...Array(5).fill(`${color}-wild`), ...Array(5).fill(`${color}-swap`), ...Array(4).fill(`${color}-reverse`),
]);

/** @type {import('../contract.d.ts').Replayed<Cards, Event>} */
export default {
  rules: [1],

  deal(sitting, draw, before) {
    const cards = [...DECKS];
    draw.shuffle(cards);
    const seats = sitting.map(({ seat }) => seat);
    // Drawn in every game, and used in the first.
    const chosen = seats[draw.below(seats.length)] ?? 1;
    const dealer = before === null ? chosen : leftOf(seats, before.dealer);
    const first = Math.max(0, seats.findIndex((seat) => seat > dealer));
    const racks = new Map(seats.map((seat, index) => {
      const offset = (index + seats.length - first) % seats.length;
      // From row 8 down to row 1, in each the blue side first.
      const side = (/** @type {0 | 1} */ red) => Array.from({ length: ROWS }, (_, row) => cards[(2 * (ROWS - 1 - row) + red) * seats.length + offset] ?? '');
      return [seat, { blue: side(0), red: side(1) }];
    }));
    const pile = cards.slice(2 * ROWS * seats.length).reverse();
    const discard = pile.splice(-1);
    return { seats, dealer, racks, draw: pile, discard, hand: null, chance: draw.apart() };
  },

  opening(cards) {
    const game = { dealer: cards.dealer, turn: leftOf(cards.seats, cards.dealer), seats: racks(cards), ...piles(cards) };
    return { event: { game }, game };
  },

  follow(cards, event) {
    switch (event.e) {
      case 'drawn': {
        const reshuffled = cards.draw.length === 0;
        if (reshuffled) renew(cards, cards.discard.splice(0, cards.discard.length - 1));
        cards.hand = cards.draw.pop() ?? null;
        return { card: cards.hand, reshuffled, ...piles(cards) };
      }
      case 'exchanged': {
        const card = (event.from === 'discard' ? cards.discard.pop() : cards.hand) ?? '';
        const out = put(cards, event.seat, event.slot, card);
        cards.discard.push(out);
        cards.hand = null;
        return { card, out, ...piles(cards) };
      }
      case 'discarded': case 'swap_played': {
        const card = cards.hand ?? '';
        cards.discard.push(card);
        cards.hand = null;
        return { card, ...piles(cards) };
      }
      case 'reversed': {
        const reshuffled = cards.draw.length === 0;
        if (reshuffled) renew(cards, cards.discard.splice(0));
        const replacement = cards.draw.pop() ?? '';
        const card = put(cards, event.seat, event.slot, replacement);
        cards.discard.push(card);
        return { card, replacement, reshuffled, ...piles(cards) };
      }
      case 'settled': {
        const rack = cards.racks.get(event.seat);
        const at = event.row - 1;
        if (rack !== undefined) [rack.blue[at], rack.red[at]] = [rack.red[at] ?? '', rack.blue[at] ?? ''];
        return null;
      }
      case 'set_aside': {
        if (event.discarded === undefined) return piles(cards);
        const discarded = cards.hand ?? '';
        cards.discard.push(discarded);
        cards.hand = null;
        return { discarded, ...piles(cards) };
      }
      case 'won':
        return { racks: racks(cards) };
      default:
        return null;
    }
  },
};

/** The next higher seat that is taken, around the table. @param {number[]} seats @param {number} seat */
const leftOf = (seats, seat) => seats.find((other) => other > seat) ?? seats[0] ?? 1;

/** @param {Cards} cards */
const racks = ({ seats, racks: all }) => seats.map((seat) => ({ seat, rack: structuredClone(all.get(seat)) }));

/** @param {Cards} cards */
const piles = ({ draw, discard }) => ({ draw_pile: draw.length, discard: { count: discard.length, top: discard.at(-1) ?? null } });

/** Puts a card into a slot; gives back the one that was there. @param {Cards} cards @param {number} seat @param {import('./cards.js').Slot} slot @param {string} card */
function put(cards, seat, slot, card) {
  const { side, row } = placeOf(slot);
  const rack = cards.racks.get(seat);
  const out = rack?.[side][row - 1] ?? '';
  if (rack !== undefined) rack[side][row - 1] = card;
  return out;
}

/** Makes the draw pile anew of what lay under the top discard. @param {Cards} cards @param {string[]} under */
function renew(cards, under) {
  cards.chance.shuffle(under);
  cards.draw = under;
  cards.chance = cards.chance.apart();
}
