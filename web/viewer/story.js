// @ts-check
// A replay as a row of moments, each with what it did; and the table as it was after any of them, folded by the
// game as a live table is.

import { clocked } from '../parts/time.js';
import { nameOf, sideName } from '../room/people.js';
import { asOf } from './clock.js';

/**
 * @typedef {import('./lines.d.ts').Replay} Replay
 * @typedef {import('./lines.d.ts').RoundLine} RoundLine
 * @typedef {import('./lines.d.ts').StepLine} StepLine
 * @typedef {import('./lines.d.ts').LostLine} LostLine
 * @typedef {import('./lines.d.ts').ScoreLine} ScoreLine
 * @typedef {import('../games/contract.d.ts').Game} Game
 * @typedef {import('../games/contract.d.ts').Snapshot} Snapshot
 * @typedef {import('../games/contract.d.ts').Room} Room
 * @typedef {import('../games/contract.d.ts').Member} Member
 * @typedef {import('../games/contract.d.ts').Race} Race
 *
 * @typedef {object} Moment
 * @property {RoundLine | StepLine | LostLine | ScoreLine} line
 * @property {number} at  in room time
 * @property {number} time  in the time of the viewer, in which long waits are cut short
 * @property {string} said  what happened, in words; '' for what needs none
 * @property {Contest | null} contest  a race that was lost here
 *
 * @typedef {object} Contest
 * @property {Race} race
 * @property {number} first  the moment of the slap that was first
 * @property {number} late  the moment of the one that came too late
 */

/** A wait longer than this is cut down to it. */
const WAIT_MS = 3_000;
/** After the last moment the replay goes on for this long. */
const REST_MS = 1_500;
/** Every so many moments the table is kept; others are folded from the one before. */
const KEPT_EVERY = 40;
/** Moments that are folded before others get a turn. */
const AT_ONCE = 1_000;

const GONE = 'A guest who is gone';

export class Story {
  /** @type {Moment[]} */
  moments = [];
  /** Where each round begins. @type {{ round: number, first: number }[]} */
  rounds = [];
  /** @type {Contest[]} */
  contests = [];
  /** How long it takes, in the time of the viewer. */
  length = 0;
  /** The table after every so many moments. @type {Snapshot[]} */
  #kept = [];
  /** The table that was asked for last. @type {{ index: number, snapshot: Snapshot } | null} */
  #last = null;

  /** @param {Game} game @param {Replay} replay */
  constructor(game, replay) {
    this.game = game;
    this.head = replay.head;
    for (const line of replay.lines) {
      if (line.line === 'match' || line.line === 'end') continue;
      const before = this.moments.at(-1);
      if (before === undefined && line.line !== 'round') continue;
      const time = before === undefined ? 0 : before.time + Math.min(WAIT_MS, Math.max(0, line.at - before.at));
      if (line.line === 'round') this.rounds.push({ round: line.round, first: this.moments.length });
      this.moments.push({ line, at: line.at, time, said: '', contest: null });
    }
    this.length = (this.moments.at(-1)?.time ?? 0) + REST_MS;
  }

