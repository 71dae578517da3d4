// @ts-check
// The log of the table, emotes and chat: a rail on wide windows, a sheet from the bar on small ones.

import { el, hide, setText } from '../parts/el.js';
import { EMOTES, icon } from '../parts/icon.js';
import { keyed } from '../parts/keyed.js';
import { now } from '../parts/time.js';
import { nameOf } from '../room/people.js';

/** How long an emote floats. */
const FLOAT_MS = 2_600;
/** The lines are drawn at most this often. */
const DRAW_MS = 250;
/** Where the rail is always there. */
const wide = matchMedia('(min-width: 1100px)');

export class Talk extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** @type {import('./room.js').Room} */
  room = /** @type {any} */ (undefined);
  /** Lines of chat that came while it was closed. */
  unread = 0;
  #lines = el('ol', {});
  #field = el('input', { class: 'field', name: 'chat', maxlength: 600, placeholder: 'Say something', autocomplete: 'off', enterkeyhint: 'send', 'aria-label': 'Say something' });
  #form = el('form', { class: 'talk-form', onsubmit: (/** @type {Event} */ event) => this.#send(event) }, this.#field,
    el('button', { class: 'button', type: 'submit' }, 'Send'));
  #emotes = el('div', { class: 'emotes' }, ...Object.entries(EMOTES).map(([name, says]) => el('button', {
    class: 'button quiet icon-only', type: 'button', 'aria-label': says, title: says,
    onclick: () => { this.app.asks.react(name); this.toggle(false); },
  }, icon(name))));
  #shut = el('p', { class: 'dim talk-shut' });
  #floats = el('div', { class: 'floats', 'aria-hidden': 'true' });
  /** What had the focus before. @type {HTMLElement | null} */
  #opener = null;
  #seen = 0;
  #first = true;
  #last = '';
  /** @type {unknown} */
  #members = null;
  #drawnAt = -1e9;
  /** @type {number | null} */
  #timer = null;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'talk';
    this.append(
      el('header', { class: 'talk-head' }, el('h2', {}, 'Table talk'),
        el('button', { class: 'button quiet icon-only', type: 'button', 'aria-label': 'Close', onclick: () => this.toggle(false) }, icon('close'))),
      el('div', { class: 'talk-lines', tabindex: '0', 'aria-label': 'What happened' }, this.#lines),
      this.#emotes, this.#form, this.#shut);
    this.addEventListener('keydown', (event) => event.key === 'Escape' && this.toggle(false));
    // A window that has become wide shows it from now on.
    wide.addEventListener('change', () => this.app.store.touch());
    this.parentElement?.append(this.#floats);
  }

  /** Opens or closes the sheet; the focus goes into it, and back to where it was. @param {boolean} [open] */
  toggle(open = !this.hasAttribute('data-open')) {
    const within = this.contains(document.activeElement);
    if (open === this.hasAttribute('data-open')) return;
    this.toggleAttribute('data-open', open);
    if (open) {
      this.#opener = /** @type {HTMLElement | null} */ (document.activeElement);
      this.querySelector('button')?.focus();
    } else if (within && !wide.matches) this.#opener?.focus();
    this.app.store.touch();
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text === '') return;
    this.#field.value = '';
    const answer = await this.app.asks.chat(text);
    // What was refused is not lost.
    if (!('ok' in answer) && this.#field.value === '') this.#field.value = text;
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot */
  draw({ room, you }) {
    const open = this.hasAttribute('data-open') || wide.matches;
    const said = room.chat.at(-1)?.seq ?? 0;
    if (open || this.#first) [this.unread, this.#seen] = [0, said];
    else this.unread = room.chat.filter((line) => line.seq > this.#seen && line.player !== you.player).length;
    this.#first = false;
    const me = room.members.find((member) => member.player === you.player);
    const muted = me?.muted === true;
    hide(this.#form, room.options.chat === false || muted);
    setText(this.#shut, muted ? 'The host lets you say nothing here.' : room.options.chat === false ? 'Only emotes at this table.' : '');
    for (const button of this.#emotes.children) /** @type {HTMLButtonElement} */ (button).disabled = muted;
    for (const { player, emote } of this.app.store.emotes) this.#float(nameOf(room, player), emote);
    if (!open) return;
    // Where much happens at once nobody reads along: then the lines come together.
    const wait = this.#drawnAt + DRAW_MS - now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => { this.#timer = null; this.app.store.touch(); }, wait);
      return;
    }
    const last = `${this.app.store.log.at(-1)?.key} ${said}`;
    if (last === this.#last && room.members === this.#members) return;
    [this.#last, this.#members, this.#drawnAt] = [last, room.members, now()];
    const lines = [
      ...this.app.store.log.map((line) => ({ key: `l${line.key}`, seq: line.seq, who: '', text: line.text, mine: line.mine === true })),
      ...room.chat.map((line) => ({
        key: `c${line.seq}`, seq: line.seq, who: line.player === you.player ? 'You' : nameOf(room, line.player),
        text: line.text ?? EMOTES[line.emote ?? ''] ?? '', mine: false,
      })),
    ].sort((a, b) => a.seq - b.seq).slice(-80);
    keyed(this.#lines, lines, (line) => line.key,
      (line) => el('li', { class: line.who === '' ? (line.mine ? 'mine' : 'dim') : 'said' }, line.who === '' ? null : el('b', {}), el('span')),
      (node, line) => {
        if (line.who !== '') setText(/** @type {Element} */ (node.firstChild), line.who);
        setText(/** @type {Element} */ (node.lastChild), line.text);
      });
  }

  /** @param {string} name @param {string} emote */
  #float(name, emote) {
    const node = el('p', { class: 'float' }, icon(emote), el('b', {}, name), el('span', {}, EMOTES[emote] ?? ''));
    this.#floats.append(node);
    while (this.#floats.childElementCount > 4) this.#floats.firstElementChild?.remove();
    setTimeout(() => node.remove(), FLOAT_MS);
  }
}

customElements.define('slap-talk', Talk);
