// @ts-check
// Dragging: the card in hand to a slot or to the discard pile, the discard to a slot. The same as two presses.

import { draggable } from '../../parts/drag.js';

/**
 * @typedef {import('./deeds.js').Deeds} Deeds
 * @typedef {import('./cards.js').Slot} Slot
 */

/** @param {HTMLElement} table @param {import('./piles.js').Piles} piles @param {Deeds} deeds */
export function drags(table, { hand, discard }, deeds) {
  draggable(hand, () => (deeds.facts.placing && !deeds.busy ? carry(table, hand, (slot, pile) => {
    if (slot !== null) deeds.slot(slot);
    else if (pile) deeds.discard();
  }) : null));
  draggable(discard, () => {
    const { taking, topTakeable } = deeds.facts;
    if (!taking || !topTakeable || deeds.busy) return null;
    deeds.pick(true);
    return carry(table, discard, (slot) => (slot === null ? deeds.pick(false) : deeds.slot(slot)));
  });
}

/**
 * A picture of a pile's card that goes with the pointer.
 * @param {HTMLElement} table @param {HTMLElement} pile
 * @param {(slot: Slot | null, discard: boolean) => void} dropped  on which slot of one's own, or on the discard pile
 * @returns {import('../../parts/drag.js').Held}
 */
function carry(table, pile, dropped) {
  const card = /** @type {HTMLElement} */ (pile.querySelector('.sro-card'));
  const home = table.getBoundingClientRect();
  const { x, y, width, height } = card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add('sro-ghost');
  Object.assign(ghost.style, { left: `${x - home.x}px`, top: `${y - home.y}px`, width: `${width}px`, height: `${height}px` });
  table.append(ghost);
  return {
    move: (right, down) => { ghost.style.transform = `translate(${right}px, ${down}px)`; },
    drop(at) {
      ghost.remove();
      const under = at === null ? null : document.elementFromPoint(at.clientX, at.clientY);
      const slot = under?.closest('.own [data-slot]')?.getAttribute('data-slot') ?? null;
      dropped(/** @type {Slot | null} */ (slot), (under?.closest('.sro-pile.discard') ?? null) !== null);
    },
  };
}