  /** Goes through all of it once: puts it into words, and finds the races. */
  async read() {
    /** The moment of each event, by its number. @type {Map<number, number>} */
    const numbers = new Map();
    /** @type {Snapshot | null} */
    let snapshot = null;
    for (const [index, moment] of this.moments.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await new Promise((go) => setTimeout(go));
      /** @type {string[]} */
      const said = [];
      snapshot = this.#fold(snapshot, moment, (event, after) => {
        const line = this.game.describe(event, after);
        if (line !== null) said.push(line.text);
      });
      if (index % KEPT_EVERY === 0) this.#kept.push(snapshot);
      const { line } = moment;
      if (line.line === 'step') for (const event of line.events) numbers.set(event.seq, index);
      if (line.line === 'lost') moment.contest = this.#contest(line, index, numbers, snapshot);
      if (moment.contest !== null) this.contests.push(moment.contest);
      moment.said = line.line === 'round' ? `Round ${line.round} is dealt.`
        : line.line === 'score' ? (line.winners === null ? `Round ${line.round} is over.` : 'The match is over.')
        : moment.contest !== null ? beaten(snapshot.room, moment.contest.race)
        : line.line === 'lost' ? `${this.#who(snapshot.room, line.by.seat)} came too late.` : said.join(' ');
    }
  }

  /** @param {LostLine} line @param {number} late @param {Map<number, number>} numbers @param {Snapshot} snapshot @returns {Contest | null} */
  #contest({ by, action, detail }, late, numbers, { room }) {
    const side = this.#seats(late).find(({ seat }) => seat === by.seat)?.side;
    const first = numbers.get(detail.seq ?? -1);
    if (side === undefined || first === undefined || detail.by === undefined || detail.margin_ms === undefined) return null;
    return { first, late, race: { side, by: detail.by, margin_ms: detail.margin_ms, action, detail } };
  }

  /** Who sat where in the round of a moment. @param {number} index */
  #seats(index) {
    const line = this.moments[this.rounds[this.roundAt(index)]?.first ?? 0]?.line;
    return line?.line === 'round' ? line.seats : [];
  }

  /** The place in `rounds` of the one that a moment belongs to. @param {number} index */
  roundAt(index) {
    return Math.max(0, this.rounds.findLastIndex(({ first }) => first <= index));
  }

  /** @param {Room} room @param {number | null} seat */
  #who(room, seat) {
    const member = room.members.find((one) => one.player === this.#playerAt(room, seat));
    return member === undefined ? 'Somebody' : nameOf(room, member.player);
  }

  /** @param {Room} room @param {number | null} seat */
  #playerAt(room, seat) {
    const first = this.rounds.find(({ round }) => round === room.round)?.first ?? 0;
    return this.#seats(first).find((one) => one.seat === seat)?.player ?? '';
  }

  /** The table after a moment. @param {number} index @returns {Snapshot} */
  after(index) {
    if (this.#last?.index === index) return this.#last.snapshot;
    let from = Math.floor(index / KEPT_EVERY) * KEPT_EVERY;
    let snapshot = /** @type {Snapshot} */ (this.#kept[from / KEPT_EVERY]);
    // Going on from where one is is the usual case.
    if (this.#last !== null && this.#last.index < index && this.#last.index >= from) ({ index: from, snapshot } = this.#last);
    for (const moment of this.moments.slice(from + 1, index + 1)) snapshot = this.#fold(snapshot, moment, () => {});
    this.#last = { index, snapshot };
    return snapshot;
  }

  /** The game's events of a moment, on the page's clock. @param {number} index @returns {any[]} */
  eventsOf(index) {
    const moment = this.moments[index];
    if (moment?.line.line === 'round') return [clocked(moment.line.event, moment.at)];
    return moment?.line.line === 'step' ? moment.line.events.map((event) => clocked(event, moment.at)) : [];
  }

  /**
   * @param {Snapshot | null} before @param {Moment} moment @param {(event: any, after: Snapshot) => void} each
   * @returns {Snapshot}
   */
  #fold(before, { line, at }, each) {
    return asOf(at, () => {
      if (line.line === 'round') {
        const opened = this.#open(before, line);
        each(clocked(line.event, at), opened);
        return opened;
      }
      let snapshot = /** @type {Snapshot} */ (before);
      if (line.line === 'score') {
        const phase = line.winners === null ? 'between' : 'over';
        return { ...snapshot, seq: line.seq, room: { ...snapshot.room, phase, totals: line.totals, winners: line.winners ?? [] } };
      }
      if (line.line === 'lost') return snapshot;
      for (const input of line.inputs) snapshot = { ...snapshot, room: this.#told(snapshot.room, input) };
      for (const event of line.events) {
        const happened = clocked(event, at);
        snapshot = { ...snapshot, seq: event.seq, game: this.game.apply(snapshot.game, happened, snapshot.you, snapshot.room) };
        each(happened, snapshot);
      }
      return snapshot;
    });
  }

  /** A round as it is dealt. @param {Snapshot | null} before @param {RoundLine} line @returns {Snapshot} */
  #open(before, { round, at, seq, deal, options, seats, totals, game }) {
    const people = new Map(this.head.sides.flatMap((side) => side.people.map((person) => [person.player, person])));
    const members = seats.map((seat) => {
      const person = people.get(seat.player);
      const bot = person?.bot ?? false;
      return {
        player: seat.player, name: person?.name ?? GONE, as: 'player', side: seat.side, role: seat.role, ready: true,
        online: bot || seat.online, gone: false, bot: bot ? 'normal' : null, muted: false,
        played_by_bot: !bot && seat.driver === 'bot', bot_at: null,
      };
    });
    const room = {
      code: '', game: this.head.game, visibility: 'private', host: null, options, match: this.head.match, round, starter: null,
      anyone_may_start_at: null, away_excused_at: null, phase: 'playing', deal: { round, commit: deal.commit }, members, vacated: [], totals, winners: [],
      chat: [], banned: [],
    };
    return {
      seq, room: /** @type {Room} */ (/** @type {unknown} */ (room)), game: clocked(game, at),
      you: before?.you ?? { player: '', as: 'spectator', side: null, role: null },
    };
  }

  /** What the game is told of people shows at their places. @param {Room} room @param {import('./lines.d.ts').Input} input @returns {Room} */
  #told(room, input) {
    if (input.input !== 'presence' && input.input !== 'left' && input.input !== 'driver') return room;
    const player = this.#playerAt(room, input.seat);
    /** @param {Member} member @returns {Partial<Member>} */
    const now = (member) => (input.input === 'driver' ? { played_by_bot: input.driver === 'bot' && member.bot === null }
      : { online: input.input === 'presence' && input.online });
    return { ...room, members: room.members.map((member) => (member.player === player ? { ...member, ...now(member) } : member)) };
  }
}

/** By how much, in words. @param {number} ms */
export const margin = (ms) => (ms < 1 ? 'less than a millisecond' : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Who was first in a race, and by how much, in words. @param {Room} room @param {Race} race */
export function beaten(room, race) {
  const late = sideName(room, race.side);
  // Partners can be in each other's way.
  return race.by === race.side ? `${late} were in each other’s way, by ${margin(race.margin_ms)}.` : `${sideName(room, race.by)} beat ${late} by ${margin(race.margin_ms)}.`;
}
