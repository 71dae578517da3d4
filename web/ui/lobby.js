// @ts-check
// Before the deal: the sides with their people and bots, the invitation, the options, and what is missing.

import { gameOf } from '../games/list.js';
import { el, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { keyed } from '../parts/keyed.js';
import { isHost, nameOf, sittersOf } from '../room/people.js';
import './go.js';
import { inviteBody, openInvite } from './bar.js';
import { changed, openOptions } from './options.js';

/**
 * @typedef {import('../games/contract.d.ts').Member} Member
 * @typedef {import('../games/contract.d.ts').Room} Room
 * @typedef {import('../games/contract.d.ts').You} You
 */

export class Side {
  #people = el('ul', { class: 'sitters' });
  #free = el('span', { class: 'dim side-free' }, 'Free');
  #sit;
  #bot;
  #partner;
  #partnerBot;
  #role;
  #level = '';

  /** @param {import('./app.js').App} app @param {import('../games/contract.d.ts').Game} game @param {number} side */
  constructor(app, game, side) {
    this.app = app;
    this.game = game;
    this.side = side;
    const name = game.sideName(side);
    const { asks } = app;
    this.#sit = el('button', { class: 'button', type: 'button', 'aria-label': `Sit at ${name}`, onclick: () => asks.sit(side, game.roles === null ? null : 'solo') }, 'Sit here');
    this.#bot = el('button', { class: 'button', type: 'button', 'aria-label': `Bot on ${name}`, onclick: () => asks.addBot(side, this.#level) }, icon('bot'), 'Bot');
    this.#partner = el('button', { class: 'button', type: 'button', 'aria-label': `Join ${name}`, onclick: () => asks.sit(side) }, 'Join as partner');
    this.#partnerBot = el('button', { class: 'button', type: 'button', 'aria-label': `Bot as partner on ${name}`, onclick: () => asks.addBot(side, this.#level) }, icon('bot'), 'Partner bot');
    this.#role = el('select', { class: 'field role', 'aria-label': 'What you do', onchange: () => asks.sit(side, /** @type {any} */ (this.#role.value)) },
      ...Object.entries(game.roles ?? {}).map(([role, says]) => el('option', { value: role }, says)));
    this.node = el('li', { class: 'side-seat', 'data-side': side },
      el('div', { class: 'side-who' }, el('span', { class: 'side-emblem' }, game.emblem(side)),
        el('div', { class: 'side-names' }, el('span', { class: 'unseen' }, name), this.#free, this.#people)),
      el('div', { class: 'side-tools' }, this.#role, this.#partner, this.#partnerBot, this.#sit, this.#bot));
  }

  /** @param {Room} room @param {You} you @param {Member[]} sitters @param {boolean} host */
  draw(room, you, sitters, host) {
    const { app, game, side } = this;
    const levels = app.catalog?.games.find((offer) => offer.game === game.id)?.bot_levels ?? [];
    this.#level = levels.find((level) => String(level) === 'normal') ?? levels.at(-1) ?? 'easy';
    const own = you.side === side;
    const first = sitters[0];
    const team = sitters.length === 1 && first !== undefined && first.role !== 'solo' && first.role !== null;
    setAttr(this.node, 'data-own', own);
    setAttr(this.node, 'data-taken', sitters.length > 0);
    this.#free.hidden = sitters.length > 0;
    this.#sit.hidden = sitters.length > 0;
    this.#bot.hidden = sitters.length > 0 || !host;
    this.#partner.hidden = !team || own;
    this.#partnerBot.hidden = !team || !host;
    this.#role.hidden = !own || game.roles === null;
    if (own && you.role !== null && this.#role.value !== you.role) this.#role.value = you.role;
    keyed(this.#people, sitters, (member) => member.player,
      (member) => el('li', { class: 'sitter' },
        el('span', { class: 'sitter-name' }), el('span', { class: 'sitter-what dim' }),
        member.bot === null ? null : el('span', { class: 'sitter-tools' }, this.#levels(member, levels.map(String)), el('button', {
          class: 'button quiet icon-only', type: 'button', 'aria-label': `Take ${member.name} away`,
          onclick: () => app.asks.removeBot(side, member.role),
        }, icon('close')))),
      (node, member) => this.#sitter(node, member, room, you, host));
  }

  /** @param {Element} node @param {Member} member @param {Room} room @param {You} you @param {boolean} host */
  #sitter(node, member, room, you, host) {
    const role = member.role !== null && member.role !== 'solo' ? member.role : '';
    const select = node.querySelector('select');
    const chooses = host && select !== null && select.options.length > 1;
    const what = [
      member.player === you.player ? 'you' : '', member.player === room.host ? 'host' : '',
      member.bot === null ? '' : chooses ? 'bot' : `${member.bot} bot`, role, member.online ? '' : 'away',
    ].filter((word) => word !== '').join(' · ');
    setText(/** @type {Element} */ (node.querySelector('.sitter-name')), nameOf(room, member.player));
    setText(/** @type {Element} */ (node.querySelector('.sitter-what')), what);
    setAttr(node, 'data-ready', member.ready && member.bot === null);
    setAttr(node, 'aria-label', `${member.name}${what === '' ? '' : `, ${what}`}${member.ready ? ', ready' : ''}`);
    for (const tool of node.querySelectorAll('button, select')) /** @type {HTMLElement} */ (tool).hidden = !host;
    if (select !== null && member.bot !== null) {
      if (select.value !== member.bot) select.value = member.bot;
      select.hidden = !chooses;
    }
  }

  /** How well a bot plays: it is put there anew. @param {Member} member @param {string[]} levels */
  #levels(member, levels) {
    const { app, side } = this;
    const select = el('select', {
      class: 'field level', 'aria-label': `How well ${member.name} plays`,
      onchange: async () => {
        const answer = await app.asks.removeBot(side, member.role);
        if ('ok' in answer) await app.asks.addBot(side, select.value, member.role);
      },
    }, ...levels.map((level) => el('option', { value: level }, level)));
    return select;
  }
}

export class Lobby extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** @type {import('./room.js').Room} */
  room = /** @type {any} */ (undefined);
  #title = el('h1', {});
  #sides = el('ul', { class: 'sides' });
  #invite = el('aside', { class: 'lobby-invite' });
  #options = el('button', { class: 'button', type: 'button', onclick: () => openOptions(this.app) }, icon('sliders'), el('span', {}, 'Options'));
  #changed = el('p', { class: 'dim lobby-options' });
  #watchers = el('p', { class: 'dim' });
  #back = el('button', { class: 'button', type: 'button', hidden: true, onclick: () => { this.room.seats = false; this.app.store.touch(); } }, 'Back to the table');
  #go = /** @type {import('./go.js').Go} */ (document.createElement('slap-go'));
  #rules = el('section', { class: 'lobby-rules' });
  #code = '';
  /** @type {Map<number, Side>} */
  #parts = new Map();

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'lobby';
    this.#go.app = this.app;
    this.append(
      el('div', { class: 'lobby-main' },
        el('header', { class: 'lobby-head' }, this.#title,
          el('div', { class: 'row' },
            el('button', { class: 'button narrow-only', type: 'button', onclick: () => openInvite(this.app) }, icon('people'), 'Invite'),
            this.#options, this.#back)),
        this.#changed, this.#sides, this.#watchers, this.#rules),
      this.#invite, this.#go);
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot */
  draw(snapshot) {
    const { room, you } = snapshot;
    const game = gameOf(room.game);
    if (game === null) return setText(this.#title, 'This page does not know this game. Reload it.');
    if (this.#code !== room.code) {
      this.#code = room.code;
      this.#rules.replaceChildren(el('h2', {}, 'How to play'), el('ol', { class: 'rules' }, ...game.rules.map((line) => el('li', {}, line))));
      this.#invite.replaceChildren(el('h2', {}, 'Bring in others'), inviteBody(this.app, room.code));
    }
    setText(this.#title, game.title);
    setText(this.#changed, changed(this.app.catalog, room));
    this.#back.hidden = room.phase === 'lobby' || snapshot.game === null;
    const sides = Array.from({ length: game.sides.max }, (_, index) => index + 1);
    for (const side of sides) if (!this.#parts.has(side)) this.#parts.set(side, new Side(this.app, game, side));
    const nodes = [...this.#parts.values()];
    if (this.#sides.childElementCount !== nodes.length) this.#sides.replaceChildren(...nodes.map((part) => part.node));
    for (const part of nodes) part.draw(room, you, sittersOf(room, part.side), isHost(room, you));
    const watchers = room.members.filter((member) => member.side === null && !member.gone);
    setText(this.#watchers, watchers.length === 0 ? '' : `Without a seat: ${watchers.map((member) => member.name).join(', ')}`);
    setAttr(this, 'data-host', isHost(room, you));
    this.#go.draw(snapshot);
  }
}

customElements.define('slap-lobby', Lobby);
