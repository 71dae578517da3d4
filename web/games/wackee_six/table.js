// @ts-check
// The table of Wackee Six: puts its parts together and draws what is.

import { el, hide, setAttr, setText } from '../../parts/el.js';
import { left, now } from '../../parts/time.js';
import { whoIs } from '../../room/people.js';
import { measure } from './card.js';
import { byPartner, sayCard } from './fit.js';
import { Air } from './fly.js';
import { KEYS, keys, listen } from './input.js';
import { Overlay } from './overlay.js';
import { Own } from './own.js';
import { Piles } from './piles.js';
import { Play } from './play.js';
import { Strip } from './strip.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Table} Table
 */

/** What runs by itself (countdowns, clocks) is drawn this often. */
const TICK_MS = 200;
/** What others play is written at most this often: faster nobody reads. */
const NEWS_MS = 400;
/** What the viewer did stays in that line for this long. */
const OWN_NEWS_MS = 2_500;
/** Turns are asked for a little later than the room's gap, as the way there takes time that varies. */
const GAP_MARGIN_MS = 15;

export class WackeeSix extends HTMLElement {
  keys = KEYS;
  #table = /** @type {Table} */ (/** @type {unknown} */ (null));
  /** @type {Snapshot | null} */
  #snapshot = null;
  #strip = new Strip((side) => this.#follow(side));
  #piles = new Piles((pile) => this.#play?.pile(pile));
  #own = new Own();
  #air = new Air(() => this.#table.calm());
  /** @type {Play | null} */
  #play = null;
  /** @type {Overlay | null} */
  #overlay = null;
  /** The side that a spectator follows. */
  #followed = 0;
  #timer = 0;
  #phase = '';
  #sizes = measure(() => {
    this.#air.forget();
    return [this.#piles.node, this.#own.row, this.#own.waste, ...this.#strip.node.querySelectorAll('.chip-row')];
  });
  #sides = 0;
  /** Whether the viewer plays for a partner who is away. */
  #covers = false;
  #newsAt = -1e9;

  /** @param {Table} table */
  begin(table) {
    this.#table = table;
    this.#overlay = new Overlay(table);
    const scene = {
      game: () => this.#snapshot?.game ?? null,
      side: () => this.#mine(),
      table, air: this.#air, own: this.#own, piles: this.#piles,
      who: (/** @type {number} */ side) => this.#who(side),
      redraw: () => this.#drawOwn(),
      gap: () => Number(this.#snapshot?.room.options.min_turn_gap_ms ?? 150) + GAP_MARGIN_MS,
    };
    this.#play = new Play(scene);
    this.className = 'w6';
    this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.setAttribute('aria-label', 'Wackee Six. Keys 1 to 6 play your row, Enter the waste, Space turns three.');
    this.append(this.#strip.node, this.#overlay.ballot, this.#overlay.call, el('div', { class: 'middle' }, this.#piles.node, this.#overlay.node), this.#own.node, this.#air.node);
    listen(scene, this.#play);
    keys(this, scene, this.#play);
  }

  connectedCallback() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    for (const node of [this, this.#piles.node, this.#own.row, this.#own.deck]) this.#sizes.observer.observe(node);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.#sizes.observer.disconnect();
  }

  /** The viewer's own side in this round; null for who only watches. */
  #mine() {
    const { game, you } = this.#snapshot ?? {};
    return game?.sides.find((side) => side.side === you?.side) ?? null;
  }

  /** @param {number} side */
  #who(side) {
    return this.#snapshot === null ? '' : whoIs(this.#snapshot.room, this.#snapshot.you, side);
  }

  /** @param {number} side */
  #follow(side) {
    this.#followed = side;
    requestAnimationFrame(() => this.#sizes.apply());
    if (this.#snapshot !== null) this.update(this.#snapshot, []);
  }

  /** @param {Snapshot} snapshot @param {Event[]} happened */
  update(snapshot, happened) {
    this.#snapshot = snapshot;
    const { game } = snapshot;
    if (game === null) return;
    const mine = this.#mine();
    this.#air.know(() => [...this.#piles.places, ...this.#strip.places]);
    if (mine === null && !game.sides.some((side) => side.side === this.#followed)) this.#followed = game.sides[0]?.side ?? 0;
    this.#piles.draw(game, (side) => this.#who(side), snapshot.room.members);
    this.#strip.draw(snapshot, mine === null ? game.sides : game.sides.filter((side) => side !== mine), mine === null ? this.#followed : 0);
    if (game.sides.length !== this.#sides) {
      this.#sides = game.sides.length;
      this.#sizes.apply();
    }
    for (const event of happened) this.#happen(event);
    this.#play?.note();
    this.#drawOwn();
    this.#cover();
    if (mine === null && happened.length === 0) this.#own.say(`Cards of ${this.#who(this.#followed)} · tap a side`, '', this.#who(this.#followed));
    this.#overlay?.draw(snapshot);
    setAttr(this, 'data-phase', game.phase);
    setAttr(this, 'data-watching', mine === null);
    setAttr(this.#own.node, 'data-limited', Number(snapshot.room.options.round_limit_ms ?? 0) > 0);
    if (game.phase !== this.#phase) this.#entered(game.phase);
  }

  /** @param {View['phase']} phase */
  #entered(phase) {
    const from = this.#phase;
    this.#phase = phase;
    if (phase === 'dealt' || phase === 'countdown') {
      this.#air.clear();
      if (from !== 'dealt' && from !== 'countdown' && this.#mine() !== null) this.#own.say('Your cards are below.', '');
    }
    // Keys act while the focus is here; nobody is torn away from what they write. A button that has just
    // gone with its focus counts as nothing.
    const focused = document.activeElement;
    if (focused === null || focused === document.body || !focused.checkVisibility()) this.focus({ preventScroll: true });
    if (phase === 'playing' && from === 'countdown') {
      this.#table.sound('go');
      this.#own.say('Go!', 'good');
    }
  }

  #drawOwn() {
    const { game, you } = this.#snapshot ?? {};
    if (game === undefined || game === null) return;
    const side = this.#mine() ?? game.sides.find((one) => one.side === this.#followed);
    if (side === undefined) return;
    this.#own.draw(side, this.#mine() === null ? 'none' : this.#role(), this.#play?.pending ?? new Map(), this.#who(side.side));
  }

  /** What of the own side is the viewer's to play: all of it alone, or while the partner is away. */
  #role() {
    const { you, room } = /** @type {Snapshot} */ (this.#snapshot);
    if (this.#mine()?.team !== true || you.role === null || you.role === 'solo') return 'solo';
    return room.options.cover_absent !== false && this.#away.includes(this.#partner) ? 'solo' : you.role;
  }

  /** The seats that are away. Views in replays of old do not have them. */
  get #away() {
    return this.#snapshot?.game?.away ?? [];
  }

  /** The seat of the other one on the own side of two: odd for the row, even for the deck. */
  get #partner() {
    const { side, role } = this.#snapshot?.you ?? {};
    return side === null || side === undefined ? 0 : side * 2 - (role === 'row' ? 0 : 1);
  }

  /** Says when a partner's area becomes the viewer's too, and when it no longer is. */
  #cover() {
    const covers = this.#mine()?.team === true && this.#role() === 'solo' && this.#snapshot?.you.role !== 'solo';
    if (covers === this.#covers) return;
    this.#covers = covers;
    this.#own.say(covers ? 'Your partner is away: row and deck are yours.' : 'Your partner is back.', covers ? 'good' : '');
  }

  /** @param {Event} event */
  #happen(event) {
    const { game, you } = /** @type {Snapshot} */ (this.#snapshot);
    const mine = this.#mine()?.side ?? 0;
    if (event.e === 'played' || event.e === 'pair_played') {
      // A flight says enough of what others lay.
      if (event.side === mine || this.#table.calm()) this.#piles.pop(event.pile, this.#table.calm());
      const what = `${event.e === 'pair_played' ? 'a wild and ' : ''}${sayCard(event.card)}`;
      if (event.side === mine) {
        // The viewer's own is told when its answer comes.
        if (byPartner(game, you, event)) this.#own.say(`Your partner played ${what}`, 'good');
        return;
      }
      const from = this.#strip.of(event.side);
      const to = this.#piles.of(event.pile);
      if (from !== null && to !== null) this.#air.other(event.card, from, to);
      // Own news stay a while; others' fill the line between them.
      if (now() - this.#newsAt > NEWS_MS && (!this.#own.status.hasAttribute('data-mood') || now() - this.#own.saidAt > OWN_NEWS_MS)) {
        this.#newsAt = now();
        this.#own.say(`+ ${this.#who(event.side)} played ${what}`, '', this.#who(event.side));
      }
    } else if (event.e === 'turned') {
      if (event.side === mine && !this.#table.calm()) {
        this.#own.waste.animate([{ transform: 'rotateY(80deg) scale(.94)' }, { transform: 'none' }], { duration: 130, easing: 'ease-out' });
      }
    } else if (event.e === 'refilled') {
      if (event.side === mine && !this.#table.calm()) {
        this.#own.places.get(`row.${event.slot}`)?.animate([{ transform: 'translateY(-14px)', opacity: 0.3 }, { transform: 'none', opacity: 1 }], { duration: 150, easing: 'ease-out' });
      }
    } else if (event.e === 'out') {
      this.#overlay?.out(event.side === mine ? 'You are out!' : `${this.#who(event.side)} is out.`);
      this.#table.sound(event.side === mine ? 'win' : 'mine');
    } else if (event.e === 'stuck') {
      if (this.#overlay !== null) this.#overlay.voted = event.by !== 'deadlock';
    } else if (event.e === 'voted' && event.opened === null && !event.agree) {
      if (event.side !== mine) this.#own.say(`${this.#who(event.side)} says no.`, 'bad');
    } else if (event.e === 'voted' && event.opened !== null && event.side !== mine) {
      this.#table.sound('mine');
    }
  }

  #tick() {
    if (this.#snapshot === null || document.hidden) return;
    const { game } = this.#snapshot;
    if (this.#overlay?.ticks) this.#overlay.draw(this.#snapshot);
    // A lock opens by itself.
    if (this.querySelector('[data-locked]') !== null) this.#drawOwn();
    const ends = game?.ends_at ?? null;
    hide(this.#own.clock, ends === null);
    if (ends !== null) {
      const seconds = Math.ceil((left(ends) ?? 0) / 1000);
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      setText(this.#own.clock, text);
    }
  }

  /** @param {Snapshot} snapshot */
  menu({ game, you }) {
    if (game === null || you.side === null || game.vote !== null) return [];
    /** @param {string} label @param {'rotate' | 'pause' | 'resume' | 'end'} motion */
    const item = (label, motion) => ({ label, act: () => void this.#ask(motion) });
    return [
      game.phase === 'playing' ? item('Ask for a pause', 'pause') : null,
      game.phase === 'playing' && left(game.vote_at) === 0 ? item('Ask to rotate the stocks', 'rotate') : null,
      game.phase === 'paused' ? item('Ask to go on', 'resume') : null,
      { ...item('Ask to end the match', 'end'), sure: 'It ends, with the points so far, as soon as all people at the table agree.' },
    ].filter((one) => one !== null);
  }

  /** @param {'rotate' | 'pause' | 'resume' | 'end'} motion */
  async #ask(motion) {
    const answer = await this.#table.act({ do: 'vote', for: motion, agree: true });
    if ('error' in answer) {
      this.#own.say(answer.error.message, 'bad');
      this.#table.say(answer.error.message);
    }
  }
}
