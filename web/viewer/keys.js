// @ts-check
// The keys of a replay.

/** @type {[string, string][]} */
export const KEYS = [
  ['Space', 'play or pause'],
  ['← →', 'one step back or on'],
  ['↑ ↓', 'faster or slower'],
  ['N', 'the next contested slap, in slow motion'],
  ['Page Up, Page Down', 'the round before, the next round'],
  ['Home, End', 'the begin, the end'],
];

/** @type {Record<string, string>} */
const DEEDS = {
  ' ': 'toggle', k: 'toggle', ArrowLeft: 'back', ArrowRight: 'forth', ArrowUp: 'faster', ArrowDown: 'slower', n: 'contest',
  PageUp: 'previous', PageDown: 'next', Home: 'begin', End: 'end',
};

/** What a key does; '' if it is for something else. @param {KeyboardEvent} event */
export function deedOf(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element) || target.closest('dialog') !== null) return '';
  const deed = DEEDS[key.length === 1 ? key.toLowerCase() : key] ?? '';
  // What was reached by the keyboard keeps the keys that it has of its own.
  if (key === ' ' && target.matches('button:focus-visible, a:focus-visible, select')) return '';
  if (target.matches('select')) return '';
  if (target.matches('input') && key !== ' ') return '';
  if (target.matches('.talk-lines') && key.length > 1 && key !== 'ArrowLeft' && key !== 'ArrowRight') return '';
  return deed;
}
