// @ts-check
// The page as a whole: wires client and store together, and shows the screen that fits.

import { gameOf } from '../games/list.js';
import { Client } from '../net/client.js';
import { recall, recallFlag, remember } from '../net/keep.js';
import { Missing, part } from '../net/part.js';
import { SOCKET, fetchJson, roomInAddress, showAddress } from '../net/site.js';
import { openDialog } from '../parts/dialog.js';
import { el, setAttr } from '../parts/el.js';
import { sound } from '../parts/sound.js';
import { Speaker } from '../parts/speak.js';
import { Asks } from '../room/ask.js';
import { memberOf, nameOf, plain, spoken } from '../room/people.js';
import { Store } from '../store.js';
import { Freshness } from './banner.js';
import './room.js';

/**
 * @typedef {import('../games/contract.d.ts').Snapshot} Snapshot
 * @typedef {import('../../proto/slapdown.d.ts').Catalog} Catalog
 */

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** The screens before a table. Nobody needs both: which one the address says. */
const SCREENS = {
  'slap-first': () => part('ui/first.js', () => import('./first.js')),
  'slap-arrive': () => part('ui/arrive.js', () => import('./arrive.js')),
};
/** What could not be loaded is asked for again after this long. */
const AGAIN_MS = 2_000;
/** How long a note at the upper edge stays. */
const TOAST_MS = 4_000;

/** Letters that are remembered of the last match's deals: some two hundred rounds. */
const DEALS_MAX = 3e4;

export class App extends HTMLElement {
  client = new Client(SOCKET, {
    welcome: (welcome) => this.#welcomed(welcome),
    state: (frame) => this.#arrived(() => this.store.state(frame)),
    events: (frame) => this.#arrived(() => this.store.events(frame)),
    rooms: (frame) => { this.rooms = frame.rooms; this.store.touch(); },
    line: () => this.store.touch(),
    seq: () => this.store.seq,
  });
  store = new Store(() => this.#draw(), () => this.client.sync(), (event, after) => this.#each(event, after));
  asks = new Asks(this.client, (message) => this.toast(message));
  speaker = new Speaker();
  fresh = new Freshness(() => this.store.touch());
  /** What there is to play; null until it is known. @type {Catalog | null} */
  catalog = null;
  /** The public rooms; null while nothing is known of them. @type {import('../../proto/slapdown.d.ts').RoomRow[] | null} */
  rooms = null;
  /** The name, as the server has it. */
  name = '';
  /** Whether what was asked for will lead into a room: then nothing else is shown meanwhile. */
  entering = false;
  /** The room in which a seat is taken as soon as its round is over; empty for none. */
  sitsIn = '';

  #banner = /** @type {import('./banner.js').Banner} */ (document.createElement('slap-banner'));
  #stage = el('main', { class: 'stage', id: 'stage', tabindex: '-1' });
  #toasts = el('div', { class: 'toasts', popover: 'manual' });
  /** @type {(HTMLElement & { app?: App, draw(): void }) | null} */
  #screen = null;
  #shown = '';
  /** @type {string | null} */
  #toldHost = null;
  #loading = new Set();

  connectedCallback() {
    this.#banner.app = this;
    this.append(this.#banner, this.#stage, this.#toasts, this.speaker.node);
    addEventListener('popstate', () => this.#wentBack());
    document.addEventListener('visibilitychange', () => this.#title(this.store.snapshot));
    this.client.connect();
    this.#load(roomInAddress() === '' ? 'slap-first' : 'slap-arrive');
    fetchJson('api/v1/catalog').then((answer) => {
      if (answer.ok) this.catalog = answer.body;
      this.store.touch();
    });
    this.store.touch();
  }

  /** A note at the upper edge, away from buttons. @param {string} text @param {boolean} [aloud] whether it is read, too */
  toast(text, aloud = true) {
    const note = el('p', { class: 'toast' }, text);
    this.#toasts.replaceChildren(note);
    // Shown anew each time, it lies over a dialog that was opened meanwhile.
    if (this.#toasts.matches(':popover-open')) this.#toasts.hidePopover();
    this.#toasts.showPopover();
    if (aloud) this.speaker.say(text);
    setTimeout(() => note.remove(), TOAST_MS);
  }

  /** Does what needs a part of the page that is loaded only now. @param {() => Promise<unknown>} does */
  later(does) {
    does().catch((why) => this.toast(why instanceof Missing ? 'A part of this page did not come. Reload the page.' : 'The server cannot be reached at the moment.'));
  }

  /** Goes to a room's link, or to the first screen. @param {string} code */
  go(code) {
    showAddress(code);
    this.store.touch();
  }

  /** Says how one wants to be called; true if that is so now. @param {string} name */
  async call(name) {
    const wanted = name.trim();
    if (wanted === '' || wanted === this.name) return true;
    const answer = await this.asks.rename(wanted);
    if (!('ok' in answer)) return false;
    this.name = wanted;
    remember('name', wanted);
    return true;
  }

  /** A game alone: a table, bots on it, and off. @param {NonNullable<ReturnType<typeof import('../games/list.js').offerOf>>} offered */
  async playWithBots(offered) {
    this.entering = true;
    this.store.touch();
    const game = await offered.load();
    const offer = this.catalog?.games.find((one) => one.game === game.id);
    const level = offer?.bot_levels.find((one) => String(one) === (recall('level') ?? 'normal')) ?? offer?.bot_levels.at(-1) ?? 'easy';
    const starts = offer?.options.some((option) => option.name === 'starter');
    const made = await this.asks.create(game.id, starts ? { starter: 'automatic' } : {}, 'private');
    this.entering = false;
    if (!('ok' in made)) return this.store.touch();
    const bots = Math.min(3, game.sides.max - 1);
    await this.asks.sit(1);
    for (let side = 2; side <= bots + 1; side += 1) await this.asks.addBot(side, level);
    await this.asks.ready(true);
    await this.asks.start();
  }

  /** Leaves the table. @param {string} [next] the room to go to */
  async leave(next = '') {
    await this.asks.leave();
    this.store.leave();
    this.go(next);
  }

  /** @param {import('../../proto/slapdown.d.ts').Welcome} welcome */
  #welcomed(welcome) {
    this.name = welcome.player.name;
    // Left or removed while the line was down.
    if (welcome.room === null && this.store.snapshot !== null) this.store.leave();
    const name = recall('name');
    if (welcome.token !== undefined && name !== null && name !== this.name) this.call(name);
    this.fresh.ask();
    this.store.touch();
  }

  /** @param {() => void} take */
  #arrived(take) {
    take();
    this.#title(this.store.snapshot);
  }

  /** @param {import('../games/contract.d.ts').Event} event @param {Snapshot} after */
  #each(event, after) {
    // What the replay will be held against (viewer/seen.js).
    if (event.e === 'round_begun') {
      const { match, round, deal } = after.room;
      const seen = recall('deals') ?? '';
      remember('deals', `${seen.startsWith(`${match}`) && seen.length < DEALS_MAX ? seen : match} ${round},${deal.commit},${memberOf(after.room, after.you.player)?.ready === true ? this.asks.given : ''}`);
    }
    // On a phone the talk, where it stands too, is closed.
    if (event.e === 'host' && event.player !== null && after.room.members.length > 1 && this.#toldHost !== event.player) {
      this.toast(event.player === after.you.player ? 'You are host now.' : `${nameOf(after.room, event.player)} is host now.`, false);
    }
    if (event.e === 'host') this.#toldHost = event.player;
    if (event.e === 'joined' && event.member.bot === null && event.member.player !== after.you.player) sound('join');
    if ((event.e === 'left' || event.e === 'gone') && event.player === after.you.player) {
      queueMicrotask(() => {
        this.store.leave();
        showAddress('');
      });
    }
  }

  /** @param {Snapshot | null} snapshot */
  #title(snapshot) {
    const game = snapshot === null ? null : gameOf(snapshot.room.game);
    const turn = snapshot !== null && game !== null && snapshot.room.phase === 'playing' && game.yourTurn(snapshot);
    const title = `${turn && document.hidden ? '● Your turn – ' : ''}${game === null ? '' : `${game.title} – `}Slapdown`;
    if (document.title !== title) document.title = title;
  }

  /** The browser's own buttons lead out of no table: that would be a seat lost by a swipe. */
  #wentBack() {
    const { snapshot } = this.store;
    if (snapshot !== null && roomInAddress() !== '') this.#enter(snapshot.room.code);
    else if (snapshot !== null) {
      showAddress(snapshot.room.code);
      this.toast('You are still at the table. The menu leads out.');
    }
    this.store.touch();
  }

