// @ts-check
// Small movements that show where a card went. Left out where motion is unwanted.

import { SIDES, slotOf } from './cards.js';

/**
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {{ own: import('./rack.js').OwnRack, other: import('./rack.js').OtherRack,
 *   piles: import('./piles.js').Piles, shown: number | null }} Parts
 */

/** More than this at once was a backlog: nobody could follow it. */
const AT_ONCE = 4;

/** @param {readonly Event[]} happened @param {Facts} facts @param {Parts} parts */
export function moves(happened, facts, { own, other, piles, shown }) {
  if (happened.length > AT_ONCE) return;
  const rack = shown === facts.me ? own : other;
  for (const event of happened) {
    if (event.e === 'drawn') slide(piles.hand, piles.draw_pile);
    if (event.e === 'exchanged' || event.e === 'discarded' || event.e === 'swap_played' || event.e === 'reversed') {
      pop(piles.discard);
    }
    if (event.e === 'exchanged' || event.e === 'reversed') {
      if (event.seat === shown) pop(rack.slots.get(event.slot)?.node);
    }
    if (event.e === 'settled' && event.seat === shown) {
      const [blue, red] = SIDES.map((side) => rack.slots.get(slotOf(side, event.row))?.node);
      slide(blue, red);
      slide(red, blue);
    }
  }
}

/** A node comes from where another is. @param {Element | undefined} node @param {Element | undefined} from */
function slide(node, from) {
  if (!node || !from) return;
  const to = node.getBoundingClientRect();
  const start = from.getBoundingClientRect();
  if (!to.width || !start.width) return;
  node.animate([{ transform: `translate(${start.x - to.x}px, ${start.y - to.y}px)` }, { transform: 'none' }],
    { duration: 260, easing: 'ease-out' });
}

/** @param {Element | undefined} node */
function pop(node) {
  node?.animate([{ transform: 'scale(1.08)', filter: 'brightness(1.5)' }, { transform: 'none', filter: 'none' }],
    { duration: 420, easing: 'ease-out' });
}
