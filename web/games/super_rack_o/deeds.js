// @ts-check
// What the viewer does, from a press, a drag or a key to the action. What is half decided (a discard picked
// up, an order being aimed) is kept here and dropped as soon as a snapshot forbids it.

import { askedOf, rowOf } from './ask.js';
import { at, isReverse, isSwap, slotWords } from './cards.js';
import { targets } from './facts.js';
import { first } from './status.js';
import { nameOf, quiet } from './words.js';

/**
 * @typedef {import('./ask.js').Order} Order
 * @typedef {import('./cards.js').Slot} Slot
 * @typedef {import('./cards.js').Row} Row
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('../contract.d.ts').Table} Outside
 * @typedef {import('../../../proto/slapdown.d.ts').SuperRackOAction} Action
 */

/** How long a sentence about a press stays, in milliseconds. */
const NOTICE_MS = 4000;
/** And one about what happened without a press. */
const NEWS_MS = 7000;
/** An action that is not answered by then is shown as being on its way. */
const SLOW_MS = 400;

export class Deeds {
  /** The way out; there before anything can be pressed. */
  outside = /** @type {Outside} */ (/** @type {unknown} */ (null));
  /** What is known now; the same holds for it. */
  facts = /** @type {Facts} */ (/** @type {unknown} */ (null));
  /** The discard was picked to be taken: a slot comes next. */
  picked = false;
  /** @type {Order | null} */
  order = null;
  /** Whose rack is looked at in place of one's own. @type {number | null} */
  look = null;
  /** An action is on its way: until it is answered nothing else is sent. */
  busy = false;
  /** The same action, once it takes long. @type {Action | null} */
  slow = null;
  /** By how many milliseconds a call came too late, until the next deal. @type {number | null} */
  late = null;
  #lateTold = false;
  /** A sentence about what was pressed, for a moment. */
  notice = '';
  #noticeTimer = 0;
  /** Whether that sentence goes as soon as something else is to be done. */
  #passing = false;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** A new snapshot: drops what it no longer allows. @param {Facts} facts */
  know(facts) {
    const before = this.facts;
    if (before?.over && !facts.over) this.late = null;
    // Why something could not be done is past with what it was about.
    if (this.#passing && ['taking', 'placing', 'underOrder'].some((what) => before[/** @type {'taking'} */ (what)] !== facts[/** @type {'taking'} */ (what)])) this.notice = '';
    this.facts = facts;
    this.#beaten();
    if (!facts.taking || !facts.topTakeable) this.picked = false;
    const order = this.order;
    if (order) {
      const still = {
        exchange: facts.placing, swap: facts.placing, take: facts.taking && facts.topTakeable,
        reverse: facts.underOrder && facts.answers.length > 0,
      }[order.via];
      const target = order.via === 'reverse' ? facts.game.window?.by === order.target : order.target === 0 || targets(facts).includes(order.target);
      if (!still || !target) this.order = null;
    }
    // What concerns the viewer is on the viewer's own rack.
    if (facts.underOrder || facts.taking || facts.placing) this.look = null;
  }

  /** Whose rack is in view. @returns {number | null} */
  get shown() {
    const { facts, order, look } = this;
    if (order && order.target !== 0) return order.target;
    if (look !== null && facts.others.some(({ seat }) => seat === look)) return look;
    return facts.me ?? facts.waiting?.seat ?? facts.game.winner ?? facts.others[0]?.seat ?? null;
  }

  /** Ends what runs by itself. */
  end() {
    clearTimeout(this.#noticeTimer);
  }

  /** Seen for a moment. @param {string} text @param {number} [ms] */
  note(text, ms = NEWS_MS) {
    this.notice = text;
    this.#passing = ms === NOTICE_MS;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => {
      this.notice = '';
      this.#redraw();
    }, ms);
    this.#redraw();
  }

