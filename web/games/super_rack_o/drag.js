// @ts-check
// Dragging: the card in hand to a slot or to the discard pile, the discard to a slot. The same as two presses.

import { draggable } from '../../parts/drag.js';

/**
 * @typedef {import('./deeds.js').Deeds} Deeds
 * @typedef {import('./cards.js').Slot} Slot
 */

const SLOT = '.own [data-slot]';
const DISCARD = '.sro-pile.discard';

/** @param {HTMLElement} table @param {import('./piles.js').Piles} piles @param {Deeds} deeds */
export function drags(table, { hand, discard }, deeds) {
  const dragged = carrier(table);
  dragged(hand, `${SLOT}, ${DISCARD}`, () => deeds.facts.placing && !deeds.busy, (slot, pile) => {
    if (slot !== null) deeds.slot(slot);
    else if (pile) deeds.discard();
  });
  dragged(discard, SLOT, () => {
    const { taking, topTakeable } = deeds.facts;
    if (!taking || !topTakeable || deeds.busy) return false;
    deeds.pick(true);
    return true;
  }, (slot) => (slot === null ? deeds.pick(false) : deeds.slot(slot)));
}

/**
 * Has a picture of a pile's card go with the pointer, above all else and outside of the layout, and marks what it
 * would fall on. Marked and judged is what is under the pointer at that moment, and not what was there before.
 * @param {HTMLElement} table
 */
const carrier = (table) => (
  /** @type {HTMLElement} */ pile, /** @type {string} */ takes, /** @type {() => boolean} */ may,
  /** @type {(slot: Slot | null, discard: boolean) => void} */ dropped,
) => {
  let [fromX, fromY] = [0, 0];
  pile.addEventListener('pointerdown', ({ clientX, clientY, pointerId }) => {
    [fromX, fromY] = [clientX, clientY];
    // A quick mouse is off the pile with its first step, and the pile would not hear of it.
    pile.setPointerCapture(pointerId);
  });
  draggable(pile, () => {
    if (!may()) return null;
    const card = /** @type {HTMLElement} */ (pile.querySelector('.sro-card'));
    const home = table.getBoundingClientRect();
    const { x, y, width, height } = card.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.classList.add('sro-ghost');
    Object.assign(ghost.style, { left: `${x - home.x}px`, top: `${y - home.y}px`, width: `${width}px`, height: `${height}px` });
    table.append(ghost);
    /** @type {Element | null} */
    let target = null;
    const mark = (/** @type {Element | null} */ next) => {
      if (next === target) return;
      target?.classList.remove('target');
      next?.classList.add('target');
      target = next;
    };
    const under = (/** @type {number} */ left, /** @type {number} */ top) => {
      const found = document.elementFromPoint(left, top)?.closest(takes) ?? null;
      return found !== null && table.contains(found) ? found : null;
    };
    return {
      move(right, down) {
        ghost.style.transform = `translate(${right}px, ${down}px)`;
        mark(under(fromX + right, fromY + down));
      },
      drop(at) {
        ghost.remove();
        const end = at === null ? null : under(at.clientX, at.clientY);
        mark(null);
        dropped(/** @type {Slot | null} */ (end?.getAttribute('data-slot') ?? null), end?.matches(DISCARD) ?? false);
      },
    };
  });
};
