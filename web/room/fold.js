// @ts-check
// Folds the room's own events into the room. The server's `room/state.rs` and `room/show.rs` do the same.

/**
 * @typedef {import('../games/contract.d.ts').Room} Room
 * @typedef {import('../games/contract.d.ts').Member} Member
 * @typedef {import('../games/contract.d.ts').You} You
 * @typedef {import('../games/contract.d.ts').Clocked<import('../../proto/slapdown.d.ts').RoomShown>} RoomEvent
 */

const CHAT_KEPT = 20;
/** The server lets anybody start this long after all are ready; the next state or event corrects it. */
const NAMES = new Set(['room_created', 'joined', 'left', 'gone', 'role_changed', 'seated', 'stood', 'ready',
  'online', 'stand_in', 'chat', 'react', 'renamed', 'muted', 'banned', 'host', 'options', 'committed',
  'may_start', 'match_begun', 'round_begun', 'round_ended', 'clock_stood', 'slept']);

/** Whether the event is the room's, not its game's. @param {{ e: string }} event @returns {event is RoomEvent} */
export const isRoomEvent = (event) => NAMES.has(event.e);

/**
 * @param {Room} room @param {RoomEvent} event @param {number} seq  the event's number
 * @returns {Room}
 */
export function foldRoom(room, event, seq) {
  switch (event.e) {
    case 'joined': return { ...room, members: [...without(room, event.member.player), event.member] };
    case 'left': return { ...unhosted(room, event.player), members: without(room, event.player) };
    case 'gone': return unhosted(change(room, event.player, { gone: true, online: false, bot_at: null }), event.player);
    case 'role_changed': return change(room, event.player, { as: event.as });
    case 'seated': return change(room, event.player, (member) => (
      { side: event.side, role: event.role, as: 'player', ready: room.phase === 'playing' ? member.ready : member.bot !== null }));
    case 'stood': return change(room, event.player, { side: null, role: null, ready: false, played_by_bot: false, bot_at: null });
    case 'ready': return change(room, event.player, { ready: event.ready });
    case 'online': return change(room, event.player, (member) => (
      { online: event.online, bot_at: event.bot_at, gone: event.online ? false : member.gone }));
    case 'stand_in': return event.player === null ? room
      : change(room, event.player, (member) => ({ played_by_bot: event.played_by_bot && member.bot === null, bot_at: null }));
    case 'chat': return said(room, { seq, player: event.player, text: event.text });
    case 'react': return said(room, { seq, player: event.player, emote: event.emote });
    case 'renamed': return change(room, event.player, { name: event.name });
    case 'muted': return change(room, event.player, { muted: event.on });
    case 'banned': {
      const others = room.banned.filter((player) => player !== event.player);
      return { ...room, banned: event.on ? [...others, event.player].sort() : others };
    }
    case 'host': return { ...room, host: event.player };
    case 'options': return { ...room, options: event.options, members: room.members.map(unready) };
    case 'committed': return { ...room, deal: event.deal };
    case 'may_start': return { ...room, starter: event.starter, anyone_may_start_at: event.anyone_may_start_at,
      away_excused_at: event.away_excused_at };
    case 'match_begun': return { ...room, match: event.match, round: 0, totals: [], winners: [] };
    case 'round_begun': return { ...room, phase: 'playing', round: event.round };
    case 'round_ended': return {
      ...room, phase: event.phase, totals: event.totals, winners: event.winners,
      members: room.members.filter((member) => !member.gone).map((member) => (
        { ...unready(member), played_by_bot: false, bot_at: null })),
    };
    case 'room_created': case 'clock_stood': case 'slept': return room;
  }
}

/** @param {You} you @param {RoomEvent} event @returns {You} */
export function foldYou(you, event) {
  if (!('player' in event) || event.player !== you.player) return you;
  switch (event.e) {
    case 'seated': return { ...you, as: 'player', side: event.side, role: event.role };
    case 'stood': return { ...you, side: null, role: null };
    case 'role_changed': return { ...you, as: event.as };
    default: return you;
  }
}

/** @param {Room} room @param {string} player */
const without = (room, player) => room.members.filter((member) => member.player !== player);

/** @param {Room} room @param {string} player @returns {Room} */
const unhosted = (room, player) => (room.host === player ? { ...room, host: null } : room);

/** @param {Member} member @returns {Member} */
const unready = (member) => ({ ...member, ready: member.bot !== null });

/**
 * @param {Room} room @param {string} player
 * @param {Partial<Member> | ((member: Member) => Partial<Member>)} how
 * @returns {Room}
 */
function change(room, player, how) {
  return {
    ...room,
    members: room.members.map((member) => (member.player !== player ? member
      : { ...member, ...(typeof how === 'function' ? how(member) : how) })),
  };
}

/** @param {Room} room @param {Room['chat'][number]} line @returns {Room} */
const said = (room, line) => ({ ...room, chat: [...room.chat, line].slice(-CHAT_KEPT) });
