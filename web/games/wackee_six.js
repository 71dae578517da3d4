// @ts-check
// Wackee Six on the page: its rules in a few words, what happens in it, its sheet. The table is in the folder.

import { sideName as sideOf, whoIs } from '../room/people.js';
import { apply } from './wackee_six/apply.js';
import { DECKS, emblem } from './wackee_six/emblem.js';
import { byPartner, sayCard } from './wackee_six/fit.js';
import { sayMotion } from './wackee_six/overlay.js';
import { WackeeSix } from './wackee_six/table.js';

/**
 * @typedef {import('./wackee_six/apply.js').View} View
 * @typedef {import('./wackee_six/apply.js').Event} Event
 * @typedef {import('./contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('./contract.d.ts').Line} Line
 */

const RULES = [
  'All play at once, each with an own deck. In the middle, piles grow from 1 to 13, each in one colour. Anybody may lay on any pile.',
  'You have a row of six cards face up and six more face down, which refill the row. Get rid of these twelve.',
  'The rest is your stock. Turn three cards over at a time; only the top one can be played, then the one under it.',
  'Tap a card, and it flies to a pile that takes it. If somebody was faster, it comes back.',
  'A wild stands for any number but 1, and the next number must follow it at once: play both as a pair.',
  'Who is out first ends the round and gets 10 points. Each card in the middle is 1 point, each of the twelve that is left costs 2.',
  'The match goes to 300 points, or what the table agreed on.',
];

/** @type {import('./contract.d.ts').Game<View, Event>} */
export default {
  id: 'wackee_six',
  title: 'Wackee Six',
  sides: { min: 2, max: 6 },
  roles: { solo: 'Alone', row: 'Team: row', deck: 'Team: deck' },
  sideName: (side) => DECKS[side - 1] ?? `Side ${side}`,
  emblem,
  rules: RULES,
  css: ['games/wackee_six/table.css'],
  tag: 'wackee-six',
  element: WackeeSix,
  replay: async () => (await import('./wackee_six/replay.js')).default,
  apply,
  describe,
  sheet({ room, game, you }) {
    const scores = game?.scores ?? null;
    if (scores === null || game === null) return null;
    const out = scores.find((score) => score.bonus > 0);
    const best = Math.max(...scores.map((score) => score.total));
    const rounds = room.options.rounds;
    const goal = rounds !== null && rounds !== undefined ? ` of ${rounds}` : ` · ${room.options.target} points win`;
    return {
      title: out === undefined ? 'Nobody went out' : out.side === you.side ? 'You went out!' : `${sideOf(room, out.side)} went out`,
      columns: ['Played', 'Left', 'Bonus', 'Round', 'Total'],
      rows: [...scores].sort((a, b) => b.total - a.total || a.side - b.side).map((score) => ({
        side: score.side, best: score.total === best,
        cells: [`${score.played}`, score.left === 0 ? '–' : `−${2 * score.left}`, bonus(score), signed(score.round), signed(score.total).replace('+', '')],
      })),
      note: `Round ${room.round}${goal}`,
    };
  },
  yourTurn: ({ game, you, room }) => game?.phase === 'dealt' && (room.starter?.includes(you.player) ?? false),
};

/** @param {View['scores'] extends (infer S)[] | null ? S : never} score */
function bonus({ bonus: plus, penalty }) {
  const parts = [plus > 0 ? `+${plus}` : '', penalty > 0 ? `−${penalty}` : ''].filter((part) => part !== '');
  return parts.length === 0 ? '–' : parts.join(' ');
}

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : '0');

/** @param {Event} event @param {Snapshot} after @returns {Line | null} */
function describe(event, { room, you, game }) {
  /** @param {number} side */
  const who = (side) => whoIs(room, you, side);
  /** @param {number} side @param {string} one @param {string} many */
  const does = (side, one, many) => `${who(side)} ${side === you.side ? many : one}`;
  switch (event.e) {
    case 'played': case 'pair_played': {
      const mine = event.side === you.side;
      const by = byPartner(game, you, event) ? 'Your partner played' : mine ? 'You played' : `${who(event.side)} plays`;
      return { text: `${by} ${event.e === 'played' ? '' : 'a wild and '}${sayCard(event.card)}.`, mine };
    }
    case 'turned': return event.side === you.side ? { text: `Waste: ${sayCard(event.top)}.`, mine: true, minor: true } : null;
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
