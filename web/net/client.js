// @ts-check
// The socket: hello, resume, requests with their answers, coming back after a loss. It knows frames, not
// what they mean.

import { clocked, now } from '../parts/time.js';
import { recall, remember } from './keep.js';
import { inWords } from './words.js';

/**
 * @typedef {import('../../proto/slapdown.d.ts').ServerFrame} ServerFrame
 * @typedef {import('../../proto/slapdown.d.ts').ClientFrame} ClientFrame
 * @typedef {import('../../proto/slapdown.d.ts').Welcome} Welcome
 * @typedef {import('../games/contract.d.ts').Answer} Answer
 *
 * @typedef {'off' | 'connecting' | 'open' | 'waiting' | 'ended'} Line  `ended`: only by hand again
 * @typedef {{ type: string, [field: string]: unknown }} Request  a frame without its id
 *
 * @typedef {object} Ears
 * @property {(welcome: Welcome) => void} welcome
 * @property {(frame: import('../games/contract.d.ts').Clocked<import('../../proto/slapdown.d.ts').State>) => void} state
 * @property {(frame: { seq: number, events: import('../games/contract.d.ts').Event[] }) => void} events
 * @property {(frame: import('../../proto/slapdown.d.ts').Rooms) => void} rooms
 * @property {() => void} line  the state of the line changed
 * @property {() => number | null} seq  the last event that the page has
 */

// What each close code asks of a client: the table `close` of codes.json.

/** @typedef {'no' | 'back_off' | 'with_jitter'} Again */

/** @type {Record<number, { again: Again, text: string }>} */
const TABLE = {
  1001: { again: 'no', text: 'The server has gone for good.' },
  1002: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1003: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1007: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1008: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1009: { again: 'no', text: 'This page sent more than the server takes. Reload the page.' },
  1011: { again: 'back_off', text: 'The server made a mistake.' },
  1012: { again: 'with_jitter', text: 'The server restarts; games are kept.' },
  1013: { again: 'back_off', text: 'The server has too much to do.' },
  4001: { again: 'no', text: 'You are at this table in another tab or window now.' },
  4002: { again: 'back_off', text: 'The line was too slow.' },
  4003: { again: 'no', text: 'The host took you off the table.' },
  4004: { again: 'no', text: 'The server does not know you any more.' },
  4008: { again: 'back_off', text: 'Too much was sent at once.' },
  4009: { again: 'with_jitter', text: 'The line was too slow.' },
  4010: { again: 'no', text: 'The table was closed.' },
};

/** @param {number} code */
const closing = (code) => TABLE[code] ?? { again: /** @type {Again} */ ('back_off'), text: 'The line is gone.' };

/** A socket that is still connecting after this long is thrown away. */
const CONNECT_MS = 5_000;
/** How often the line is measured, and how long a silence is believed. */
const PING_MS = 2_500;
const SILENCE_MS = 7_000;
const BACK_MS_MIN = 300;
/** A request that waits longer for its answer is shown to wait. */
export const PENDING_MS = 400;
/** Everybody is back soon after a restart: a server that is down is asked every few seconds. */
const BACK_MS_MAX = 3_000;

export class Client {
  /** @type {Line} */
  line = 'off';
  /** Why the line is down, as a sentence; and the close code, if there was one. */
  why = '';
  code = 0;
  /** The way there and back, in milliseconds; null before it was measured. */
  /** @type {number | null} */
  lag = null;
  /** When the next try comes. */
  retryAt = 0;
  /** @type {Welcome | null} */
  greeting = null;
  /** Since when requests have waited for an answer. @type {Map<number, { since: number, done: (answer: Answer) => void }>} */
  #open = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #session = '';
  #id = 0;
  #tries = 0;
  #heard = 0;
  #byeAfter = 0;
  #timer = 0;

  /** @param {string} address @param {Ears} ears */
  constructor(address, ears) {
    this.address = address;
    this.ears = ears;
    setInterval(() => this.#watch(), 1_000);
    // A phone that wakes must not wait for a timer that slept.
    const wake = () => document.visibilityState === 'visible' && this.#wake();
    document.addEventListener('visibilitychange', wake);
    addEventListener('pageshow', wake);
    addEventListener('online', wake);
    addEventListener('offline', () => this.#wake());
  }

  /** Connects now, whatever was before: the first time, and when somebody asks for it. */
  connect() {
    this.#drop();
    this.#tries = 0;
    this.#dial();
  }

  /** Whether requests can go out. */
  get up() {
    return this.line === 'open' && this.greeting !== null;
  }

  /** For how long the oldest request has waited, in milliseconds. */
  get waiting() {
    let since = Infinity;
    for (const request of this.#open.values()) since = Math.min(since, request.since);
    return since === Infinity ? 0 : now() - since;
  }

  /**
   * Asks for something. The answer comes, or the line breaks.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    if (!this.up) return Promise.resolve({ lost: true });
    const id = ++this.#id;
    return new Promise((done) => {
      this.#open.set(id, { since: now(), done });
      this.#send({ ...request, id });
      setTimeout(() => this.#open.has(id) && this.ears.line(), PENDING_MS + 20);
    });
  }

  /** Asks for the whole state. */
  sync() {
    if (this.up) this.#send({ type: 'sync' });
  }

  #dial() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.greeting = null;
    this.#heard = now();
    this.#set('connecting');
    socket.onopen = () => socket === this.#socket && this.#hello();
    socket.onmessage = (message) => socket === this.#socket && this.#hear(message.data);
    socket.onclose = (close) => socket === this.#socket && this.#closed(close.code);
  }

  #hello() {
    const token = recall('token');
    const seq = this.#session === '' ? null : this.ears.seq();
    this.#send({
      type: 'hello', updates: 'events',
      ...(token === null ? {} : { token }),
      ...(token !== null && this.#session !== '' ? { session: this.#session } : {}),
      ...(seq === null ? {} : { last_seq: seq }),
    });
  }

