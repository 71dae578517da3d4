// @ts-check
// Parts of the page that are loaded when they are needed.

import { at } from './site.js';

/** A part that is there and did not come: only a new page helps. */
export class Missing extends Error {}

/**
 * Loads a part. A module that could not be fetched once stays missing for the browser until the page is loaded anew;
 * so it is asked for by itself first, which may fail as often as it likes.
 * @template T
 * @param {string} path @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function part(path, load) {
  const answer = await fetch(at(path));
  if (!answer.ok) throw new Error(path);
  return load().catch(() => { throw new Missing(path); });
}
