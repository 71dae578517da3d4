// @ts-check
// The score sheet of a round in a replay, over the table.

import { el, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { sideName } from '../room/people.js';

/**
 * @typedef {import('../games/contract.d.ts').Game} Game
 * @typedef {import('../games/contract.d.ts').Snapshot} Snapshot
 */

export class Scores {
  node = el('div', { class: 'sheet replay-sheet', hidden: true });
  /** The moment that is shown, and the one that was put away. */
  #shown = -1;
  #closed = -1;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** @param {number} index @param {Snapshot} snapshot @param {boolean} scored whether the moment is a score */
  draw(index, snapshot, scored) {
    if (!scored) this.#closed = -1;
    this.node.hidden = !scored || this.#closed === index;
    if (this.node.hidden || index === this.#shown) return;
    this.#shown = index;
    const { room } = snapshot;
    const sheet = this.game.sheet(snapshot);
    const winners = room.winners.map((side) => sideName(room, side));
    const title = el('h2');
    setText(title, winners.length === 0 ? sheet?.title ?? `Round ${room.round} is over` : `${winners.join(' and ')} ${winners.length === 1 ? 'wins' : 'win'} the match`);
    this.node.replaceChildren(el('div', { class: 'sheet-card', role: 'region', 'aria-label': 'Score sheet' },
      el('div', { class: 'sheet-scores' },
        el('div', { class: 'replay-head' }, title, el('button', {
          class: 'button quiet icon-only', type: 'button', 'aria-label': 'See the table',
          onclick: () => { this.#closed = index; this.node.hidden = true; },
        }, icon('close'))),
        el('p', { class: 'dim' }, sheet?.note),
        el('table', { class: 'scores' },
          el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, el('span', { class: 'unseen' }, 'Side')), ...(sheet?.columns ?? []).map((column) => el('th', { scope: 'col' }, column)))),
          el('tbody', {}, ...(sheet?.rows ?? []).map((row) => el('tr', row.best ? { data: { best: '' } } : {},
            el('th', { scope: 'row' }, el('div', { class: 'who' }, this.game.emblem(row.side), el('span', {}, sideName(room, row.side)))),
            ...row.cells.map((cell) => el('td', {}, cell)))))))));
  }
}
