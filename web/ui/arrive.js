// @ts-check
// Before a table: what it is, one's name, and a seat or a place to watch from. Two taps from the link.

import { offerOf } from '../games/list.js';
import { fetchJson, roomInAddress, showAddress } from '../net/site.js';
import { el, setText } from '../parts/el.js';
import { spoken } from '../room/people.js';
import { takeSeat } from './seat.js';

export class Arrive extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  #title = el('h1', {}, 'Looking for the table…');
  #about = el('p', { class: 'dim' });
  #field = el('input', { class: 'field', name: 'name', maxlength: 60, autocomplete: 'nickname', id: 'your-name' });
  #sit = el('button', { class: 'button main big', type: 'submit' }, 'Sit down');
  #watch = el('button', { class: 'button', type: 'button', onclick: () => this.#enter('spectator') }, 'Watch');
  #form = el('form', { class: 'column', hidden: true, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#enter(this.#as); } },
    el('label', { for: 'your-name' }, 'Your name'), this.#field, this.#sit, this.#watch);
  #home = el('button', { class: 'button quiet', type: 'button', onclick: () => this.app.go('') }, 'To the first screen');
  /** @type {'player' | 'spectator'} */
  #as = 'player';
  #code = '';
  #named = false;
  #busy = false;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'screen arrive';
    this.append(el('div', { class: 'panel column' }, this.#title, this.#about, this.#form, this.#home));
    // With a phone's keyboard open the name and the way on are both in view.
    this.#field.addEventListener('focus', () => setTimeout(() => this.#sit.scrollIntoView({ block: 'nearest' }), 300));
    this.#look();
  }

  async #look() {
    this.#code = roomInAddress();
    const answer = await fetchJson(`api/v1/rooms/${encodeURIComponent(this.#code)}`);
    if (!this.isConnected) return;
    if (!answer.ok) {
      const many = answer.code === 'too_many_tries';
      setText(this.#title, answer.code === 'room_not_found' ? `There is no table ${this.#code.toUpperCase().slice(0, 20)}` : many ? 'Too many wrong codes' : 'That did not work');
      setText(this.#about, answer.code === 'room_not_found' ? 'Look at the code once more: six letters and digits, upper or lower case.' : answer.message);
      // The code may be right after all.
      if (many) setTimeout(() => this.isConnected && this.#look(), (answer.wait ?? 0) + 100);
      return;
    }
    const room = answer.body;
    this.#code = room.code;
    showAddress(room.code, true);
    const full = room.seats_free === 0;
    const running = room.phase === 'playing';
    setText(this.#title, offerOf(room.game)?.title ?? room.game);
    const partner = !full && room.sides_taken >= room.sides;
    setText(this.#about, `Table ${spoken(room.code)} · ${room.sides_taken} of ${room.sides} sides taken${partner ? ' · a partner is wanted' : ''}`
      + `${running ? ' · a round is being played' : ''}${room.spectators > 0 ? ` · ${room.spectators} watching` : ''}`);
    const shut = room.locked ? 'The host has locked this table: nobody new can come in at the moment.'
      : full && !room.may_watch ? 'All seats are taken, and nobody more may watch.' : '';
    if (shut !== '') {
      setText(this.#about, shut);
      this.#form.before(el('button', { class: 'button', type: 'button', onclick: (/** @type {Event} */ event) => { /** @type {Element} */ (event.target).remove(); this.#look(); } }, 'Look again'));
      return;
    }
    setText(this.#sit, full ? 'Watch' : running ? 'Come in, play next round' : 'Sit down');
    this.#as = full ? 'spectator' : 'player';
    this.#watch.hidden = full || !room.may_watch;
    this.#form.hidden = false;
    this.app.store.touch();
  }

  /** @param {'player' | 'spectator'} as */
  async #enter(as) {
    if (this.#busy) return;
    this.#busy = true;
    this.app.store.touch();
    const { app } = this;
    if (await app.call(this.#field.value)) {
      const { store } = app;
      const answer = await app.asks.join(this.#code, as);
      if ('ok' in answer && as === 'player') await takeSeat(app);
      if ('error' in answer) this.#refused(answer.error.code);
      store.touch();
    }
    this.#busy = false;
  }

  /** @param {string} code */
  #refused(code) {
    if (code !== 'room_full' && code !== 'room_locked') return;
    // The seats went while somebody was typing.
    setText(this.#sit, 'Watch');
    this.#as = 'spectator';
    this.#watch.hidden = true;
  }

  draw() {
    const { app } = this;
    if (!this.#named && app.name !== '') {
      this.#named = true;
      this.#field.value = app.name;
    }
    this.#sit.disabled = this.#watch.disabled = this.#busy || !app.client.up;
  }
}

customElements.define('slap-arrive', Arrive);
