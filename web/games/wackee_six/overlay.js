// @ts-check
// What lies over the middle: the start, the countdown, a rotation, a pause, somebody out; and when there is a vote.

import { part } from '../../net/part.js';
import { el, hide, setText } from '../../parts/el.js';
import { left, now } from '../../parts/time.js';
import { nameOf } from '../../room/people.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Table} Table
 */

const MOTIONS = { rotate: 'rotate the stocks', pause: 'pause', resume: 'go on', end: 'end the match' };

/** @param {keyof typeof MOTIONS} motion */
export const sayMotion = (motion) => MOTIONS[motion];

/** How long "Wackee Six!" stays. */
const SPLASH_MS = 1_600;
/** What could not be loaded is asked for again after this long. */
const AGAIN_MS = 1_000;

export class Overlay {
  #big = el('p', { class: 'over-big' });
  #text = el('p', { class: 'over-text' });
  #button = el('button', { class: 'button main big', type: 'button', onclick: () => this.#does() }, '');
  #center = el('div', { class: 'over', hidden: true }, this.#big, this.#text, this.#button);
  node = this.#center;
  /** Where a vote stands, over the other sides: it may last, and no pile is to lie under it. */
  ballot = el('div', { class: 'ballot', role: 'group', 'aria-label': 'A vote', hidden: true });
  /** The call of who is out, where the options ask for one; there too, as the race goes on meanwhile. */
  call = el('div', { class: 'ballot', role: 'group', 'aria-label': 'Your call', hidden: true }, el('p', {}, 'All of yours are played.'),
    el('button', { class: 'button main', type: 'button', onclick: () => void this.table.act({ do: 'call' }) }, 'Wackee Six!'));
  /** Loaded when there is something to vote on. @type {import('./ballot.js').Ballot | null} */
  #votes = null;
  #loading = false;
  #does = () => {};
  /** @type {Snapshot | null} */
  #snapshot = null;
  #counted = 0;
  /** Whether the rotation that runs was voted for. */
  voted = false;
  #splash = '';
  #splashUntil = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Somebody is out. @param {string} who */
  out(who) {
    this.#splash = who;
    this.#splashUntil = now() + SPLASH_MS;
  }

  /** Draws; also called each quarter of a second while a clock runs. @param {Snapshot} snapshot */
  draw(snapshot) {
    this.#snapshot = snapshot;
    const { game, room, you } = snapshot;
    if (game === null) return;
    this.#ballots(game, snapshot);
    const own = game.sides.find((side) => side.side === you.side);
    hide(this.call, game.phase !== 'playing' || game.vote !== null || own?.out !== true || room.options.call_to_stop !== 'by_call');
    if (this.#splashes) return this.#show('Wackee Six!', this.#splash, '', () => {});
    if (game.phase === 'dealt') return this.#start(snapshot);
    if (game.phase === 'countdown') {
      const seconds = Math.ceil((left(game.starts_at) ?? 0) / 1000);
      if (seconds !== this.#counted) {
        this.#counted = seconds;
        if (seconds > 0) {
          this.table.sound('count');
          this.table.say(`${seconds}`);
        }
      }
      return this.#show(seconds > 0 ? `${seconds}` : 'Go!', '', '', () => {});
    }
    this.#counted = 0;
    if (game.phase === 'stuck') {
      const seconds = Math.ceil((left(game.stuck_at) ?? 0) / 1000);
      return this.#show(this.voted ? 'Rotation' : 'Stuck!', `All stocks are rotated in ${seconds}.`, '', () => {});
    }
    if (game.phase === 'paused') {
      const may = you.side !== null && game.vote === null;
      return this.#show('Paused', game.vote === null ? 'All clocks stand.' : '', may ? 'Go on' : '', () => void this.table.act({ do: 'vote', for: 'resume', agree: true }));
    }
    hide(this.#center, true);
  }

  /** In a replay the clock may have been put back. */
  get #splashes() {
    const rest = this.#splashUntil - now();
    return rest > 0 && rest <= SPLASH_MS;
  }

  /** Whether something in it changes by itself. */
  get ticks() {
    const game = this.#snapshot?.game;
    return this.#splashes || game?.phase === 'countdown' || game?.phase === 'stuck' || game?.phase === 'dealt' || (game?.vote ?? null) !== null
      || (game?.phase === 'playing' && left(game.vote_at) === 0);
  }

  /** @param {Snapshot} snapshot */
  #start({ room, you }) {
    const anyone = room.anyone_may_start_at !== null && left(room.anyone_may_start_at) === 0 && you.side !== null;
    const may = anyone || (room.starter?.includes(you.player) ?? room.host === you.player);
    const names = (room.starter ?? (room.host === null ? [] : [room.host])).map((player) => nameOf(room, player));
    if (may) return this.#show('', 'Look at your row. Ready?', 'Let’s get Wackee!', () => void this.table.act({ do: 'start' }));
    return this.#show('', `${names.join(' or ') || 'Somebody'} says when the race begins.`, '', () => {});
  }

  /** @param {View} game @param {Snapshot} snapshot */
  #ballots(game, snapshot) {
    if (this.#votes !== null) return this.#votes.draw(game, snapshot);
    if (this.#loading || (game.vote === null && (game.phase !== 'playing' || left(game.vote_at) !== 0))) return;
    this.#loading = true;
    part('games/wackee_six/ballot.js', () => import('./ballot.js')).then(({ Ballot }) => {
      this.#votes = new Ballot(this.ballot, this.table);
      if (this.#snapshot !== null) this.draw(this.#snapshot);
    }, () => {}).finally(() => setTimeout(() => { this.#loading = false; }, AGAIN_MS));
  }

  /** @param {string} big @param {string} text @param {string} label @param {() => void} does */
  #show(big, text, label, does) {
    hide(this.#center, false);
    if (this.#big.textContent !== big) {
      setText(this.#big, big);
      this.#big.toggleAttribute('data-short', big.length <= 3);
      if (big !== '' && !this.table.calm()) this.#big.animate([{ transform: 'scale(1.6)', opacity: 0.2 }, { transform: 'none', opacity: 1 }], { duration: 260, easing: 'ease-out' });
    }
    hide(this.#big, big === '');
    setText(this.#text, text);
    hide(this.#text, text === '');
    setText(this.#button, label);
    hide(this.#button, label === '');
    this.#does = does;
  }
}
