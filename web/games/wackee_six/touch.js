// @ts-check
// Fingers and mice: a tap plays, a drag lays on what is under it, a held finger goes on turning.

import { now } from '../../parts/time.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Scene} Scene
 */

/** A finger that moved further than this drags. */
const DRAG_PX = 10;
/** A finger that stays longer than this on the stock goes on turning. */
const HOLD_MS = 280;
/** The click that ends a drag or a hold may come this much later. */
const CLICK_MS = 400;

/** When a card was last dragged: the click that follows is none. @type {WeakMap<Element, number>} */
const dragged = new WeakMap();

/** @param {Scene} scene @param {Play} play */
export function listen(scene, play) {
  const { own } = scene;
  for (const [spot, node] of own.places) {
    node.addEventListener('click', () => now() - (dragged.get(node) ?? -1e9) > CLICK_MS && play.tap(spot));
    node.addEventListener('pointerdown', (event) => drag(scene, play, spot, node, event));
  }
  hold(own.stock, () => play.turn());
}

/** @param {Scene} scene @param {Play} play @param {string} spot @param {HTMLElement} node @param {PointerEvent} down */
function drag(scene, play, spot, node, down) {
  if (down.button !== 0 || scene.side() === null) return;
  const card = node.getAttribute('data-card') ?? '';
  /** @type {import('./fly.js').Flight | null} */
  let flight = null;
  dragged.delete(node);
  /** @param {PointerEvent} move */
  const moved = (move) => {
    if (move.pointerId !== down.pointerId) return;
    const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
    if (flight === null) {
      if (Math.hypot(x, y) < DRAG_PX || card === '' || play.pending.has(spot)) return;
      node.setPointerCapture(down.pointerId);
      flight = scene.air.lift(card, node);
      node.setAttribute('data-held', '');
      play.choose(spot);
    }
    flight.move(flight.home.x + x, flight.home.y + y);
  };
  /** @param {PointerEvent} up */
  const ended = (up) => {
    if (up.pointerId !== down.pointerId) return;
    node.removeEventListener('pointermove', moved);
    node.removeEventListener('pointerup', ended);
    node.removeEventListener('pointercancel', ended);
    if (flight === null) return;
    node.removeAttribute('data-held');
    dragged.set(node, now());
    const pile = up.type === 'pointerup' ? scene.piles.under(up.clientX, up.clientY) : null;
    const over = up.type === 'pointerup' && scene.piles.over(up.clientX, up.clientY);
    if (!over) {
      play.choose('');
      void flight.back();
      return;
    }
    flight.land();
    if (pile !== null) return play.pile(pile);
    play.choose('');
    play.tap(spot);
  };
  node.addEventListener('pointermove', moved);
  node.addEventListener('pointerup', ended);
  node.addEventListener('pointercancel', ended);
}

/** Turns once for a tap, and again and again while held. @param {HTMLElement} node @param {() => Promise<boolean>} turn */
function hold(node, turn) {
  let held = false;
  let timer = 0;
  let ended = -1e9;
  const go = async () => {
    held = true;
    node.setAttribute('data-held', '');
    while (held && await turn());
    node.removeAttribute('data-held');
  };
  const stop = () => {
    clearTimeout(timer);
    // The click that comes after a hold is not one more turn.
    if (held) ended = now();
    held = false;
  };
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    clearTimeout(timer);
    timer = setTimeout(go, HOLD_MS);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) node.addEventListener(end, stop);
  node.addEventListener('click', () => { if (now() - ended > CLICK_MS) void turn(); });
  node.addEventListener('contextmenu', (event) => event.preventDefault());
}
