// @ts-check
// Wackee Six on the page.

import { sideName as sideOf } from '../room/people.js';
import { apply } from './wackee_six/apply.js';
import { DECKS, emblem } from './wackee_six/emblem.js';
import { WackeeSix } from './wackee_six/table.js';
import { RULES, describe } from './wackee_six/words.js';

/**
 * @typedef {import('./wackee_six/apply.js').View} View
 * @typedef {import('./wackee_six/apply.js').Event} Event
 */

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
  apply,
  describe,
  sheet({ room, game, you }) {
    const scores = game?.scores ?? null;
    if (scores === null || game === null) return null;
    const out = scores.find((score) => score.bonus > 0);
    const best = Math.max(...scores.map((score) => score.total));
    const rounds = room.options.rounds;
    const goal = rounds !== null && rounds !== undefined ? `${room.round} of ${rounds} rounds` : `${room.options.target} points win`;
    return {
      title: out === undefined ? 'Nobody went out' : out.side === you.side ? 'You went out!' : `${sideOf(room, out.side)} went out`,
      columns: ['Played', 'Left', 'Bonus', 'Round', 'Total'],
      rows: [...scores].sort((a, b) => b.total - a.total || a.side - b.side).map((score) => ({
        side: score.side, best: score.total === best,
        cells: [`${score.played}`, score.left === 0 ? '–' : `−${2 * score.left}`, bonus(score), signed(score.round), signed(score.total).replace('+', '')],
      })),
      note: `Round ${room.round} · ${goal}`,
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
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
