// @ts-check
// All that the page knows, in one place. Frames come in, one drawing a frame goes out.

import { gameOf, offerOf } from './games/list.js';
import { foldRoom, foldYou, isRoomEvent } from './room/fold.js';
import { describeRoom } from './room/say.js';

/**
 * @typedef {import('./games/contract.d.ts').Snapshot} Snapshot
 * @typedef {import('./games/contract.d.ts').Event} Event
 * @typedef {import('./games/contract.d.ts').Line} Line
 * @typedef {import('./games/contract.d.ts').Room} Room
 */

/** Lines of the log that are kept. */
const LOG_LINES = 80;
/** More than these at once are not played one by one: the table just shows what is. */
const HAPPENED_MAX = 150;

/** A game that could not be loaded is tried again after this. */
const RELOAD_MS = 2_000;

export class Store {
  /** @type {Snapshot | null} */
  snapshot = null;
  /** The present game's events since the last drawing. @type {any[]} */
  happened = [];
  /** What was said of late, in words. @type {(Line & { key: number, seq: number })[]} */
  log = [];
  /** What must be read aloud. @type {Line[]} */
  unread = [];
  /** Emotes since the last drawing. @type {{ player: string, emote: string }[]} */
  emotes = [];
  /** How often it was drawn; for tests. */
  drawn = 0;
  #key = 0;
  #asked = false;
  /** @type {((room: Room) => void)[]} */
  #waiting = [];
  /** What came while the game was being loaded. @type {(() => void)[] | null} */
  #held = null;

  /**
   * @param {() => void} draw  called at most once a frame
   * @param {() => void} sync  asks the server for the whole state
   * @param {(event: Event, after: Snapshot) => void} each  called for each event, also in the background
   */
  constructor(draw, sync, each) {
    this.sync = sync;
    this.each = each;
    this.draw = draw;
  }

  /** The room, as soon as one is there. @returns {Promise<Room>} */
  room() {
    if (this.snapshot !== null) return Promise.resolve(this.snapshot.room);
    return new Promise((done) => this.#waiting.push(done));
  }

  /** Has everything drawn at the next frame. */
  touch() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.drawn += 1;
      this.draw();
      this.happened = [];
      this.emotes = [];
    });
  }

  /** The number of the last event that is in. */
  get seq() {
    return this.snapshot?.seq ?? null;
  }

  /** @param {{ seq: number, room: Room, game: any, you: any }} frame */
  state(frame) {
    if (this.#held !== null) return void this.#held.push(() => this.state(frame));
    const offer = gameOf(frame.room.game) === null ? offerOf(frame.room.game) : null;
    if (offer !== null) return this.#load(offer, () => this.state(frame));
    const fresh = this.snapshot === null || this.snapshot.room.code !== frame.room.code;
    this.snapshot = { seq: frame.seq, room: frame.room, game: frame.game, you: frame.you };
    this.happened = [];
    for (const done of this.#waiting.splice(0)) done(frame.room);
    if (fresh) {
      this.log = [];
      this.unread = [];
    }
    this.touch();
  }

  /** @param {{ seq: number, events: Event[] }} frame */
  events(frame) {
    if (this.#held !== null) return void this.#held.push(() => this.events(frame));
    const first = frame.seq - frame.events.length;
    if (this.snapshot === null) return this.sync();
    // What is known already may come once more; a hole between the two must not be.
    if (first > this.snapshot.seq) return this.sync();
    const known = this.snapshot.seq - first;
    for (const [index, event] of frame.events.entries()) {
      if (index >= known) this.#happen(event, first + index + 1);
    }
    this.touch();
  }

  /** @param {NonNullable<ReturnType<typeof offerOf>>} offer @param {() => void} then */
  async #load(offer, then) {
    this.#held = [then];
    const came = await offer.load().then(() => true, () => false);
    const held = this.#held;
    this.#held = null;
    if (came) for (const take of held) take();
    else setTimeout(() => this.sync(), RELOAD_MS);
  }

  /** Forgets the room. */
  leave() {
    this.snapshot = null;
    this.happened = [];
    this.log = [];
    this.emotes = [];
    this.touch();
  }

  /** @param {Event} event @param {number} seq */
  #happen(event, seq) {
    const before = /** @type {Snapshot} */ (this.snapshot);
    const game = gameOf(before.room.game);
    if (isRoomEvent(event)) {
      const room = foldRoom(before.room, event, seq);
      const you = foldYou(before.you, event);
      // A new match knows nothing of the last one's table.
      const table = event.e === 'match_begun' ? null : before.game;
      this.snapshot = { seq, room, you, game: table };
      if (event.e === 'react') this.emotes.push({ player: event.player, emote: event.emote });
      this.#note(describeRoom(event, this.snapshot, before), seq);
      // Whoever changes places in the middle of a round sees other cards.
      if (you !== before.you && room.phase === 'playing') this.sync();
    } else if (game !== null) {
      const table = game.apply(before.game, event, before.you, before.room);
      this.snapshot = { ...before, seq, game: table };
      this.happened.push(event);
      if (this.happened.length > HAPPENED_MAX) this.happened = [];
      this.#note(game.describe(event, this.snapshot), seq);
    } else {
      this.snapshot = { ...before, seq };
    }
    this.each(event, this.snapshot);
  }

  /** @param {Line | null} line @param {number} seq */
  #note(line, seq) {
    if (line === null) return;
    if (!line.minor) {
      this.log.push({ ...line, seq, key: ++this.#key });
      if (this.log.length > LOG_LINES) this.log = this.log.slice(-LOG_LINES);
    }
    this.unread.push(line);
    if (this.unread.length > LOG_LINES) this.unread = this.unread.slice(-LOG_LINES);
  }
}