  /** @param {keyof typeof SCREENS} tag */
  #load(tag) {
    if (this.#loading.has(tag)) return;
    this.#loading.add(tag);
    this.later(async () => {
      try {
        await SCREENS[tag]();
        this.store.touch();
      } catch (why) {
        setTimeout(() => { this.#loading.delete(tag); this.store.touch(); }, AGAIN_MS);
        throw why;
      }
    });
  }

  /** Shows the room's address; asks, if somebody came by the link to another one. @param {string} code */
  #enter(code) {
    const asked = plain(roomInAddress());
    showAddress(code, asked !== '');
    if (asked === '' || asked === code) return;
    const dialog = openDialog('You are at another table',
      el('p', {}, `You have a place at table ${spoken(code)}. One can be at one table at a time.`),
      el('div', { class: 'row' },
        el('button', { class: 'button main', type: 'button', onclick: () => dialog.close() }, `Stay at ${spoken(code)}`),
        el('button', { class: 'button', type: 'button', onclick: () => { dialog.close(); void this.leave(asked); } }, `Go to ${spoken(asked)}`)));
  }

  #draw() {
    const { snapshot } = this.store;
    if (snapshot !== null && this.#shown !== `room ${snapshot.room.code}`) this.#enter(snapshot.room.code);
    const code = snapshot === null ? roomInAddress() : '';
    const shown = snapshot !== null ? `room ${snapshot.room.code}` : this.entering ? 'entering' : code !== '' ? `arrive ${code}` : 'first';
    const tag = snapshot !== null ? 'slap-room' : code !== '' ? 'slap-arrive' : 'slap-first';
    if (tag !== 'slap-room' && customElements.get(tag) === undefined) this.#load(tag);
    else if (shown !== this.#shown) {
      this.#shown = shown;
      this.#screen = shown === 'entering' ? null : /** @type {any} */ (document.createElement(tag));
      if (this.#screen !== null) this.#screen.app = this;
      this.#stage.replaceChildren(...(this.#screen === null ? [el('p', { class: 'waiting' }, 'Dealing you in…')] : [this.#screen]));
      setAttr(document.documentElement, 'data-screen', shown.split(' ')[0]);
      this.#title(snapshot);
    }
    this.#screen?.draw();
    this.#banner.draw();
    this.speaker.hear(this.store.unread);
    this.store.unread = [];
    // For tests and the curious: how often the page was drawn.
    setAttr(this, 'data-drawn', this.store.drawn);
  }

  get calm() {
    return calm.matches;
  }

  get leftHanded() {
    return recallFlag('left', false);
  }
}

customElements.define('slap-app', App);
