// @ts-check
// A vote, and the offer to rotate the stocks where nobody has laid a card for a while. In one line, over the other
// sides. Loaded when it is needed.

import { el, hide, setText } from '../../parts/el.js';
import { clock, left } from '../../parts/time.js';
import { whoIs } from '../../room/people.js';
import { sayMotion } from './overlay.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Table} Table
 */

export class Ballot {
  #who = el('bdi');
  #text = el('span');
  #yes = button('Agree', () => this.#vote(true));
  #no = button('No', () => this.#vote(false));
  #rotate = button('Rotate the stocks', () => void this.table.act({ do: 'vote', for: 'rotate', agree: true }));
  #later = button('Not now', () => this.#dismiss());
  /** @type {View | null} */
  #game = null;
  /** What lay in the middle when somebody did not want to rotate. */
  #dismissed = '';

  /** @param {HTMLElement} node @param {Table} table */
  constructor(node, table) {
    this.node = node;
    this.table = table;
    for (const main of [this.#yes, this.#rotate]) main.classList.add('main');
    node.append(el('p', {}, this.#who, this.#text), this.#yes, this.#no, this.#rotate, this.#later);
  }

  /** @param {View} game @param {Snapshot} snapshot */
  draw(game, { room, you }) {
    this.#game = game;
    const { vote } = game;
    const own = game.sides.find((side) => side.side === you.side);
    const idle = vote === null && own !== undefined && game.phase === 'playing' && left(game.vote_at) === 0 && laid(game) !== this.#dismissed;
    hide(this.node, vote === null && !idle);
    for (const one of [this.#rotate, this.#later]) hide(one, !idle);
    const may = vote !== null && you.side !== null && own !== undefined && !vote.yes.includes(you.side);
    for (const one of [this.#yes, this.#no]) hide(one, !may);
    if (vote === null) {
      setText(this.#who, '');
      setText(this.#text, 'No card was laid for a while.');
      return;
    }
    const mine = vote.by === you.side;
    setText(this.#who, mine && own?.team ? 'Your side' : whoIs(room, you, vote.by));
    setText(this.#text, ` ${mine && !own?.team ? 'ask' : 'asks'} to ${sayMotion(vote.for)} (${clock(left(vote.ends_at) ?? 0)})`);
  }

  /** @param {boolean} agree */
  #vote(agree) {
    const vote = this.#game?.vote ?? null;
    if (vote !== null) void this.table.act({ do: 'vote', for: vote.for, agree });
    /** @type {HTMLElement | null} */ (this.node.closest('.w6'))?.focus({ preventScroll: true });
  }

  /** Is not offered again before a card has been laid. */
  #dismiss() {
    if (this.#game !== null) this.#dismissed = laid(this.#game);
    // Keys go on acting.
    /** @type {HTMLElement | null} */ (this.node.closest('.w6'))?.focus({ preventScroll: true });
    hide(this.node, true);
  }
}

/** @param {View} game */
const laid = (game) => game.sides.map(({ played }) => played).join();

/** @param {string} label @param {() => void} does */
const button = (label, does) => el('button', { class: 'button', type: 'button', onclick: does }, label);
