// @ts-check
// Time as the page keeps it: instants on `performance.now()`, which no wrong wall clock can spoil.

let read = () => performance.now();

export const now = () => read();

/** Another clock for the whole page: a replay has its own. @param {() => number} clock */
export const runBy = (clock) => { read = clock; };

/** Milliseconds left until an instant; null stays null. @param {number | null | undefined} at */
export const left = (at) => (at === null || at === undefined ? null : Math.max(0, at - now()));

/** As a clock shows it: 75,000 is "1:15". @param {number} ms */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * A copy of what came over the wire in which each `…_in` (what remains) has become `…_at` (when).
 * @template T
 * @param {T} value
 * @param {number} at  when it came
 * @returns {import('../games/contract.d.ts').Clocked<T>}
 */
export function clocked(value, at) {
  return /** @type {any} */ (walk(value, at));
}

/** @param {any} value @param {number} at @returns {any} */
function walk(value, at) {
  if (Array.isArray(value)) return value.map((item) => walk(item, at));
  if (value === null || typeof value !== 'object') return value;
  /** @type {Record<string, unknown>} */
  const out = {};
  for (const key in value) {
    const inner = value[key];
    if (key.endsWith('_in')) out[`${key.slice(0, -3)}_at`] = typeof inner === 'number' ? at + inner : inner;
    else out[key] = walk(inner, at);
  }
  return out;
}
