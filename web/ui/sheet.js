// @ts-check
// The score sheet over the table between rounds. It is loaded when the first round is over.

import { gameOf } from '../games/list.js';
import { at } from '../net/site.js';
import { el, hide, setAttr, setText } from '../parts/el.js';
import { keyed } from '../parts/keyed.js';
import { sound } from '../parts/sound.js';
import { sideName } from '../room/people.js';
import './go.js';

/** Who was still tapping the table presses nothing on the sheet that has just come. */
const FRESH_MS = 700;

export class ScoreSheet extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** @type {import('./room.js').Room} */
  room = /** @type {any} */ (undefined);
  #title = el('h2', { tabindex: '-1' });
  #note = el('p', { class: 'dim' });
  #head = el('tr');
  #body = el('tbody');
  #go = /** @type {import('./go.js').Go} */ (document.createElement('slap-go'));
  #fold = el('button', { class: 'button quiet sheet-fold', type: 'button', onclick: () => this.#toggle() }, 'See the table');
  #seats = el('button', { class: 'button quiet', type: 'button', onclick: () => { this.room.seats = true; this.app.store.touch(); } }, 'Seats and options');
  #replay = el('a', { class: 'button quiet', target: '_blank', 'aria-label': 'Watch the replay' }, 'Replay');
  #round = '';
  #folded = false;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'sheet';
    hide(this, true);
    this.#go.app = this.app;
    this.append(el('div', { class: 'sheet-card', role: 'region', 'aria-label': 'Score sheet' },
      el('div', { class: 'sheet-scores' }, this.#title, this.#note,
        el('table', { class: 'scores' }, el('thead', {}, this.#head), this.#body)),
      this.#go, el('div', { class: 'row sheet-more' }, this.#seats, this.#replay, this.#fold)));
  }

  #toggle() {
    this.#folded = !this.#folded;
    this.app.store.touch();
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot @param {boolean} table whether the table is shown, and its end was seen */
  draw(snapshot, table) {
    const { room, you } = snapshot;
    const shown = table && (room.phase === 'between' || room.phase === 'over');
    hide(this, !shown);
    if (!shown) return setAttr(this.room, 'data-folded', false);
    const game = gameOf(room.game);
    const sheet = game?.sheet(snapshot) ?? null;
    const round = `${room.match} ${room.round}`;
    if (round !== this.#round) {
      this.#round = round;
      this.#folded = false;
      this.setAttribute('data-fresh', '');
      setTimeout(() => this.removeAttribute('data-fresh'), FRESH_MS);
      sound(you.side !== null && room.winners.includes(you.side) ? 'win' : 'go');
      requestAnimationFrame(() => this.#title.focus({ preventScroll: true }));
    }
    for (const node of [this, this.room]) setAttr(node, 'data-folded', this.#folded);
    setText(this.#fold, this.#folded ? 'See the scores' : 'See the table');
    const winners = room.winners.map((side) => sideName(room, side));
    const own = you.side !== null && room.winners.includes(you.side);
    this.#replay.hidden = room.phase !== 'over';
    setAttr(this.#replay, 'href', at(`replay/${room.match}`));
    setText(this.#title, room.phase === 'over'
      ? own && winners.length === 1 ? 'You win the match!' : `${winners.join(' and ')} ${winners.length === 1 ? 'wins' : 'win'} the match`
      : sheet?.title ?? `Round ${room.round} is over`);
    setText(this.#note, sheet?.note ?? '');
    keyed(this.#head, ['', ...(sheet?.columns ?? [])], (column) => column, (column) => el('th', { scope: 'col' }, column === '' ? el('span', { class: 'unseen' }, 'Side') : column), () => {});
    keyed(this.#body, sheet?.rows ?? [], (row) => row.side,
      (row) => el('tr', {}, el('th', { scope: 'row' }, el('div', { class: 'who' }, game?.emblem(row.side), el('span', {})))),
      (node, row) => {
        setAttr(node, 'data-own', row.side === you.side);
        setAttr(node, 'data-best', row.best);
        setText(/** @type {Element} */ (node.querySelector('th span')), row.side === you.side ? 'You' : sideName(room, row.side));
        row.cells.forEach((cell, index) => {
          const old = node.children[index + 1];
          if (old === undefined) node.append(el('td', {}, cell));
          else setText(old, cell);
        });
      });
    this.#go.draw(snapshot);
  }
}

customElements.define('slap-sheet', ScoreSheet);
