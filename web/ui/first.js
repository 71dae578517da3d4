// @ts-check
// The first screen: play at once, type a code, make a table, join a public one.

import { games, offerOf } from '../games/list.js';
import { recall, remember } from '../net/keep.js';
import { part } from '../net/part.js';
import { el, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { keyed } from '../parts/keyed.js';
import { openDialog } from '../parts/dialog.js';
import { face, suit } from '../parts/suit.js';
import { spoken } from '../room/people.js';
import { takeSeat } from './seat.js';

/** What is asked and told in between. */
const asked = () => part('ui/asked.js', () => import('./asked.js'));
/** Public tables that are shown: who wants another one asks for a match. */
const ROOMS_SHOWN = 12;
/** The cards of the sign. */
const SIGN = ['red-1', 'blue-2', 'green-3', 'yellow-4', 'wild'];

export class First extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  #name = el('b', {});
  #code = el('input', {
    class: 'field', name: 'code', placeholder: 'KTZ-SB7', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false',
    maxlength: 20, enterkeyhint: 'go', 'aria-label': 'Code of a table',
  });
  #public = el('section', { class: 'public', hidden: true });
  #list = el('ul', { class: 'public-list' });
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {HTMLButtonElement[]} */
  #matches = [];
  /** @type {Map<string, HTMLSelectElement>} */
  #levels = new Map();
  #asked = false;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'screen first';
    this.#public.append(el('h2', {}, 'Open tables'), this.#list);
    this.append(
      el('header', { class: 'sign' },
        el('div', { class: 'sign-cards', 'aria-hidden': 'true' }, ...SIGN.map(signCard)),
        el('h1', {}, 'Slapdown'),
        el('p', { class: 'dim' }, 'Fast cards with friends. No account needed.')),
      el('form', { class: 'code-form', onsubmit: (/** @type {Event} */ event) => this.#join(event) },
        this.#code, el('button', { class: 'button', type: 'submit' }, 'Join table')),
      el('div', { class: 'games' }, ...games.map((game) => this.#game(game))),
      this.#public,
      el('footer', { class: 'foot dim' },
        el('button', { class: 'button quiet', type: 'button', onclick: () => this.app.later(async () => (await asked()).askName(this.app)) }, icon('pen'), el('span', {}, 'You are ', this.#name)),
        el('p', {}, 'Not affiliated with the games’ publishers.')),
    );
  }

  /** @param {typeof games[number]} game */
  #game(game) {
    const bots = el('button', { class: 'button main', type: 'button', onclick: () => this.app.playWithBots(game) }, 'Play now with bots');
    const make = el('button', { class: 'button', type: 'button', onclick: () => this.#make(game) }, 'New table');
    const match = el('button', { class: 'button match', type: 'button', hidden: true, onclick: () => this.#match(game) }, 'Find others');
    this.#buttons.push(bots, make, match);
    this.#matches.push(match);
    return el('section', { class: `game-card ${game.id}` },
      el('div', { class: 'game-head' },
        el('h2', {}, game.title),
        el('button', { class: 'button quiet icon-only', type: 'button', 'aria-label': `Rules of ${game.title}`, onclick: () => this.app.later(async () => (await asked()).showRules(await game.load())) }, icon('help'))),
      el('p', { class: 'dim' }, game.about),
      el('div', { class: 'game-buttons' }, bots, this.#level(game.id), make, match));
  }

  /** How well the bots play, once the server says that there is a choice. @param {string} id */
  #level(id) {
    const select = el('select', { class: 'field level', 'aria-label': 'How well the bots play', hidden: true, onchange: () => remember('level', select.value) });
    this.#levels.set(id, select);
    return select;
  }

  /** To a public table that waits for people. @param {typeof games[number]} game */
  async #match(game) {
    this.app.entering = true;
    this.app.store.touch();
    const found = await this.app.asks.quickMatch(game.id);
    this.app.entering = false;
    this.app.store.touch();
    if ('ok' in found) await takeSeat(this.app);
  }

  /** @param {typeof games[number]} game */
  #make(game) {
    /** @param {'private' | 'public'} visibility */
    const go = async (visibility) => {
      dialog.close();
      this.app.entering = true;
      this.app.store.touch();
      const made = await this.app.asks.create(game.id, {}, visibility);
      this.app.entering = false;
      this.app.store.touch();
      if ('ok' in made) await this.app.asks.sit(1);
    };
    const dialog = openDialog(`A table for ${game.title}`,
      el('div', { class: 'choices' },
        el('button', { class: 'button choice', type: 'button', onclick: () => go('private') },
          el('b', {}, 'Among friends'), el('span', { class: 'dim' }, 'Who has the link or the code comes in.')),
        el('button', { class: 'button choice', type: 'button', onclick: () => go('public') },
          el('b', {}, 'Open to everybody'), el('span', { class: 'dim' }, 'Stands in the list of open tables; chat is off.'))));
  }

  /** @param {Event} event */
  #join(event) {
    event.preventDefault();
    const typed = this.#code.value.trim();
    if (typed === '') return this.#code.focus();
    this.app.go(typed);
  }

  draw() {
    const { app } = this;
    setText(this.#name, app.name === '' ? '…' : app.name);
    for (const button of this.#buttons) button.disabled = !app.client.up;
    if (app.client.up && !this.#asked) {
      this.#asked = true;
      watchRooms(app, true);
    }
    if (!app.client.up) this.#asked = false;
    setAttr(this, 'data-matches', app.rooms !== null);
    for (const button of this.#matches) button.hidden = app.rooms === null;
    for (const [id, select] of this.#levels) {
      const levels = app.catalog?.games.find((offer) => offer.game === id)?.bot_levels ?? [];
      if (levels.length < 2 || !select.hidden) continue;
      select.append(...levels.map((level) => el('option', { value: level, selected: String(level) === (recall('level') ?? 'normal') }, level)));
      select.hidden = false;
    }
    const rooms = (app.rooms ?? []).slice(0, ROOMS_SHOWN);
    this.#public.hidden = rooms.length === 0;
    keyed(this.#list, rooms, (room) => room.code,
      (room) => el('li', {}, el('button', { class: 'button public-room', type: 'button', onclick: () => app.go(room.code) },
        el('span', { class: 'public-what' }, el('b', {}, offerOf(room.game)?.title ?? room.game), el('span', { class: 'dim public-host' })),
        el('span', { class: 'public-free' }))),
      (node, room) => {
        setText(/** @type {Element} */ (node.querySelector('.public-host')), room.host === null ? spoken(room.code) : `${room.host}’s table`);
        setText(/** @type {Element} */ (node.querySelector('.public-free')), free(room));
      });
  }

  disconnectedCallback() {
    if (this.#asked) watchRooms(this.app, false);
  }
}

/** What is free at a public table. @param {import('../../proto/slapdown.d.ts').RoomRow} room */
function free(room) {
  if (room.phase === 'playing') return `${room.players} playing`;
  if (room.seats_free === 0) return 'full';
  return `${room.seats_free} ${room.seats_free === 1 ? 'seat' : 'seats'} free`;
}

/** @param {import('./app.js').App} app @param {boolean} on */
async function watchRooms(app, on) {
  if (!app.client.up) return;
  const answer = await app.client.ask({ type: 'watch_rooms', on });
  if (!('ok' in answer)) app.rooms = null;
}

/** @param {string} card @param {number} index */
function signCard(card, index) {
  const [color, number] = face(card);
  return el('span', { class: `sign-card paper-${color} tilt-${index}` }, suit(color), number);
}

customElements.define('slap-first', First);
