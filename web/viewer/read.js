// @ts-check
// Fetches a replay and takes it apart: NDJSON, one object a line, within bounds.

import { at } from '../net/site.js';

/**
 * @typedef {import('./lines.d.ts').Replay} Replay
 * @typedef {import('./lines.d.ts').Line} Line
 * @typedef {import('./lines.d.ts').Head} Head
 */

/** A replay that the page shows, in bytes: some hundred rounds. Larger ones are for `slapdown verify`. */
export const BYTES_MAX = 32 * 1024 * 1024;
/** A line of it; the server's own bound. */
export const LINE_BYTES_MAX = 1024 * 1024;
/** The format that this page knows. */
export const FORMAT = 1;

const FEED = 10;
const KINDS = new Set(['match', 'round', 'step', 'lost', 'score', 'end']);

/** Where a game's replay is. @param {string} id */
export const addressOf = (id) => at(`api/v1/games/${encodeURIComponent(id)}/replay`);

/** Why there is nothing to show, in words for the reader. */
export class NoReplay extends Error {}

/** @type {Record<string, string>} */
const WORDS = {
  game_not_found: 'There is no game with this id. Is the link whole? A game is known from the end of its first round on.',
  game_not_over: 'This game is not over yet. Its replay can be seen when it is.',
  no_replay: 'The server has no replay of this game any more.',
};

/**
 * @param {string} id  the game's, as it stands in the address
 * @param {(bytes: number) => void} came  told how much is there so far
 * @returns {Promise<Replay>}
 */
export async function fetchReplay(id, came) {
  const answer = await fetch(addressOf(id)).catch(() => { throw new NoReplay('The server cannot be reached at the moment.'); });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new NoReplay(WORDS[problem.code] ?? problem.detail ?? `The server answered ${answer.status}.`);
  }
  return parse(await bodyOf(answer, came));
}

/** @param {Response} answer @param {(bytes: number) => void} came */
async function bodyOf(answer, came) {
  const reader = answer.body?.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read().catch(() => { throw new NoReplay('The connection broke before all of it was there.'); });
    if (part === undefined || part.value === undefined) break;
    parts.push(part.value);
    size += part.value.length;
    if (size > BYTES_MAX) {
      await reader?.cancel();
      throw new NoReplay(`This replay has more than ${BYTES_MAX >> 20} MB, which is more than a page should hold. Download it, and check it with “slapdown verify FILE”.`);
    }
    came(size);
  }
  const whole = new Uint8Array(size);
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}

/**
 * Takes a replay apart.
 * @param {Uint8Array} whole
 * @returns {Replay}
 */
export function parse(whole) {
  const text = new TextDecoder('utf-8', { fatal: true });
  /** @type {Line[]} */
  const lines = [];
  /** @type {Replay['broken']} */
  let broken = null;
  let first = 0;
  let last = 0;
  for (let from = 0; from < whole.length && broken === null;) {
    const feed = whole.indexOf(FEED, from);
    const to = feed < 0 ? whole.length : feed;
    const line = lines.length + 1;
    try {
      if (to - from > LINE_BYTES_MAX) throw new Error('it is too long');
      const value = JSON.parse(text.decode(whole.subarray(from, to)));
      if (!KINDS.has(value?.line)) throw new Error('no line of a replay');
      lines.push(value);
    } catch (why) {
      broken = { line, what: `cannot be read: ${why instanceof Error ? why.message : why}` };
    }
    if (lines.length === 1) first = to + 1;
    last = from;
    from = to + 1;
  }
  const head = lines[0];
  if (head?.line !== 'match') throw new NoReplay('What the server sent is no replay.');
  if (head.format > FORMAT) throw new NoReplay(`The replay has format ${head.format}, and this page knows formats up to ${FORMAT}: load the page anew.`);
  return { head, lines, body: whole.subarray(first, Math.max(first, last)), broken };
}
