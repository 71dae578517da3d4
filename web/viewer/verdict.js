// @ts-check
// What the check of a replay came to, in words: on a button, and in full behind it.

import { openDialog } from '../parts/dialog.js';
import { el, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { addressOf } from './read.js';

/**
 * @typedef {import('./check.js').Verdict} Verdict
 * @typedef {import('./lines.d.ts').Replay} Replay
 * @typedef {'checking' | 'holds' | 'part' | 'fails'} Word
 */

/** @param {Verdict | null} verdict @returns {Word} */
export function wordOf(verdict) {
  if (verdict === null) return 'checking';
  if (verdict.fault !== null) return 'fails';
  return verdict.hashed && verdict.dealt ? 'holds' : 'part';
}

const SHORT = { checking: 'Checking…', holds: 'Deals hold', part: 'Partly checked', fails: 'Does not hold' };
const TITLE = { checking: 'The deals are being checked', holds: 'The deals hold', part: 'What could be checked holds', fails: 'This replay does not hold' };
const ICON = { checking: 'help', holds: 'check', part: 'help', fails: 'close' };

export class VerdictButton {
  #text = el('span', {}, SHORT.checking);
  #word = '';
  node = el('button', { class: 'button quiet replay-verdict', type: 'button' }, icon(ICON.checking), this.#text);

  /** @param {() => void} press */
  constructor(press) {
    this.node.addEventListener('click', press);
  }

  /** @param {Verdict | null} verdict */
  draw(verdict) {
    const word = wordOf(verdict);
    if (word === this.#word) return;
    this.#word = word;
    setAttr(this.node, 'data-verdict', word);
    setAttr(this.node, 'aria-label', `${SHORT[word]}: what was checked`);
    setText(this.#text, SHORT[word]);
    this.node.firstElementChild?.replaceWith(icon(ICON[word]));
  }
}

/** @param {Verdict | null} verdict @param {Replay} replay */
export function openVerdict(verdict, replay) {
  const word = wordOf(verdict);
  openDialog(TITLE[word],
    ...(verdict === null ? [el('p', {}, 'A moment more.')] : told(verdict, replay)),
    el('p', { class: 'dim' }, 'Whether every play was allowed, and who was first, is for the rules to say: download the replay and run “slapdown verify FILE”, with a slapdown of your own. This page comes from the server that it checks.'),
    el('div', { class: 'row' }, el('a', { class: 'button', href: addressOf(replay.head.match), download: `slapdown-${replay.head.match}.ndjson` }, 'Download the replay')));
}

/** @param {Verdict} verdict @param {Replay} replay */
function told({ fault, hashed, dealt, rounds, seen, cards }, { head }) {
  if (fault !== null) {
    return [
      el('p', { class: 'replay-fault' }, el('b', {}, `Line ${fault.line}: `), fault.what),
      el('p', { class: 'dim' }, fault.line > 1 ? `The ${fault.line - 1} lines before it hold, as far as a page can tell. What follows was not looked at.` : 'Nothing else was looked at.'),
    ];
  }
  const deals = rounds === 1 ? 'The deal' : rounds === 2 ? 'Both deals' : `All ${rounds} deals`;
  /** @type {[boolean, string][]} */
  const lines = [
    [hashed, `${deals}: the server’s seed and salt give its commitment.`],
    [seen > 0, seen === rounds ? 'The commitment is what this browser was told before the deal, and what it gave counted.'
      : seen > 0 ? `The same for what this browser was told before ${seen} of the deals, and gave to them.`
      : 'whether the commitments are those that were told before. This browser was not there, or has been at another table since.'],
    [hashed, 'The seed of the cards is made of the server’s seed and all that people gave, in the order of their seats.'],
    [dealt, 'Dealt again from that seed, the cards are the same.'],
    [dealt, `No card turned up that did not lie there: ${cards} later events.`],
    [hashed, 'No line is missing or was changed after it was written.'],
  ];
  return [
    el('ul', { class: 'replay-checks' }, ...lines.map(([done, text]) => el('li', { data: { done } }, icon(done ? 'check' : 'help'),
      el('span', {}, done ? '' : el('b', {}, 'Not checked: '), text)))),
    hashed ? null : el('p', {}, 'Browsers compute SHA-256 for a page only over https, or on the machine where the server runs. This page came over plain http, so the seeds could not be checked here.'),
    dealt ? null : el('p', {}, `This page cannot deal by the rules (number ${head.rules}) that decided this game.`),
  ];
}