  /** Seen and heard for a moment. @param {string} text @param {number} [ms] */
  #tell(text, ms = NOTICE_MS) {
    this.outside.say(text);
    this.outside.sound('no');
    this.note(text, ms);
  }

  /** Says who was first, as soon as it is known that somebody was. */
  #beaten() {
    const { facts, late } = this;
    if (late === null || this.#lateTold || !facts.over) return;
    this.#lateTold = true;
    // After the news of this moment has been read, or it would be lost in it.
    queueMicrotask(() => this.#tell(first(facts, late)));
  }

  /** @param {import('../../../proto/slapdown.d.ts').ServerError} error */
  #refused({ code, message, detail }) {
    const margin = /** @type {{ margin_ms?: number } | undefined} */ (detail)?.margin_ms;
    if (code === 'round_over' && margin !== undefined) {
      this.late = margin;
      this.#lateTold = false;
      this.#beaten();
      return;
    }
    const cost = code === 'not_finished' && this.facts.room.options['false_call'] === 'skip_turn';
    this.#tell(`${message}${cost ? ' You lose your next turn.' : ''}`, cost ? NEWS_MS : NOTICE_MS);
  }

  /** @param {Action} action */
  async #act(action) {
    if (this.busy) return;
    this.busy = true;
    this.picked = false;
    this.order = null;
    this.look = null;
    this.notice = '';
    this.#redraw();
    const slow = setTimeout(() => {
      this.slow = action;
      this.#redraw();
    }, SLOW_MS);
    const answer = await this.outside.act(action);
    clearTimeout(slow);
    this.slow = null;
    this.busy = false;
    if ('error' in answer) this.#refused(answer.error);
    else if ('lost' in answer) this.#tell('The connection was lost; look at the table before you go on.', NEWS_MS);
    this.#redraw();
  }

  /** Says why nothing can be done now. */
  #notNow() {
    const { game, room, waiting, own, underOrder, taking, topTakeable, placing } = this.facts;
    this.#tell(!own ? 'You are watching.'
      : game.phase === 'over' ? 'This game is over.'
      : underOrder ? 'You are under an order: accept it, or reverse it.'
      : taking ? (topTakeable ? 'Draw first, or take the discard.' : 'Draw a card first.')
      : placing ? 'You have drawn already: tap a slot, or discard.'
      : `Wait for ${quiet(nameOf(room, waiting?.seat ?? null))}.`);
  }

  draw() {
    if (this.facts.taking) this.#act({ do: 'draw' });
    else this.#notNow();
  }

  pressDiscard() {
    if (this.facts.placing) this.discard();
    else this.take();
  }

  take() {
    const { taking, topTakeable } = this.facts;
    if (!taking) return this.#notNow();
    if (!topTakeable) return this.#tell('Swap and reverse cards cannot be taken: draw a card.');
    this.pick(!this.picked);
  }

  /** Picks the discard up, or lets it lie. @param {boolean} picked */
  pick(picked) {
    this.picked = picked;
    this.look = null;
    this.#redraw();
  }

  discard() {
    const { placing, taking } = this.facts;
    if (placing) this.#act({ do: 'discard' });
    else if (taking) this.#tell('There is nothing in your hand: draw first.');
    else this.#notNow();
  }

  /** @param {Slot} slot */
  slot(slot) {
    const { facts } = this;
    if (!facts.own) return;
    if (this.order) return this.#whom();
    const card = at(facts.own.rack, slot);
    if (facts.underOrder) {
      if (isReverse(card)) this.#aimOrder({ via: 'reverse', slot, target: facts.game.window?.by ?? 0 });
      else this.#tell(`In ${slotWords(slot)} is no reverse card.`);
      return;
    }
    if (!facts.placing && !this.picked) return this.#notNow();
    const via = facts.placing ? 'exchange' : 'take';
    const target = this.#only();
    const order = isSwap(card) && target !== null && (via === 'exchange' || facts.swapViaDiscard);
    if (order) this.#aimOrder({ via, slot, target });
    else this.#act({ do: via, slot });
  }

  swap() {
    const { facts } = this;
    const target = this.#only();
    if (!facts.placing) this.#notNow();
    else if (isSwap(facts.game.drawn) && target !== null) this.#aimOrder({ via: 'swap', slot: null, target });
    else this.#tell('What you have drawn is no swap card.');
  }

  reverse() {
    const { answers, game, underOrder } = this.facts;
    const [slot] = answers;
    if (slot) this.#aimOrder({ via: 'reverse', slot, target: game.window?.by ?? 0 });
    else this.#tell(underOrder ? 'You have no reverse card.' : 'There is no order against you.');
  }

  /** @param {Order} order */
  #aimOrder(order) {
    if (this.busy) return;
    this.order = order;
    this.look = null;
    this.notice = '';
    this.outside.say(rowOf(this.facts, order));
    this.#redraw();
  }

  /** The one to aim at; 0 where somebody must be chosen, null where there is nobody. */
  #only() {
    const [one, ...others] = targets(this.facts);
    return one === undefined ? null : others.length === 0 ? one : 0;
  }

  /** Nobody is hit who was not named. */
  #whom() {
    this.#tell('First say whom: tap a name.');
  }

  /** Whether an order is being aimed: then a row or a target comes next. */
  ordering() {
    return this.order !== null;
  }

  /** The order goes to that seat. @param {number} seat */
  aimAt(seat) {
    if (!this.order || this.order.via === 'reverse') return;
    this.order = { ...this.order, target: seat };
    this.outside.say(rowOf(this.facts, this.order));
    this.#redraw();
  }

  /** @param {1 | -1} step */
  aim(step) {
    if (!this.order) return;
    const all = targets(this.facts);
    const at = all.indexOf(this.order.target);
    const next = at < 0 ? all.at(step < 0 ? -1 : 0) : all[(at + step + all.length) % all.length];
    if (next !== undefined) this.aimAt(next);
  }

  /** @param {Row} row */
  row(row) {
    if (!this.order) return;
    const { via, slot, target } = this.order;
    if (target === 0) return this.#whom();
    if (via === 'swap') this.#act({ do: 'swap', target, row });
    else if (slot && via === 'reverse') this.#act({ do: 'reverse', slot, row });
    else if (slot) this.#act({ do: via === 'take' ? 'take' : 'exchange', slot, swap: { target, row } });
  }

  /** The swap card goes without naming anyone (ruling 80). */
  none() {
    const order = this.order;
    if (order?.slot && (order.via === 'take' || order.via === 'exchange')) this.#act({ do: order.via, slot: order.slot });
  }

  cancel() {
    const back = this.order !== null && this.facts.underOrder;
    this.order = null;
    this.pick(false);
    if (back) this.outside.say(askedOf(this.facts));
  }

  accept() {
    if (this.facts.underOrder) this.#act({ do: 'accept' });
    else this.#tell('There is no order against you.');
  }

  call() {
    if (this.facts.mayCall) this.#act({ do: 'call' });
    else if (this.facts.underOrder) this.#tell('Not before the order is settled.');
    else this.#notNow();
  }

  /** @param {number} seat */
  seat(seat) {
    if (this.order) return this.aimAt(seat);
    this.look = this.look === seat ? null : seat;
    this.#redraw();
  }
}
