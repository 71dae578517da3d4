// @ts-check
// What this browser was told before the deals of a match, and what it gave to them: it alone ties a replay to what
// was played, since a server that lies can make a replay that agrees with itself.

import { recall } from '../net/keep.js';

/**
 * @typedef {import('./lines.d.ts').RoundLine} RoundLine
 * @typedef {Map<number, { commit: string, given: string }>} Seen  by round; `given` is '' for nothing
 */

/** What is remembered of a match; only of the last one there is anything. @param {string} match @returns {Seen} */
export function seenOf(match) {
  const [of, ...rounds] = (recall('deals') ?? '').split(' ');
  return new Map(of !== match ? [] : rounds.map((round) => {
    const [number = '', commit = '', given = ''] = round.split(',');
    return [Number(number), { commit, given }];
  }));
}

/** Why a deal is not the one that was told; '' if it is, or if nobody remembers. @param {RoundLine} line @param {Seen} seen */
export function betrayed({ round, deal }, seen) {
  const told = seen.get(round);
  if (told === undefined) return '';
  if (told.commit !== deal.commit) return 'deal.commit is not what this browser was told before the deal: the server has changed its seed';
  if (told.given !== '' && !deal.entropy.some(({ entropy }) => entropy === told.given)) return 'deal.entropy lacks what this browser gave';
  return '';
}
