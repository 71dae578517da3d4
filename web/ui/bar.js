// @ts-check
// The bar above a table: its code with the ways to bring in others, the round, the line, and the buttons that are
// always there.

import { gameOf } from '../games/list.js';
import { PENDING_MS } from '../net/client.js';
import { part } from '../net/part.js';
import { linkTo, pictureOf } from '../net/site.js';
import { openDialog } from '../parts/dialog.js';
import { el, hide, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { wear } from '../parts/wear.js';
import { spoken } from '../room/people.js';

/** @param {import('./app.js').App} app */
export function openInvite(app) {
  const code = app.store.snapshot?.room.code ?? '';
  openDialog('Bring in others', inviteBody(app, code));
}

/** @param {import('./app.js').App} app @param {string} code */
export function inviteBody(app, code) {
  const link = linkTo(code);
  const picture = pictureOf(code);
  return el('div', { class: 'invite' },
    el('p', { class: 'code-large', 'aria-label': `Code ${[...code].join(' ')}` }, spoken(code)),
    picture === null ? null : el('img', { class: 'qr', src: picture, alt: `QR code of the link to table ${spoken(code)}`, width: 200, height: 200 }),
    link === null
      ? el('p', { class: 'dim' }, 'Only this machine can open the page so far. Start the server with --lan, and phones on the same network can scan a code here.')
      : el('p', { class: 'link' }, link.replace(/^https?:\/\//, '')),
    el('div', { class: 'row' },
      el('button', { class: 'button', type: 'button', onclick: () => copy(app, link ?? spoken(code)) }, icon('copy'), link === null ? 'Copy code' : 'Copy link'),
      'share' in navigator && link !== null
        ? el('button', { class: 'button', type: 'button', onclick: () => navigator.share({ title: 'Slapdown', url: link }).catch(() => {}) }, icon('share'), 'Send')
        : null));
}

/** @param {import('./app.js').App} app @param {string} text */
async function copy(app, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that came over plain http from another machine have no clipboard; this old way works there.
    const field = el('textarea', { class: 'unseen', readonly: true });
    field.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  app.toast('Copied.');
}

/** A line slower than this is shown in amber. */
const SLOW_MS = 250;

export class Bar extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** @type {import('./room.js').Room} */
  room = /** @type {any} */ (undefined);
  #code = el('span', { class: 'code' });
  #round = el('span', { class: 'bar-round' });
  #lag = el('span', { class: 'bar-lag dim' });
  #watching = el('span', { class: 'bar-watching', hidden: true }, icon('eye'), el('span', {}, 'Watching'));
  #unread = el('span', { class: 'badge', hidden: true });
  #chat = el('button', { class: 'button quiet icon-only bar-chat', type: 'button', 'aria-label': 'Talk', onclick: () => this.room.talk.toggle() },
    icon('chat'), this.#unread);

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'bar';
    this.append(
      el('button', { class: 'button quiet bar-code', type: 'button', 'aria-label': 'Invite: code, link and picture', onclick: () => openInvite(this.app) }, this.#code, icon('share')),
      this.#round, this.#watching, this.#lag, this.#chat,
      el('button', { class: 'button quiet icon-only', type: 'button', 'aria-label': 'Menu', onclick: () => this.app.later(async () => { const [{ openMenu }] = await Promise.all([part('ui/menu.js', () => import('./menu.js')), wear('style/menu.css')]); openMenu(this.app, this.room); }) }, icon('menu')));
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot */
  draw({ room, you }) {
    setText(this.#code, spoken(room.code));
    setText(this.#round, room.round > 0 ? `Round ${room.round}` : gameOf(room.game)?.title ?? '');
    const { lag, waiting } = this.app.client;
    const waits = waiting > PENDING_MS;
    setText(this.#lag, waits ? 'slow line' : lag === null ? '' : `${lag} ms`);
    setAttr(this.#lag, 'data-slow', waits || lag !== null && lag > SLOW_MS);
    hide(this.#watching, you.as !== 'spectator');
    const { unread } = this.room.talk;
    hide(this.#unread, unread === 0);
    setText(this.#unread, unread);
    setAttr(this.#chat, 'aria-label', unread === 0 ? 'Talk' : `Talk, ${unread} new`);
  }
}

customElements.define('slap-bar', Bar);
