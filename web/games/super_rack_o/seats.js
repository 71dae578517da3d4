// @ts-check
// The others at the table: name, whose turn, how long, what they did last. A press shows what is known of
// a rack.

import { el, setAttr, setText } from '../../parts/el.js';
import { keyed } from '../../parts/keyed.js';
import { clock, left } from '../../parts/time.js';
import { face, words } from './cards.js';
import { emblem, icon } from './icons.js';
import { SmallRack } from './rack.js';
import { memberOf, nameOf } from './words.js';

/**
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('./apply.js').Seat} Seat
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('./cards.js').Card} Card
 */

export class Seats {
  node = el('div', { class: 'sro-seats', role: 'group', 'aria-label': 'Players' });
  #press;
  /** What each did last, in a word or two. @type {Map<number, string>} */
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
    keyed(this.node, facts.others, ({ seat }) => seat, ({ seat }) => {
      const chip = new SeatChip(seat, () => this.#press(seat));
      this.#chips.set(chip.node, chip);
      return chip.node;
    }, (node, seat) => this.#chips.get(node)?.draw(facts, seat, this.#last.get(seat.seat) ?? '', looked === seat.seat));
  }

  /** @param {Facts} facts */
  tick(facts) {
    for (const node of this.node.children) this.#chips.get(node)?.tick(facts);
  }
}

class SeatChip {
  #name = el('bdi', { class: 'sro-name' });
  #clock = el('span', { class: 'sro-clock' });
  #last = el('span', { class: 'sro-last' });
  #known = el('span', { class: 'sro-count', hidden: true });
  #knownText = el('span');
  #small = new SmallRack();

  /** @param {number} seat @param {() => void} press */
  constructor(seat, press) {
    this.seat = seat;
    this.#known.append(icon('eye'), this.#knownText);
    this.node = el('button', { type: 'button', class: 'sro-seat', onclick: press },
      el('span', { class: 'sro-head' }, emblem(seat), this.#name, this.#clock),
      el('span', { class: 'sro-foot' }, this.#last, this.#known), this.#small.node);
  }

  /** @param {Facts} facts @param {Seat} seat @param {string} last @param {boolean} looked */
  draw(facts, seat, last, looked) {
    const member = memberOf(facts.room, seat.seat);
    const name = nameOf(facts.room, seat.seat);
    const { game } = facts;
    const ordered = game.window?.against === seat.seat;
    const turn = facts.waiting?.seat === seat.seat;
    const line = game.winner === seat.seat ? 'Super Rack-O!'
      : !seat.in_play ? 'out of this game'
      : ordered ? `row ${game.window?.row}: answers?`
      : turn ? (game.step === 'place' ? 'has drawn' : 'to draw')
      : seat.skips_next ? 'loses next turn'
      : member?.played_by_bot ? 'a bot plays'
      : member && !member.online && !member.bot ? 'away'
      : last;
    setText(this.#name, name);
    setText(this.#last, line);
    setAttr(this.#known, 'hidden', seat.known.length === 0 || facts.over);
    setText(this.#knownText, seat.known.length);
    this.node.classList.toggle('turn', turn);
    this.node.classList.toggle('ordered', ordered);
    this.node.classList.toggle('out', !seat.in_play);
    this.node.classList.toggle('skips', seat.skips_next);
    this.node.classList.toggle('won', game.winner === seat.seat);
    setAttr(this.node, 'aria-pressed', looked ? 'true' : 'false');
    setAttr(this.node, 'aria-label', `${name}${line ? `, ${line}` : ''}, ${seat.known.length} cards known: show the rack`);
    this.#small.draw(seat, ordered ? game.window?.row ?? null : null);
    this.tick(facts);
  }

  /** @param {Facts} facts */
  tick({ waiting }) {
    const rest = waiting?.seat === this.seat ? left(waiting.ends_at) : null;
    setText(this.#clock, rest === null ? '' : clock(rest));
  }
}

/** @param {Card} card */
const brief = (card) => (face(card).kind === 'number' ? words(card) : face(card).kind);

/** @param {Exclude<Event, { e: 'dealt' } | { e: 'extended' }>} event */
function shortly(event) {
  switch (event.e) {
    case 'exchanged': return event.from === 'discard' && event.card ? `took ${brief(event.card)}` : `put out ${brief(event.out)}`;
    case 'discarded': return `threw ${brief(event.card)}`;
    case 'swap_played': return `swap, row ${event.window.row}`;
    case 'reversed': return `reversed, row ${event.window.row}`;
    case 'settled': return `row ${event.row} crossed`;
    default: return '';
  }
}
