// @ts-check
// What happens in a room, in words.

import { memberOf, nameOf, sideName } from './people.js';

/**
 * @typedef {import('../games/contract.d.ts').Snapshot} Snapshot
 * @typedef {import('../games/contract.d.ts').Line} Line
 * @typedef {import('./fold.js').RoomEvent} RoomEvent
 */

const STOOD = {
  slept: 'The table slept while nobody was here.',
  crashed: 'The server was down for a moment. Nothing is lost.',
  storage: 'The server could not write for a moment. Nobody lost time.',
  stopped: 'The server stood still for a moment. Nobody lost time.',
};

/**
 * @param {RoomEvent} event @param {Snapshot} after @param {Snapshot} before
 * @returns {Line | null}
 */
export function describeRoom(event, after, before) {
  const { room, you } = after;
  /** @param {string | null} player @param {import('../games/contract.d.ts').Room} [at] */
  const name = (player, at = room) => (player === you.player ? 'You' : nameOf(at, player));
  /** @param {string} player @param {string} one @param {string} many */
  const does = (player, one, many) => `${name(player)} ${player === you.player ? many : one}`;
  const mine = 'player' in event && event.player === you.player;
  switch (event.e) {
    case 'joined': return event.member.player === you.player ? null
      : { text: `${nameOf(room, event.member.player)} ${event.member.as === 'spectator' ? 'watches' : 'came in'}.` };
    case 'left': case 'gone': {
      const who = name(event.player, before.room);
      return { text: event.kicked ? `${who} ${mine ? 'were' : 'was'} taken off the table.` : `${who} left.`, mine };
    }
    case 'seated': return { text: `${does(event.player, 'sits', 'sit')} down.`, mine, minor: memberOf(room, event.player)?.bot !== null };
    case 'stood': return { text: `${does(event.player, 'stands', 'stand')} up.`, mine };
    case 'ready': return { text: `${does(event.player, 'is', 'are')} ${event.ready ? 'ready' : 'not ready'}.`, mine, minor: true };
    case 'online': return mine ? null : { text: `${name(event.player)} ${event.online ? 'is back' : 'is away'}.` };
    case 'stand_in': {
      const who = event.player !== null ? name(event.player) : event.side !== null ? sideName(room, event.side) : 'a place';
      return { text: event.played_by_bot ? `A bot plays for ${who === 'You' ? 'you' : who}.`
        : `${who} ${who === 'You' ? 'play' : 'plays'} again.`, mine };
    }
    case 'chat': return { text: `${name(event.player)}: ${event.text}`, minor: true };
    case 'renamed': return { text: `${name(event.player, before.room)} ${mine ? 'are' : 'is'} called ${nameOf(room, event.player)} now.` };
    case 'host': return event.player === null ? null : { text: `${name(event.player)} ${event.player === you.player ? 'are' : 'is'} host now.`, mine: event.player === you.player };
    case 'options': return { text: 'The options were changed. Everybody says again who is ready.' };
    case 'round_begun': return { text: `Round ${event.round} is dealt.`, mine: true };
    case 'clock_stood': return { text: STOOD[event.why], mine: true };
    default: return null;
  }
}
