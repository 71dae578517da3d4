// @ts-check
// The middle of the table: the draw pile, the card in hand, the discard pile.

import { el, setAttr, setText } from '../../parts/el.js';
import { isSwap, words } from './cards.js';
import { CardFace } from './rack.js';
import { toWin, wonBy } from './words.js';

/** @typedef {import('./facts.js').Facts} Facts */

export class Piles {
  #count = el('span', { class: 'sro-under' });
  #handText = el('span', { class: 'sro-under' });
  #discardText = el('span', { class: 'sro-under' });
  #hand = new CardFace(el('span'));
  #top = new CardFace(el('span'));

  /** @param {import('./deeds.js').Deeds} deeds */
  constructor(deeds) {
    this.draw_pile = el('button', { type: 'button', class: 'sro-pile draw', onclick: () => deeds.draw() },
      el('span', { class: 'sro-card back' }, el('span', { class: 'sro-text' }, 'DRAW')), this.#count);
    this.hand = el('button', { type: 'button', class: 'sro-pile hand', onclick: () => deeds.swap() }, this.#hand.node, this.#handText);
    this.discard = el('button', { type: 'button', class: 'sro-pile discard', onclick: () => deeds.pressDiscard() }, this.#top.node, this.#discardText);
    this.node = el('div', { class: 'sro-piles', role: 'group', 'aria-label': 'Piles' }, this.draw_pile, this.hand, this.discard);
  }

  /** @param {Facts} facts @param {boolean} picked whether the discard was picked to be taken */
  draw(facts, picked) {
    const { game, me, room, taking, placing, topTakeable } = facts;
    setText(this.#count, `${game.draw_pile} left`);
    setAttr(this.draw_pile, 'aria-label', `Draw a card, ${game.draw_pile} left`);
    setAttr(this.draw_pile, 'aria-disabled', taking ? null : 'true');
    this.draw_pile.classList.toggle('ready', taking && !picked);

    this.#hand.show(game.drawn);
    const playable = placing && isSwap(game.drawn);
    const inHand = game.drawn ? (playable ? 'tap to play it' : 'in hand') : game.step === 'place' ? 'has drawn'
      // What is empty has room for how the match stands.
      : me !== null && toWin(room) > 1 ? `won ${wonBy(room, me)} of ${toWin(room)}` : '';
    setText(this.#handText, inHand);
    setAttr(this.hand, 'aria-label', game.drawn ? `${words(game.drawn)} in your hand${playable ? ': play it' : ''}` : 'Nothing in your hand');
    setAttr(this.hand, 'aria-disabled', playable ? null : 'true');
    this.hand.classList.toggle('ready', playable);
    this.hand.classList.toggle('filled', game.drawn !== null);

    const { top, count } = game.discard;
    this.#top.show(top);
    setText(this.#discardText, placing ? 'discard it' : taking && !topTakeable ? 'not to be taken' : taking ? 'take it' : `${count} discarded`);
    const does = placing ? 'Discard the card in hand. Discard pile' : taking && topTakeable ? 'Take the discard' : 'Discard pile';
    setAttr(this.discard, 'aria-label', `${does}: ${words(top)}`);
    setAttr(this.discard, 'aria-disabled', placing || (taking && topTakeable) ? null : 'true');
    setAttr(this.discard, 'aria-pressed', taking && topTakeable ? String(picked) : null);
    this.discard.classList.toggle('ready', placing || (taking && topTakeable));
    this.discard.classList.toggle('picked', picked);
  }
}
