// @ts-check
// Whether the deals of a replay hold: what the server had bound itself to, what people gave, the cards dealt again,
// and that no other card turned up later. `slapdown verify` checks this too, in the same order and with the same
// words, and beyond it every play; what this browser was told at the table it cannot know.

import { Draw } from './chance.js';
import { difference } from './compare.js';
import { betrayed } from './seen.js';

/**
 * @typedef {import('./lines.d.ts').Replay} Replay
 * @typedef {import('./lines.d.ts').RoundLine} RoundLine
 * @typedef {import('./lines.d.ts').Fault} Fault
 * @typedef {import('../games/contract.d.ts').Replayed} Replayed
 *
 * @typedef {object} Verdict
 * @property {Fault | null} fault  the first line that does not hold; null if all that was checked does
 * @property {boolean} hashed  whether this browser could compute SHA-256: without it half of the check is left out
 * @property {boolean} dealt  whether the cards were dealt again: not by rules that this page does not know
 * @property {number} rounds  deals that were checked
 * @property {number} seen  deals of these about which this browser had been told before
 * @property {number} cards  events whose cards were checked
 */

/** @typedef {(bytes: Uint8Array) => Promise<string>} Hash  SHA-256, in hex */

/** Browsers give a page `crypto.subtle` over https and from the own machine, but not over plain http. @type {Hash | null} */
export const sha256 = globalThis.crypto?.subtle === undefined ? null
  : async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', /** @type {BufferSource} */ (bytes))));

/** The lines of which one after another is checked before others get a turn. */
const LINES_AT_ONCE = 2_000;

/** Says why a line does not hold. */
class Differs extends Error {}

/** @param {string} what */
const must = (what) => { if (what !== '') throw new Differs(what); };

/**
 * @param {Replay} replay
 * @param {Replayed | null} game  null where the game cannot deal again
 * @param {import('./seen.js').Seen} seen
 * @param {Hash | null} [hash]
 * @returns {Promise<Verdict>}
 */
export async function check(replay, game, seen, hash = sha256) {
  const { head, lines, body, broken } = replay;
  const deals = game !== null && game.rules.includes(head.rules) ? game : null;
  /** @type {Verdict} */
  const verdict = { fault: null, hashed: hash !== null, dealt: deals !== null, rounds: 0, seen: 0, cards: 0 };
  const counted = { rounds: 0, steps: 0, lost: 0 };
  /** @type {any} */
  let cards = null;
  let ended = false;
  let number = 0;
  try {
    for (const line of lines) {
      number += 1;
      if (number % LINES_AT_ONCE === 0) await new Promise((go) => setTimeout(go));
      if (ended) must('something follows the end');
      switch (line.line) {
        case 'match':
          if (number > 1) must('a second line "match"');
          break;
        case 'round': {
          must(betrayed(line, seen));
          await chain(line, hash);
          if (deals !== null) {
            cards = deals.deal(line.seats, new Draw(bytes(line.deal.cards)), line.round > 1 ? cards : null);
            const so = deals.opening(cards);
            must(difference('event', line.event, so.event));
            must(difference('game', line.game, so.game));
          }
          counted.rounds += 1;
          verdict.rounds += 1;
          if (seen.has(line.round)) verdict.seen += 1;
          break;
        }
        case 'step':
          if (deals !== null) {
            for (const [index, event] of line.events.entries()) {
              const so = deals.follow(cards, event);
              if (so === null) continue;
              must(difference(`events[${index}]`, event, so));
              verdict.cards += 1;
            }
          }
          counted.steps += 1;
          break;
        case 'lost':
          counted.lost += 1;
          break;
        case 'score':
          break;
        case 'end': {
          ended = true;
          const { rounds, steps, lost } = counted;
          if (rounds !== line.rounds || steps !== line.steps || lost !== line.lost || rounds !== head.rounds) {
            must(`lines are missing: there are ${rounds} rounds, ${steps} steps and ${lost} lost races`);
          }
          if (hash !== null && await hash(body) !== line.sha256) {
            must('the lines before it are not those that were written (their SHA-256 differs)');
          }
        }
      }
    }
    if (broken === null && !ended) {
      number += 1;
      must('the replay ends without a line "end": something is missing');
    }
    verdict.fault = broken;
  } catch (why) {
    // A file from anywhere may hold what nobody expects.
    verdict.fault = { line: number, what: why instanceof Differs ? why.message : 'the rules cannot follow this' };
  }
  return verdict;
}

/** Whether the server kept to what it had bound itself to, and used all that was given. @param {RoundLine} round @param {Hash | null} hash */
async function chain({ deal, seats }, hash) {
  if (hash !== null && await hash(joined([deal.seed, deal.salt])) !== deal.commit) {
    must('the server’s seed and salt do not give the commitment that everybody was told: it has changed its seed');
  }
  const given = deal.entropy;
  const inOrder = given.every(({ seat }, index) => index === 0 || seat > (given[index - 1]?.seat ?? 0));
  if (!inOrder || !given.every(({ seat }) => seats.some((one) => one.seat === seat))) {
    must('what people gave is not in the order of their seats, or of nobody who sits there');
  }
  if (hash !== null && await hash(joined([deal.seed, ...given.map(({ entropy }) => entropy)])) !== deal.cards) {
    must('the seed of the cards does not follow from the server’s seed and what people gave');
  }
}

/** 32 bytes out of 64 hex digits. @param {string} text */
function bytes(text) {
  if (!/^[0-9a-f]{64}$/i.test(text)) must('a seed is not 64 hex digits');
  return Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/** @param {string[]} texts */
const joined = (texts) => Uint8Array.from(texts.flatMap((text) => [...bytes(text)]));

/** @param {Uint8Array} all */
const hex = (all) => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');
