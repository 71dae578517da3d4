// @ts-check
// The score sheet over the table between rounds; and what has to be done for the next deal, on one button: be
// ready, deal, or wait for somebody.

import { gameOf } from '../games/list.js';
import { at } from '../net/site.js';
import { el, hide, setAttr, setText } from '../parts/el.js';
import { keyed } from '../parts/keyed.js';
import { sound } from '../parts/sound.js';
import { left, now } from '../parts/time.js';
import { nameOf, sideName } from '../room/people.js';
import { takeSeat } from './arrive.js';

export class Go extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  #note = el('p', { class: 'go-note', role: 'status' });
  #main = el('button', { class: 'button main big', type: 'button', onclick: () => this.#act() }, '');
  #other = el('button', { class: 'button', type: 'button', onclick: () => this.app.asks.ready(false) }, 'Not ready yet');
  /** @type {() => Promise<unknown> | void} */
  #does = () => {};
  #busy = false;
  #timer = 0;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'go';
    this.append(this.#note, el('div', { class: 'go-buttons' }, this.#other, this.#main));
  }

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot */
  draw({ room, you }) {
    const { app } = this;
    const me = room.members.find((member) => member.player === you.player);
    const seated = room.members.filter((member) => member.side !== null);
    const sides = new Set(seated.map((member) => member.side)).size;
    const least = gameOf(room.game)?.sides.min ?? 2;
    const unready = seated.filter((member) => !member.ready && member.player !== you.player);
    const anyone = room.anyone_may_start_at;
    const mayStart = room.host === you.player || (you.side !== null && anyone !== null && left(anyone) === 0);
    const again = room.phase === 'over';
    const deal = again ? 'Rematch' : room.round > 0 ? 'Next round' : 'Deal the cards';
    hide(this.#other, true);
    clearTimeout(this.#timer);
    if (anyone !== null && (left(anyone) ?? 0) > 0) this.#timer = setTimeout(() => app.store.touch(), (left(anyone) ?? 0) + 50);
    if (you.side === null && you.as === 'spectator') {
      return this.#set('You watch this table.', 'Take a seat', async () => {
        const { code } = room;
        app.entering = true;
        await app.asks.leave();
        const answer = await app.asks.join(code, 'player');
        app.entering = false;
        if ('ok' in answer) await takeSeat(app);
      });
    }
    if (you.side === null && room.host !== you.player) return this.#set('Choose a seat to play.', 'Sit down', () => takeSeat(app));
    if (sides < least) return this.#set(`${least} sides are needed: invite somebody, or put a bot on a seat.`, deal, null);
    const lonely = seated.find((member) => member.role !== null && member.role !== 'solo' && !seated.some((other) => other !== member && other.side === member.side));
    if (lonely !== undefined) {
      return this.#set(lonely === me ? 'You need a partner on your side, or play alone.' : `${nameOf(room, lonely.player)} needs a partner.`, deal, null);
    }
    if (me !== undefined && you.side !== null && !me.ready) {
      if (unready.length === 0 && mayStart) {
        return this.#set('Everybody else is ready.', deal, async () => {
          const answer = await app.asks.ready(true);
          if ('ok' in answer) await app.asks.start();
        });
      }
      return this.#set(unready.length === 0 ? 'All wait for you.' : `Not ready yet: ${names(room, unready)}.`, again ? 'Ready for a rematch' : 'I’m ready', () => app.asks.ready(true));
    }
    hide(this.#other, you.side === null);
    if (unready.length > 0) return this.#set(`Waiting for ${names(room, unready)}.`, deal, null);
    if (mayStart) return this.#set('Everybody is ready.', deal, () => app.asks.start());
    return this.#set(`Waiting for ${room.host === null ? 'a host' : nameOf(room, room.host)} to deal.`, deal, null);
  }

  /** @param {string} note @param {string} label @param {(() => Promise<unknown> | void) | null} does */
  #set(note, label, does) {
    setText(this.#note, note);
    setText(this.#main, label);
    this.#main.disabled = does === null || this.#busy;
    this.#does = does ?? (() => {});
  }

  async #act() {
    if (this.#busy) return;
    this.#busy = true;
    await this.#does();
    this.#busy = false;
    this.app.store.touch();
  }
}

/** @param {import('../games/contract.d.ts').Room} room @param {import('../games/contract.d.ts').Member[]} members */
function names(room, members) {
  const all = members.map((member) => nameOf(room, member.player));
  return all.length > 3 ? `${all.slice(0, 3).join(', ')} and ${all.length - 3} more` : all.join(', ');
}

customElements.define('slap-go', Go);

/** How long the end of a round is seen before the scores lie over it. */
const PAUSE_MS = 1_600;

export class ScoreSheet extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  /** @type {import('./room.js').Room} */
  room = /** @type {any} */ (undefined);
  #title = el('h2', { tabindex: '-1' });
  #note = el('p', { class: 'dim' });
  #head = el('tr');
  #body = el('tbody');
  #go = /** @type {import('./sheet.js').Go} */ (document.createElement('slap-go'));
  #fold = el('button', { class: 'button quiet sheet-fold', type: 'button', onclick: () => this.#toggle() }, 'See the table');
  #seats = el('button', { class: 'button quiet', type: 'button', onclick: () => { this.room.seats = true; this.app.store.touch(); } }, 'Seats and options');
  #replay = el('a', { class: 'button quiet', target: '_blank', 'aria-label': 'Watch the replay' }, 'Replay');
  #round = '';
  #folded = false;
  /** Until when the table is seen before the scores come. */
  #from = 0;
  #playing = false;

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

  /** @param {import('../games/contract.d.ts').Snapshot} snapshot @param {boolean} table whether the table is shown */
  draw(snapshot, table) {
    const { room, you } = snapshot;
    const over = room.phase === 'between' || room.phase === 'over';
    if (this.#playing && over) {
      this.#from = now() + PAUSE_MS;
      setTimeout(() => this.app.store.touch(), PAUSE_MS + 20);
    }
    this.#playing = room.phase === 'playing';
    const shown = table && over && now() >= this.#from;
    hide(this, !shown);
    if (!shown) return setAttr(this.room, 'data-folded', false);
    const game = gameOf(room.game);
    const sheet = game?.sheet(snapshot) ?? null;
    const round = `${room.match} ${room.round}`;
    if (round !== this.#round) {
      this.#round = round;
      this.#folded = false;
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
