// @ts-check
// The clock of the page while it shows a replay: room time, which stands when the replay stands. Tables and folds
// read it as they read any time.

import { runBy } from '../parts/time.js';

/** Milliseconds of room time. */
export const clock = { at: 0 };

runBy(() => clock.at);

/** Runs something as if it were that instant. @template T @param {number} at @param {() => T} run @returns {T} */
export function asOf(at, run) {
  const before = clock.at;
  clock.at = at;
  try {
    return run();
  } finally {
    clock.at = before;
  }
}
