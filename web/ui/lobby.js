// @ts-check
// Before the deal: the sides with their people and bots, the invitation, the options, and what is missing.

import { gameOf } from '../games/list.js';
import { el, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { isHost, sittersOf } from '../room/people.js';
import './go.js';
import { inviteBody, openInvite } from './invite.js';
import { changed, openOptions } from './options.js';
import { Side } from './side.js';

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
