// @ts-check
// Fingers, mice and keys: a tap plays, a drag lays on what is under it, what is held goes on turning. Keys act
// only while the focus is on the table.

import { openDialog } from '../../parts/dialog.js';
import { draggable } from '../../parts/drag.js';
import { el } from '../../parts/el.js';
import { now } from '../../parts/time.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Scene} Scene
 */

/** A finger that stays longer than this on the stock goes on turning. */
const HOLD_MS = 280;
/** The click that ends a hold may come this much later. */
const CLICK_MS = 400;

/** @param {Scene} scene @param {Play} play */
export function listen(scene, play) {
  const { own } = scene;
  for (const [spot, node] of own.places) {
    node.addEventListener('click', () => play.tap(spot));
    draggable(node, () => lift(scene, play, spot, node));
  }
  hold(own.stock, () => play.turn());
}

/** @param {Scene} scene @param {Play} play @param {string} spot @param {HTMLElement} node */
function lift(scene, play, spot, node) {
  const card = node.getAttribute('data-card') ?? '';
  if (card === '' || scene.side() === null || play.pending.has(spot)) return null;
  const flight = scene.air.lift(card, node);
  node.setAttribute('data-held', '');
  play.choose(spot);
  return {
    move: (/** @type {number} */ x, /** @type {number} */ y) => flight.move(flight.home.x + x, flight.home.y + y),
    drop(/** @type {PointerEvent | null} */ at) {
      node.removeAttribute('data-held');
      if (at === null || !scene.piles.over(at.clientX, at.clientY)) {
        play.choose('');
        return void flight.back();
      }
      flight.land();
      const pile = scene.piles.under(at.clientX, at.clientY);
      if (pile !== null) return play.pile(pile);
      play.choose('');
      play.tap(spot);
    },
  };
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

/** @type {[string, string][]} */
export const KEYS = [
  ['1 – 6', 'play that card of the row'],
  ['Enter', 'play the top of the waste'],
  ['Space', 'turn three; held, it goes on'],
  ['W, then 1 – 6 or Enter', 'play a wild and the card that follows it'],
  ['Shift + 1 – 6', 'pick a card up; arrows choose the pile, Enter lays it'],
  ['Esc', 'put it down again'],
  ['P', 'hear the piles'],
  ['C', 'hear your cards'],
  ['?', 'this list'],
];

/** @param {HTMLElement} element @param {Scene} scene @param {Play} play */
export function keys(element, scene, play) {
  let turning = false;
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || scene.side() === null) return;
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1];
    const target = /** @type {HTMLElement} */ (event.target);
    if (digit !== undefined) {
      if (event.shiftKey) play.choose(`row.${digit}`);
      else if (!event.repeat) play.tap(`row.${digit}`);
    } else if (event.key === ' ') {
      if (!turning) {
        turning = true;
        void (async () => { while (turning && await play.turn()); })();
      }
    } else if (event.key === 'Enter') {
      if (target.hasAttribute('data-pile') && play.chosen !== '') play.pile(Number(target.getAttribute('data-pile')));
      else if (target.closest('button') !== null && target !== scene.own.stock) return;
      else if (!event.repeat) play.tap('waste');
    } else if (event.key === 'Escape' && play.chosen !== '') {
      play.choose('');
    } else if (event.key.toLowerCase() === 'w') {
      const wild = [...scene.own.places].find(([, node]) => node.getAttribute('data-card') === 'wild');
      if (wild !== undefined) play.tap(wild[0]);
    } else if (event.key.toLowerCase() === 'p') {
      const game = scene.game();
      if (game !== null) scene.table.say(scene.piles.read(game));
    } else if (event.key.toLowerCase() === 'c') {
      scene.table.say([...scene.own.places.values()].map((node) => node.getAttribute('aria-label')).join('; '));
    } else if (event.key === '?') {
      openDialog('Keys', el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, does]) => [el('dt', {}, key), el('dd', {}, does)])));
    } else if (event.key.startsWith('Arrow')) {
      if (!arrow(scene, target, event.key)) return;
    } else {
      return;
    }
    event.preventDefault();
  });
  element.addEventListener('keyup', (event) => {
    if (event.key !== ' ') return;
    turning = false;
    // Space is for turning: no button that has the focus is pressed by it.
    event.preventDefault();
  });
  element.addEventListener('focusout', (event) => {
    if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) turning = false;
  });
}

/** Moves the focus over the piles. @param {Scene} scene @param {HTMLElement} from @param {string} key */
function arrow(scene, from, key) {
  const rows = [...scene.piles.node.children].map((row) => /** @type {HTMLElement[]} */ ([...row.children]).filter((node) => node.hasAttribute('data-pile')));
  const marked = /** @type {HTMLElement | null} */ (scene.piles.node.querySelector('[data-target]'));
  const y = rows.findIndex((row) => row.includes(from));
  if (y < 0) {
    const first = marked ?? rows.find((row) => row.length > 0)?.[0];
    first?.focus();
    return first !== undefined;
  }
  const x = rows[y]?.indexOf(from) ?? 0;
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  for (let at = y + (step[1] ?? 0); at >= 0 && at < rows.length; at += step[1] || rows.length) {
    const row = rows[at] ?? [];
    const next = row[Math.min(row.length - 1, Math.max(0, x + (step[0] ?? 0)))];
    if (next !== undefined) {
      next.focus();
      break;
    }
  }
  return true;
}
