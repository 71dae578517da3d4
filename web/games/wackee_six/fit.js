// @ts-check
// What can be laid where, as far as the page knows. The server judges; this only keeps hopeless plays from
// being sent and shows where a card would go.

import { face } from '../../parts/suit.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Side} Side
 * @typedef {import('./apply.js').Pile} Pile
 * @typedef {{ spot: string, card: string }} Held  a card that could be played, and where it lies
 * @typedef {{ companion: Held, pile: Pile }} Pair
 */

export const SUITS = ['red', 'blue', 'green', 'yellow'];

/** The cards that a side could play now. @param {Side} side @returns {Held[]} */
export function held(side) {
  const row = side.row.map((card, index) => ({ spot: `row.${index + 1}`, card: card ?? '' })).filter(({ card }) => card !== '');
  return side.top === null ? row : [...row, { spot: 'waste', card: side.top }];
}

/** The open piles that take a natural card. @param {View} game @param {string} card @returns {Pile[]} */
export function takers(game, card) {
  const [color, number] = face(card);
  return game.piles.filter((pile) => pile.color === color && pile.top === Number(number) - 1 && !pile.closed);
}

/** Whether some place takes the card. @param {View} game @param {string} card */
export const fits = (game, card) => face(card)[1] === '1' || takers(game, card).length > 0;

/** The pairs that a wild could be part of: each companion with the oldest pile. @param {View} game @param {Side} side @param {string} wild @returns {Pair[]} */
export function pairs(game, side, wild) {
  return held(side).filter(({ spot, card }) => spot !== wild && card !== 'wild').flatMap((companion) => {
    const pile = pairPiles(game, companion.card)[0];
    return pile === undefined ? [] : [{ companion, pile }];
  });
}

/** The piles that take a wild and then this card. @param {View} game @param {string} card @returns {Pile[]} */
export function pairPiles(game, card) {
  const [color, number] = face(card);
  return game.piles.filter((pile) => pile.color === color && pile.top === Number(number) - 2 && !pile.closed);
}

/** The card that would have to follow a wild on that pile; null if none can. @param {Pile} pile */
export const follower = (pile) => (pile.top + 2 <= 13 ? `${pile.color}-${pile.top + 2}` : null);

/**
 * Whether a play of the viewer's own side was the other one's of its two: the row has the odd seat, the deck the even one.
 * @param {View | null} game @param {import('../contract.d.ts').You} you @param {{ side: number, seat: number }} event
 */
export const byPartner = (game, { side, role }, event) => event.side === side && event.seat !== side * 2 - (role === 'deck' ? 0 : 1)
  && game?.sides.some((one) => one.side === side && one.team) === true;

/** Points of a side if the round ended now. @param {Side} side */
export const points = (side) => side.played - 2 * remaining(side);

/** Cards of the twelve that are not played. @param {Side} side */
export const remaining = (side) => side.face_down + side.row.filter((card) => card !== null).length;

/** A card as people say it. @param {string} card */
export const sayCard = (card) => (card === 'wild' ? 'wild' : card.replace('-', ' '));
