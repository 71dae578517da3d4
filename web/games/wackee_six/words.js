// @ts-check
// What happens in the game, in words; and its rules in a few.

import { whoIs } from '../../room/people.js';
import { sayCard } from './fit.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Line} Line
 */

export const RULES = [
  'All play at once, each with an own deck. In the middle, piles grow from 1 to 13, each in one colour. Anybody may lay on any pile.',
  'You have a row of six cards face up and six more face down, which refill the row. Get rid of these twelve.',
  'The rest is your stock. Turn three cards over at a time; only the top one can be played, then the one under it.',
  'Tap a card, and it flies to a pile that takes it. If somebody was faster, it comes back.',
  'A wild stands for any number but 1, and the next number must follow it at once: play both as a pair.',
  'Who is out first ends the round and gets 10 points. Each card in the middle is 1 point, each of the twelve that is left costs 2.',
  'The match goes to 300 points, or what the table agreed on.',
];

const MOTIONS = { rotate: 'rotate the stocks', pause: 'pause', resume: 'go on', end: 'end the match' };

/** @param {keyof typeof MOTIONS} motion */
export const sayMotion = (motion) => MOTIONS[motion];

/** @param {Event} event @param {Snapshot} after @returns {Line | null} */
export function describe(event, { room, you }) {
  /** @param {number} side */
  const who = (side) => whoIs(room, you, side);
  /** @param {number} side @param {string} one @param {string} many */
  const does = (side, one, many) => `${who(side)} ${side === you.side ? many : one}`;
  switch (event.e) {
    case 'played': return { text: `${does(event.side, 'plays', 'play')} ${sayCard(event.card)}.`, mine: event.side === you.side };
    case 'pair_played': return { text: `${does(event.side, 'plays', 'play')} a wild and ${sayCard(event.card)}.`, mine: event.side === you.side };
    case 'turned': return event.side === you.side ? { text: `${sayCard(event.top)}.`, mine: true, minor: true } : null;
    case 'began': return { text: 'Let’s get Wackee!', mine: true };
    case 'out': return { text: `Wackee Six! ${does(event.side, 'is', 'are')} out.`, mine: true };
    case 'misplayed': return { text: `${does(event.side, 'loses', 'lose')} ${event.points} point for a play that fitted nothing.`, mine: event.side === you.side };
    case 'voted': return {
      text: event.opened !== null ? `${does(event.side, 'asks', 'ask')} to ${sayMotion(event.for)}.` : `${does(event.side, event.agree ? 'agrees' : 'says no', event.agree ? 'agree' : 'say no')}.`,
      mine: true,
    };
    case 'vote_lapsed': return { text: `Not all agreed to ${sayMotion(event.for)}.`, mine: true };
    case 'stuck': return { text: event.by === 'deadlock' ? 'Nobody can play: the stocks are rotated.' : 'The stocks are rotated.', mine: true };
    case 'paused': return { text: 'The game is paused.', mine: true };
    case 'went_on': return { text: 'The game goes on.', mine: true };
    case 'scored': return { text: { out: 'The round is over.', deadlock: 'Nobody can play any more: the round is over.', time: 'Time is up: the round is over.', vote: 'The round was ended by vote.' }[event.end], mine: true };
    default: return null;
  }
}
