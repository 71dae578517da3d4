// @ts-check
// The others at the table: name, whose turn, how long, what they did last. A press shows what is known of
// a rack.

import { el, setAttr, setText } from '../../parts/el.js';
import { keyed } from '../../parts/keyed.js';
import { clock, left } from '../../parts/time.js';
import { face, words } from './cards.js';
import { emblem, icon } from './icons.js';
import { SmallRack } from './rack.js';
import { memberOf, nameOf, toWin, wonBy } from './words.js';

/**
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('./apply.js').Seat} Seat
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('./cards.js').Card} Card
 * What somebody did, and with what.
 * @typedef {[string, string]} Did
 */

export class Seats {
  node = el('div', { class: 'sro-seats', role: 'group', 'aria-label': 'Players' });
  #press;
  /** What each did last. @type {Map<number, Did>} */
  #last = new Map();
  /** @type {WeakMap<Element, SeatChip>} */
  #chips = new WeakMap();

  /** @param {(seat: number) => void} press */
  constructor(press) {
    this.#press = press;
  }

  /** @param {readonly Event[]} happened */
  note(happened) {
    for (const event of happened) {
      if (event.e === 'dealt') this.#last.clear();
      else if (event.e !== 'extended') {
        const said = shortly(event);
        if (said) this.#last.set(event.seat, said);
      }
    }
  }

  /** @param {Facts} facts @param {number | null} looked */
  draw(facts, looked) {
    setAttr(this.node, 'data-chips', facts.others.length);
    keyed(this.node, facts.others, ({ seat }) => seat, ({ seat }) => {
      const chip = new SeatChip(seat, () => this.#press(seat));
      this.#chips.set(chip.node, chip);
      return chip.node;
    }, (node, seat) => this.#chips.get(node)?.draw(facts, seat, this.#last.get(seat.seat) ?? ['', ''], looked === seat.seat));
  }

  /** @param {Facts} facts */
  tick(facts) {
    for (const node of this.node.children) this.#chips.get(node)?.tick(facts);
  }
}

class SeatChip {
  #name = el('bdi', { class: 'sro-name' });
  #clock = el('span', { class: 'sro-clock' });
  /** What was done is shortened first, and what it was done with stays. */
  #did = el('span', { class: 'sro-did' });
  #what = el('span');
  #last = el('span', { class: 'sro-last' }, this.#did, ' ', this.#what);
  #skips = el('span', { class: 'sro-count', hidden: true }, icon('skip'));
  #known = el('span', { class: 'sro-count', hidden: true });
  #knownText = el('span');
  #won = el('span', { class: 'sro-count won', hidden: true });
  #small = new SmallRack();
  /** Who is away from this seat and has no bot. @type {import('../contract.d.ts').Member | null} */
  #away = null;

  /** @param {number} seat @param {() => void} press */
  constructor(seat, press) {
    this.seat = seat;
    this.#known.append(icon('eye'), this.#knownText);
    this.node = el('button', { type: 'button', class: 'sro-seat', onclick: press },
      el('span', { class: 'sro-head' }, emblem(seat), this.#name),
      el('span', { class: 'sro-foot' }, this.#clock, this.#last, this.#skips, this.#known, this.#won), this.#small.node);
  }

  /** @param {Facts} facts @param {Seat} seat @param {Did} last @param {boolean} looked */
  draw(facts, seat, last, looked) {
    const member = memberOf(facts.room, seat.seat);
    const name = nameOf(facts.room, seat.seat);
    const { game } = facts;
    const ordered = game.window?.against === seat.seat;
    const turn = facts.waiting?.seat === seat.seat;
    const plays = seat.in_play && !facts.over;
    this.#away = plays && member && !member.online && !member.bot && !member.played_by_bot ? member : null;
    /** @type {Did} */
    const line = game.winner === seat.seat ? ['Super Rack-O!', '']
      : !seat.in_play ? ['out of this game', '']
      : this.#away ? ['away', '']
      : ordered ? ['answers?', `row ${game.window?.row}`]
      : turn ? [game.step === 'place' ? 'drew' : 'to draw', '']
      : seat.skips_next ? ['loses a turn', '']
      : member?.played_by_bot ? ['a bot plays', '']
      : last;
    const [did, what] = line;
    const won = toWin(facts.room) > 1 ? wonBy(facts.room, seat.seat) : 0;
    const known = seat.known.length;
    setText(this.#name, name);
    if (!this.#away) setText(this.#did, did);
    // Shapes for colours: a number is what must not be cut.
    setText(this.#what, what.replace(/^blue (?=\d)/, '●').replace(/^red (?=\d)/, '◆'));
    setAttr(this.#skips, 'hidden', !seat.skips_next || line[0] === 'loses a turn');
    setAttr(this.#known, 'hidden', known === 0 || facts.over);
    setText(this.#knownText, known);
    setAttr(this.#won, 'hidden', won === 0);
    setText(this.#won, `${won} won`);
    this.node.classList.toggle('turn', turn);
    this.node.classList.toggle('ordered', ordered);
    this.node.classList.toggle('out', !seat.in_play);
    this.node.classList.toggle('skips', seat.skips_next);
    this.node.classList.toggle('won', game.winner === seat.seat);
    setAttr(this.node, 'aria-pressed', looked ? 'true' : 'false');
    setAttr(this.node, 'aria-label', [name, `${did} ${what}`.trim(), seat.skips_next && did !== 'loses a turn' ? 'loses a turn' : '',
      won > 0 ? `${won} won` : '', `${known} ${known === 1 ? 'card' : 'cards'} known: show the rack`].filter(Boolean).join(', '));
    this.#small.draw(seat, ordered ? game.window?.row ?? null : null);
    this.tick(facts);
  }

  /** @param {Facts} facts */
  tick({ waiting }) {
    // Who is away is waited for until a bot comes, if one does.
    const bot = this.#away ? left(this.#away.bot_at) : null;
    if (this.#away) setText(this.#did, bot === null ? 'away' : `away ${clock(bot)}`);
    const rest = waiting?.seat === this.seat && bot === null ? left(waiting.ends_at) : null;
    setText(this.#clock, rest === null ? '' : clock(rest));
  }
}

/** @param {Card} card */
const brief = (card) => (face(card).kind === 'number' ? words(card) : face(card).kind);

/** @param {Exclude<Event, { e: 'dealt' } | { e: 'extended' }>} event @returns {Did | null} */
function shortly(event) {
  switch (event.e) {
    case 'exchanged': return event.from === 'discard' && event.card ? ['took', brief(event.card)] : ['put out', brief(event.out)];
    case 'discarded': return ['threw', brief(event.card)];
    case 'swap_played': return ['swap,', `row ${event.window.row}`];
    case 'reversed': return ['reversed,', `row ${event.window.row}`];
    case 'settled': return ['crossed', `row ${event.row}`];
    default: return null;
  }
}
