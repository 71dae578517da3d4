// @ts-check
// Dragging by finger, pen or mouse: a node that is moved far enough is held until it is let go of. A press that
// stays where it is remains a click.

import { now } from './time.js';

/** A finger that moved further than this drags. */
const DRAG_PX = 10;
/** The click that ends a drag may come this much later; it is none. */
const CLICK_MS = 400;

/**
 * @typedef {object} Held
 * @property {(x: number, y: number) => void} move  how far it is from where it was taken, in pixels
 * @property {(at: PointerEvent | null) => void} drop  where it is let go of; null if the browser took it away
 */

/** @param {HTMLElement} node @param {() => Held | null} lift  called once it is dragged; null if there is nothing to drag */
export function draggable(node, lift) {
  let ended = -1e9;
  node.addEventListener('click', (event) => {
    if (now() - ended < CLICK_MS) event.stopImmediatePropagation();
  }, { capture: true });
  node.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    ended = -1e9;
    // A quick mouse has left the node with its first move; a finger is kept by itself.
    if (down.pointerType === 'mouse') node.setPointerCapture(down.pointerId);
    /** @type {Held | null} */
    let held = null;
    let gone = false;
    const done = new AbortController();
    /** @param {PointerEvent} move */
    const moved = (move) => {
      if (gone || move.pointerId !== down.pointerId) return;
      const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
      if (held === null) {
        if (Math.hypot(x, y) < DRAG_PX || (held = lift()) === null) return;
        node.setPointerCapture(down.pointerId);
      }
      held.move(x, y);
    };
    /** @param {PointerEvent} up */
    const end = (up) => {
      if (up.pointerId !== down.pointerId) return;
      done.abort();
      if (held === null) return;
      ended = now();
      if (!gone) held.drop(up.type === 'pointerup' ? up : null);
    };
    /** Takes it back. @param {KeyboardEvent} event */
    const escaped = (event) => {
      if (event.key !== 'Escape' || held === null || gone) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      gone = true;
      held.drop(null);
    };
    const { signal } = done;
    document.addEventListener('keydown', escaped, { signal, capture: true });
    node.addEventListener('pointermove', moved, { signal });
    node.addEventListener('pointerup', end, { signal });
    node.addEventListener('pointercancel', end, { signal });
  });
}
