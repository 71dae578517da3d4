// @ts-check
// A table from the inside: the bar above, the lobby or the game, the talk beside it, the score sheet over it.
// Meanwhile the screen stays on.

import { gameOf } from '../games/list.js';
import { part } from '../net/part.js';
import { el, hide, setAttr } from '../parts/el.js';
import { buzz, sound } from '../parts/sound.js';
import { now } from '../parts/time.js';
import { wear } from '../parts/wear.js';
import { takeSeat } from './seat.js';
import './bar.js';
import './lobby.js';
import './talk.js';

/** How long the end of a round is seen before the scores lie over it. */
const PAUSE_MS = 1_600;
/** A sheet that could not be loaded is asked for again after this long. */
const AGAIN_MS = 2_000;

export class Awake {
  #wanted = false;
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #asking = false;

  constructor() {
    // The browser lets go when the page is hidden.
    document.addEventListener('visibilitychange', () => this.#settle());
  }

  /** @param {boolean} wanted */
  want(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#settle();
  }

  async #settle() {
    if (this.#asking || navigator.wakeLock === undefined) return;
    if (this.#wanted && (this.#lock === null || this.#lock.released) && document.visibilityState === 'visible') {
      this.#asking = true;
      this.#lock = await navigator.wakeLock.request('screen').catch(() => null);
      this.#asking = false;
      if (!this.#wanted) this.#settle();
    } else if (!this.#wanted && this.#lock !== null) {
      this.#lock.release().catch(() => {});
      this.#lock = null;
    }
  }
}

/** @typedef {import('../games/contract.d.ts').GameElement} GameElement */

export class Room extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** Whether seats and options are looked at between rounds. */
  seats = false;
  /** The game's element, once there is something to show. @type {GameElement | null} */
  table = null;

  #bar = /** @type {import('./bar.js').Bar} */ (document.createElement('slap-bar'));
  #box = el('div', { class: 'table-box', hidden: true });
  #lobby = /** @type {import('./lobby.js').Lobby} */ (document.createElement('slap-lobby'));
  /** There from the end of the first round on. @type {import('./sheet.js').ScoreSheet | null} */
  #sheet = null;
  #loading = false;
  #playing = false;
  /** Until when the table is seen before the scores come. */
  #scoresAt = 0;
  talk = /** @type {import('./talk.js').Talk} */ (document.createElement('slap-talk'));
  #awake = new Awake();
  #left = false;
  /** Whether the game's style is there. */
  #dressed = false;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'room';
    for (const part of [this.#bar, this.#lobby, this.talk]) {
      part.app = this.app;
      part.room = this;
    }
    // The lobby shows the game's emblems already.
    void this.#dress();
    this.append(this.#bar, this.#lobby, this.#box, this.talk);
  }

  /** A table is shown when it looks like one. */
  async #dress() {
    try {
      await Promise.all((gameOf(this.app.store.snapshot?.room.game ?? '')?.css ?? []).map(wear));
    } catch {
      setTimeout(() => this.#dress(), AGAIN_MS);
      return;
    }
    this.#dressed = true;
    this.app.store.touch();
  }

  disconnectedCallback() {
    this.#awake.want(false);
  }

  draw() {
    const { app } = this;
    const { snapshot, happened } = app.store;
    if (snapshot === null) return;
    const { phase } = snapshot.room;
    if (phase === 'playing') this.seats = false;
    else if (app.sitsIn !== '') this.#sit(snapshot);
    const lobby = phase === 'lobby' || this.seats || snapshot.game === null;
    this.#bar.draw(snapshot);
    hide(this.#lobby, !lobby);
    hide(this.#box, lobby);
    if (lobby) this.#lobby.draw(snapshot);
    else this.#drawTable(snapshot, happened);
    this.#drawScores(snapshot, !lobby);
    this.talk.draw(snapshot);
    this.#awake.want(phase === 'playing');
    setAttr(this, 'data-phase', lobby ? 'lobby' : phase);
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot @param {boolean} table whether the table is shown */
  #drawScores(snapshot, table) {
    const { phase } = snapshot.room;
    const over = phase === 'between' || phase === 'over';
    if (this.#playing && over) {
      this.#scoresAt = now() + PAUSE_MS;
      setTimeout(() => this.app.store.touch(), PAUSE_MS + 20);
    }
    this.#playing = phase === 'playing';
    if (this.#sheet !== null) return this.#sheet.draw(snapshot, table && now() >= this.#scoresAt);
    if (!over || this.#loading) return;
    this.#loading = true;
    this.app.later(async () => {
      await Promise.all([part('ui/sheet.js', () => import('./sheet.js')), wear('style/sheet.css')]).finally(() => setTimeout(() => { this.#loading = false; }, AGAIN_MS));
      const sheet = /** @type {import('./sheet.js').ScoreSheet} */ (document.createElement('slap-sheet'));
      sheet.app = this.app;
      sheet.room = this;
      this.talk.before(sheet);
      this.#sheet = sheet;
      this.app.store.touch();
    });
  }

  /** Who came in mid-round sits down now. @param {import('../games/contract.d.ts').Snapshot} snapshot */
  #sit({ room, you }) {
    const { app } = this;
    const wanted = app.sitsIn === room.code && you.side === null;
    app.sitsIn = '';
    if (wanted) void takeSeat(app);
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot @param {any[]} happened */
  #drawTable(snapshot, happened) {
    const game = gameOf(snapshot.room.game);
    if (game === null || !this.#dressed) return;
    if (this.table === null) {
      if (customElements.get(game.tag) === undefined) customElements.define(game.tag, game.element);
      this.table = /** @type {GameElement} */ (document.createElement(game.tag));
      this.table.begin(this.#handle());
      this.#box.replaceChildren(this.table);
      happened = [];
    }
    // What is mirrored is the game's affair; that it is wanted stands here for its style sheet too.
    if (this.app.leftHanded !== this.#left) {
      this.#left = this.app.leftHanded;
      setAttr(this.#box, 'data-left', this.#left);
    }
    this.table.update(snapshot, happened);
  }

  /** What the game gets of the outside. @returns {import('../games/contract.d.ts').Table} */
  #handle() {
    const { app } = this;
    return {
      act: (action) => app.client.ask({ type: 'act', action }),
      say: (text) => app.speaker.say(text),
      sound,
      buzz,
      calm: () => app.calm,
      leftHanded: () => app.leftHanded,
    };
  }
}

customElements.define('slap-room', Room);