  /** @param {object} frame */
  #send(frame) {
    // A socket that is closing takes nothing more; what waits is told when it has.
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** @param {unknown} data */
  #hear(data) {
    this.#heard = now();
    /** @type {ServerFrame & { type: string }} */
    const frame = JSON.parse(String(data));
    switch (frame.type) {
      case 'welcome': return this.#welcomed(frame);
      case 'ok': return this.#answer(frame.id, { ok: frame });
      case 'error': return this.#answer(frame.id ?? -1, { error: { ...frame, message: inWords(frame) } });
      case 'state': return this.ears.state(clocked(frame, now()));
      case 'events': return this.ears.events(clocked(frame, now()));
      case 'pong': {
        if (typeof frame.t === 'number') this.lag = Math.max(0, Math.round(now() - frame.t));
        return this.ears.line();
      }
      case 'bye': {
        this.#byeAfter = frame.retry_after_ms ?? 0;
        return;
      }
      case 'rooms': return this.ears.rooms(frame);
      // A newer server may say more than this page knows.
    }
  }

  /** @param {Welcome} welcome */
  #welcomed(welcome) {
    if (welcome.token !== undefined) remember('token', welcome.token);
    if (!welcome.resumed) this.#id = 0;
    this.#session = welcome.session;
    this.greeting = welcome;
    this.#tries = 0;
    this.why = '';
    this.code = 0;
    this.#set('open');
    this.ears.welcome(welcome);
    this.#ping();
  }

  /** @param {number} id @param {Answer} answer */
  #answer(id, answer) {
    const request = this.#open.get(id);
    this.#open.delete(id);
    request?.done(answer);
    // A frame that could not be read has no id; a refused hello ends the wait for a welcome.
    if (request === undefined && this.greeting === null && 'error' in answer && answer.error.code === 'bad_token') this.#forget();
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = null;
    this.#lose();
    const { again, text } = closing(code);
    this.code = code;
    this.why = text;
    if (code === 4004) {
      this.#forget();
      return this.#again(BACK_MS_MIN);
    }
    if (again === 'no') return this.#set('ended');
    const wait = Math.min(BACK_MS_MAX, BACK_MS_MIN * 2 ** this.#tries);
    this.#tries += 1;
    // All who were sent away must not come back in the same instant.
    const jitter = again === 'with_jitter' ? Math.random() * 1_000 : Math.random() * wait / 2;
    this.#again(Math.max(wait, this.#byeAfter) + jitter);
    this.#byeAfter = 0;
  }

  /** @param {number} ms */
  #again(ms) {
    this.retryAt = now() + ms;
    this.#timer = setTimeout(() => this.#dial(), ms);
    this.#set('waiting');
  }

  #forget() {
    remember('token', null);
    this.#session = '';
  }

  /** Lets go of the socket, without waiting for its end. */
  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lose();
  }

  #lose() {
    this.greeting = null;
    this.lag = null;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const request of open) request.done({ lost: true });
  }

  #ping() {
    if (this.up) this.#send({ type: 'ping', t: Math.round(now()) });
  }

  #watch() {
    const silent = now() - this.#heard;
    if (this.line === 'connecting' && silent > CONNECT_MS) return this.#stale();
    if (this.line !== 'open') return;
    if (silent > SILENCE_MS) return this.#stale();
    if (Math.floor(now() / PING_MS) !== Math.floor((now() - 1_000) / PING_MS)) this.#ping();
    this.ears.line();
  }

  #stale() {
    this.#drop();
    this.#closed(1006);
  }

  /** The page, or the network under it, was away or came back: is the line still there? */
  #wake() {
    if (this.line === 'waiting') return this.#dial();
    if (this.line === 'open') {
      // A line that slept with the phone is believed only if it answers soon.
      const asked = now();
      this.#ping();
      setTimeout(() => this.line === 'open' && this.#heard < asked && this.#stale(), 2_000);
    }
  }

  /** @param {Line} line */
  #set(line) {
    this.line = line;
    this.ears.line();
  }
}
