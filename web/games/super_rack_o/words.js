// @ts-check
// What happens in Super Rack-O, in words: the log's lines, the score sheet, who is who.

import { aCard, isFinished, slotWords } from './cards.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Room} Room
 */

/** The member who sits on a seat. @param {Room} room @param {number | null} seat */
export const memberOf = (room, seat) => room.members.find((member) => member.side === seat) ?? null;

/** @param {Room} room @param {number | null} seat */
export const nameOf = (room, seat) => memberOf(room, seat)?.name ?? `Seat ${seat}`;

/** A name for a sentence: whichever way it is written, it leaves the words around it in place. @param {string} name */
export const quiet = (name) => `\u2068${name}\u2069`;

/**
 * @param {Event} event
 * @param {Snapshot} after
 * @returns {import('../contract.d.ts').Line | null}
 */
export function describe(event, after) {
  const me = after.you.side;
  /** @param {number} seat */
  const who = (seat) => (seat === me ? 'You' : quiet(nameOf(after.room, seat)));
  /** @param {number} seat */
  const whom = (seat) => (seat === me ? 'you' : quiet(nameOf(after.room, seat)));
  /** @param {number} seat */
  const whose = (seat) => (seat === me ? 'your' : `${quiet(nameOf(after.room, seat))}’s`);
  /** What an order says. @param {{ by: number, against: number, row: number }} order */
  const orders = ({ by, against, row }) =>
    `${who(by)} ${by === me ? 'order' : 'orders'} ${whom(against)} to cross row ${row}.`;
  /**
   * What follows for the viewer: a turn that begins or was skipped, a rack that has just been finished by it.
   * @param {{ seat: number, skipped: number[] } | undefined} turn @param {number} [changed] whose rack is another now
   */
  const then = (turn, changed) => {
    const own = changed === me ? after.game?.seats.find(({ seat }) => seat === me) : null;
    return (own && isFinished(own.rack) ? ' Your rack is finished: call Super Rack-O!' : '')
      + (turn?.skipped ?? []).map((seat) => ` ${capital(whose(seat))} turn is skipped.`).join('')
      + (turn && turn.seat === me ? ' Your turn.' : '');
  };
  /** @param {{ seat: number, skipped?: number[] }} turn @param {...number} about */
  const mine = (turn, ...about) => me !== null && (turn?.seat === me || (turn.skipped?.includes(me) ?? false) || about.includes(me));

  switch (event.e) {
    case 'dealt': {
      const { dealer, turn } = event.game;
      const begins = turn === null ? '' : ` ${who(turn)} ${turn === me ? 'begin' : 'begins'}.`;
      return { text: `${who(dealer)} dealt.${begins}`, mine: turn === me };
    }
    case 'drawn': {
      const drew = `drew ${aCard(event.card ?? null)}`;
      const pile = event.reshuffled ? ' The discards became a new draw pile.' : '';
      if (event.why === 'clock') return { text: `Time is up: ${whom(event.seat)} ${drew}.${pile}`, mine: event.seat === me };
      return { text: `${who(event.seat)} ${drew}.${pile}`, mine: event.seat === me, minor: !event.reshuffled };
    }
    case 'exchanged': {
      const into = `into ${slotWords(event.slot)}`;
      const did = event.from === 'discard'
        ? `took ${aCard(event.card ?? null)} ${into}`
        : `put ${event.card ? aCard(event.card) : 'the drawn card'} ${into}`;
      const order = event.window ? ` ${orders(event.window)}` : '';
      const text = `${who(event.seat)} ${did}, ${aCard(event.out)} went out.${order}${then(event.turn, event.seat)}`;
      return { text, mine: mine(event.turn ?? { seat: 0 }, event.seat, event.window?.against ?? 0) };
    }
    case 'discarded': {
      const why = event.why === 'clock' ? 'Time is up: ' : '';
      const text = `${why}${why ? whom(event.seat) : who(event.seat)} discarded ${aCard(event.card)}.${then(event.turn)}`;
      return { text, mine: mine(event.turn, event.seat) };
    }
    case 'swap_played':
      return { text: orders(event.window), mine: mine({ seat: 0 }, event.seat, event.window.against) };
    case 'reversed': {
      const drew = event.replacement ? `, and drew ${aCard(event.replacement)} for it` : '';
      const text = `${who(event.seat)} reversed the order${drew}: now ${lower(orders(event.window))}${then(undefined, event.seat)}`;
      return { text, mine: mine({ seat: 0 }, event.seat, event.window.against) };
    }
    case 'settled': {
      const why = { accepted: '', clock: ' (time was up)', no_reverse: '', out_of_play: ' (out of play)' }[event.why];
      const text = `Row ${event.row} of ${whose(event.seat)} rack was crossed${why}.${then(event.turn, event.seat)}`;
      return { text, mine: mine(event.turn, event.seat) };
    }
    case 'called_falsely':
      return { text: `${who(event.seat)} called too early and ${event.seat === me ? 'lose your' : 'loses the'} next turn.`, mine: event.seat === me };
    case 'set_aside': {
      const text = `${capital(whose(event.seat))} rack is set aside for this game.${then(event.turn)}`;
      return { text, mine: mine(event.turn ?? { seat: 0 }, event.seat) };
    }
    case 'extended':
      return { text: 'The clock had stood: there is a little more time.', minor: true };
    case 'won':
      return { text: won(event.seat, event.how, who, me), mine: true };
    default:
      return null;
  }
}

