// @ts-check
// The keys of the Super Rack-O table. They act only while the focus is inside it.

import { openDialog } from '../../parts/dialog.js';
import { el } from '../../parts/el.js';
import { SIDES, placeOf, slotOf } from './cards.js';

/**
 * @typedef {import('./cards.js').Slot} Slot
 * @typedef {import('./cards.js').Row} Row
 * @typedef {import('./cards.js').RackSide} RackSide
 * What keys can do; the table says whether it may be done now.
 * @typedef {{
 *   draw(): void, take(): void, discard(): void, swap(): void, reverse(): void, accept(): void, call(): void,
 *   none(): void, cancel(): void, slot(slot: Slot): void, row(row: Row): void, aim(step: 1 | -1): void,
 *   ordering(): boolean,
 * }} Deeds
 */

/** @type {[string, string][]} */
export const KEYS = [
  ['D', 'draw a card'],
  ['F', 'take the discard'],
  ['B 1 … B 8, R 1 … R 8', 'the slot of the blue or red side'],
  ['X', 'discard the drawn card'],
  ['S', 'play a swap card just drawn'],
  ['A, V', 'accept an order, or reverse it'],
  ['1 … 8, ← →', 'the row of an order, and whom it hits'],
  ['N, Esc', 'no order, or back'],
  ['C', 'call Super Rack-O'],
  ['?', 'this list'],
];

export class Keys {
  /** The side of a slot that is half typed. @type {RackSide | null} */
  #side = null;
  #deeds;

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.#deeds = deeds;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof HTMLInputElement) return;
    if (this.#act(event.key.length === 1 ? event.key.toLowerCase() : event.key, event.target)) event.preventDefault();
  }

  /** @param {string} key @param {EventTarget | null} target */
  #act(key, target) {
    const side = this.#side;
    this.#side = null;
    const deeds = this.#deeds;
    if (/^[1-8]$/.test(key)) {
      const row = /** @type {Row} */ (Number(key));
      if (deeds.ordering()) deeds.row(row);
      else if (side) deeds.slot(slotOf(side, row));
      else return false;
      return true;
    }
    switch (key) {
      case 'b': this.#side = 'blue'; return true;
      case 'r': this.#side = 'red'; return true;
      case 'd': deeds.draw(); return true;
      case 'f': deeds.take(); return true;
      case 'x': deeds.discard(); return true;
      case 's': deeds.swap(); return true;
      case 'v': deeds.reverse(); return true;
      case 'a': deeds.accept(); return true;
      case 'c': deeds.call(); return true;
      case 'n': deeds.none(); return true;
      case '?':
        openDialog('Keys', el('dl', { class: 'keys' }, ...KEYS.flatMap(([pressed, does]) => [el('dt', {}, pressed), el('dd', {}, does)])));
        return true;
      case 'Escape': deeds.cancel(); return true;
      case 'ArrowLeft': case 'ArrowRight': case 'ArrowUp': case 'ArrowDown': return this.#arrow(key, target);
      default: return false;
    }
  }

  /** @param {string} key @param {EventTarget | null} target */
  #arrow(key, target) {
    if (this.#deeds.ordering() && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      this.#deeds.aim(key === 'ArrowRight' ? 1 : -1);
      return true;
    }
    const node = target instanceof Element ? target.closest('.sro-rack button[data-slot]') : null;
    const slot = node?.getAttribute('data-slot');
    if (!node || !slot) return false;
    const { side, row } = placeOf(/** @type {Slot} */ (slot));
    const next = key === 'ArrowUp' ? slotOf(side, row + 1) : key === 'ArrowDown' ? slotOf(side, row - 1)
      : slotOf(SIDES[key === 'ArrowLeft' ? 0 : 1] ?? 'blue', row);
    const found = node.closest('.sro-rack')?.querySelector(`[data-slot="${next}"]`);
    if (found instanceof HTMLElement) found.focus();
    return true;
  }
}
