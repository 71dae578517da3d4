// @ts-check
// Cards and slots of Super Rack-O: what they are called, and when a rack is finished.

/**
 * @typedef {import('../../../proto/slapdown.d.ts').SuperRackOCard} Card
 * @typedef {import('../../../proto/slapdown.d.ts').RackSlot} Slot
 * @typedef {import('../../../proto/slapdown.d.ts').RackRow} Row
 * A rack, each side from row 1 to row 8; null is a card that the viewer may not know.
 * @typedef {{ blue: (Card | null)[], red: (Card | null)[] }} Rack
 * @typedef {'blue' | 'red'} RackSide
 * @typedef {{ color: RackSide, kind: 'number' | 'wild' | 'swap' | 'reverse', number: number }} Face
 */

/** @type {RackSide[]} */
export const SIDES = ['blue', 'red'];
/** As a rack stands: the highest row first. @type {Row[]} */
export const ROWS = [8, 7, 6, 5, 4, 3, 2, 1];
/** The highest number of a colour. */
export const HIGHEST = 40;

/** @param {RackSide} side @param {number} row */
export const slotOf = (side, row) => /** @type {Slot} */ (`${side}.${row}`);

/** @param {Slot} slot @returns {{ side: RackSide, row: Row }} */
export function placeOf(slot) {
  const [side, row] = slot.split('.');
  return { side: /** @type {RackSide} */ (side), row: /** @type {Row} */ (Number(row)) };
}

/** @param {Rack} rack @param {Slot} slot */
export function at(rack, slot) {
  const { side, row } = placeOf(slot);
  return rack[side][row - 1] ?? null;
}

/** @param {Card} card @returns {Face} */
export function face(card) {
  const [color, what = ''] = card.split('-');
  const number = Number(what);
  const kind = Number.isInteger(number) ? 'number' : what;
  return /** @type {Face} */ ({ color, kind, number: kind === 'number' ? number : 0 });
}

/** A card in words. The colour of a swap or reverse card means nothing (ruling 62). @param {Card | null} card */
export function words(card) {
  if (!card) return 'unknown';
  const { color, kind, number } = face(card);
  if (kind === 'number') return `${color} ${number}`;
  return kind === 'wild' ? `${color} wild` : `${kind} card`;
}

/** A card within a sentence: "blue 17", "a blue wild", "a swap card". @param {Card | null} card */
export function aCard(card) {
  if (!card) return 'a card';
  return face(card).kind === 'number' ? words(card) : `a ${words(card)}`;
}

/** @param {Slot} slot */
export function slotWords(slot) {
  const { side, row } = placeOf(slot);
  return `${side} ${row}`;
}

/** Whether a card can never stay on that side of a finished rack. @param {Card} card @param {RackSide} side */
export function misplaced(card, side) {
  const { color, kind } = face(card);
  return color !== side || kind === 'swap' || kind === 'reverse';
}

/** Whether a card may be taken from the discard pile (ruling 72). @param {Card | null} card */
export const takeable = (card) => card !== null && !isSwap(card) && !isReverse(card);
/** @param {Card | null} card */
export const isSwap = (card) => card !== null && card.endsWith('-swap');
/** @param {Card | null} card */
export const isReverse = (card) => card !== null && card.endsWith('-reverse');

/** Where reverse cards stand in a rack. @param {Rack} rack */
export function reverses(rack) {
  return SIDES.flatMap((side) =>
    rack[side].flatMap((card, index) => (isReverse(card) ? [slotOf(side, index + 1)] : [])));
}

/** Whether a rack is finished (rulings 92 and 99). @param {Rack} rack */
export const isFinished = (rack) => SIDES.every((side) => sideIsFinished(rack[side], side));

/** @param {readonly (Card | null)[]} cards from row 1 to row 8 @param {RackSide} side */
function sideIsFinished(cards, side) {
  // Each number needs as much room below and above it as there are rows: then wilds can fill the rest.
  let slack = 0;
  for (let index = 0; index < cards.length; index += 1) {
    const card = cards[index];
    if (!card || misplaced(card, side)) return false;
    const { kind, number } = face(card);
    if (kind === 'wild') continue;
    const own = number - (index + 1);
    if (own < slack || own > HIGHEST - cards.length) return false;
    slack = own;
  }
  return true;
}