/** @param {string} text */
const lower = (text) => text.replace(/^You/, 'you');
/** @param {string} text */
const capital = (text) => text.replace(/^your/, 'Your');

/** @param {number} seat @param {string} how @param {(seat: number) => string} who @param {number | null} me */
function won(seat, how, who, me) {
  const has = seat === me ? 'have' : 'has';
  if (how === 'last_in_play') return `${who(seat)} ${seat === me ? 'win' : 'wins'}: all others are out of play.`;
  return `${who(seat)} ${has} Super Rack-O!`;
}

/** How many games of the match a seat has won. @param {Room} room @param {number} seat */
export const wonBy = (room, seat) => room.totals.find(({ side }) => side === seat)?.total ?? 0;

/** How many games win the match. @param {Room} room */
export const toWin = (room) => Number(room.options['games_to_win'] ?? 1);

/** How a game that is over was won: by a finished rack, or since nobody else is in play. @param {View} game @param {string} name @param {boolean} mine */
export function victory(game, name, mine) {
  const rack = game.seats.find(({ seat }) => seat === game.winner)?.rack;
  if (rack && isFinished(rack)) return `${name} ${mine ? 'have' : 'has'} Super Rack-O!`;
  return `${name} ${mine ? 'win' : 'wins'}: all others are out of play.`;
}

/** @param {Snapshot} snapshot @returns {import('../contract.d.ts').Sheet | null} */
export function sheet({ room, game, you }) {
  if (!game || game.phase !== 'over') return null;
  const target = toWin(room);
  const totals = room.totals.filter(({ side }) => game.seats.some(({ seat }) => seat === side));
  const winner = game.winner ?? 0;
  const name = winner === you.side ? 'You' : quiet(nameOf(room, winner));
  const best = Math.max(...totals.map(({ total }) => total), 0);
  return {
    title: victory(game, name, winner === you.side),
    columns: ['This game', 'Games won'],
    rows: totals.map(({ side, total }) => ({
      side,
      cells: [side === winner ? 'won' : '–', `${total} of ${target}`],
      best: total === best && total > 0,
    })),
    note: note(room, target, best),
  };
}

/** @param {Room} room @param {number} target @param {number} best */
function note(room, target, best) {
  if (room.phase === 'over') return target === 1 ? 'The match was one game.' : `The match went to whoever won ${target} games first.`;
  const left = target - best;
  return `Whoever has won ${target} games first wins the match; ${left} more will do.`;
}
