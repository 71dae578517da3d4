// @ts-check
// What has to be done for the next deal, on one button: be ready, deal, or wait for somebody.

import { gameOf } from '../games/list.js';
import { el, hide, setText } from '../parts/el.js';
import { clock, left } from '../parts/time.js';
import { nameOf } from '../room/people.js';
import { takeSeat } from './seat.js';

export class Go extends HTMLElement {
  /** @type {import('./app.js').App} */
  app = /** @type {any} */ (undefined);
  #note = el('span', { role: 'status' });
  /** Beside the note, not in it: nobody wants each second read to them. */
  #clock = el('span', { class: 'go-clock', 'aria-hidden': 'true' });
  #main = el('button', { class: 'button main big', type: 'button', onclick: () => this.#act() }, '');
  #other = el('button', { class: 'button', type: 'button', onclick: () => this.app.asks.ready(false) }, 'Not ready yet');
  /** @type {() => Promise<unknown> | void} */
  #does = () => {};
  #busy = false;
  #timer = 0;

  connectedCallback() {
    if (this.firstChild !== null) return;
    this.className = 'go';
    this.append(el('p', { class: 'go-note' }, this.#note, ' ', this.#clock), el('div', { class: 'go-buttons' }, this.#other, this.#main));
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
    setText(this.#clock, '');
    if (anyone !== null && (left(anyone) ?? 0) > 0) this.#timer = setTimeout(() => app.store.touch(), (left(anyone) ?? 0) + 50);
    const free = sides < (gameOf(room.game)?.sides.max ?? 0);
    if (you.side === null && you.as === 'spectator') {
      return this.#set(free ? 'You watch this table.' : 'You watch this table. All its seats are taken.', 'Take a seat', free ? () => takeSeat(app) : null);
    }
    if (you.side === null && room.host !== you.player) return this.#set('Choose a seat to play.', 'Sit down', () => takeSeat(app));
    if (sides < least) return this.#set(`At least ${least} seats have to be taken: invite somebody, or put a bot on one.`, deal, null);
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
    if (unready.length > 0) {
      const away = unready.every((member) => !member.online);
      const excused = away ? left(room.away_excused_at) : null;
      if (excused !== null && excused > 0) {
        setText(this.#clock, `${clock(excused)} at most.`);
        this.#timer = setTimeout(() => app.store.touch(), excused % 1_000 + 20);
      }
      return this.#set(`Waiting for ${names(room, unready)}${away ? unready.length === 1 ? ', who is away.' : ', who are away.' : '.'}`, deal, null);
    }
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
