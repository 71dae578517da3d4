// @ts-check
// What has happened so far in a replay, in words: a rail beside the table of wide windows. A press leads there.

import { el, setText } from '../parts/el.js';
import { keyed } from '../parts/keyed.js';

/** @typedef {import('./story.js').Story} Story */

/** Lines that are shown. */
const LINES = 60;

export class Log {
  #list = el('ol', { class: 'talk-lines', tabindex: '0', 'aria-label': 'What happened' });
  node = el('aside', { class: 'replay-log', 'aria-label': 'What happened' }, el('h2', {}, 'What happened'), this.#list);
  /** The moments that have words. @type {number[]} */
  #told;
  #index = -1;

  /** @param {Story} story @param {(index: number) => void} go */
  constructor(story, go) {
    this.story = story;
    this.go = go;
    this.#told = [...story.moments.keys()].filter((index) => story.moments[index]?.said !== '');
  }

  /** @param {number} index the moment that was reached */
  draw(index) {
    if (index === this.#index || !this.node.checkVisibility()) return;
    this.#index = index;
    const upto = this.#told.findLastIndex((told) => told <= index) + 1;
    keyed(this.#list, this.#told.slice(Math.max(0, upto - LINES), upto), (told) => told, (told) => {
      const moment = this.story.moments[told];
      const kind = moment?.contest ? 'contest' : moment?.line.line ?? '';
      const button = el('button', { type: 'button', class: `replay-told ${kind}`, onclick: () => this.go(told) });
      setText(button, moment?.said ?? '');
      return el('li', {}, button);
    }, () => {});
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
