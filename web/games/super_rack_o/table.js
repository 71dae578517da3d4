// @ts-check
// The Super Rack-O table: draws a snapshot, and turns presses and keys into actions. What is half decided
// (a discard picked up, an order being aimed) is kept here and dropped as soon as a snapshot forbids it.

import { el, setAttr, setText } from '../../parts/el.js';
import { clock, left, now } from '../../parts/time.js';
import { OrderPanel, WindowPanel } from './ask.js';
import { at, face, isReverse, isSwap, slotWords } from './cards.js';
import { read, targets } from './facts.js';
import { KEYS, Keys } from './keys.js';
import { moves } from './motion.js';
import { Piles } from './piles.js';
import { OtherRack, OwnRack } from './rack.js';
import { Seats } from './seats.js';
import { prompt } from './status.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('./ask.js').Order} Order
 * @typedef {import('./cards.js').Slot} Slot
 * @typedef {import('./cards.js').Row} Row
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Table} Outside
 * @typedef {import('../../../proto/slapdown.d.ts').SuperRackOAction} Action
 */

/** How long a sentence about a press stays, in milliseconds. */
const NOTICE_MS = 4000;
/** How often clocks are looked at; the page is touched only when a second has passed. */
const TICK_MS = 250;
/** For how long after a deal the table takes the focus as soon as nothing else has it, in milliseconds. */
const FOCUS_MS = 3000;

export class SuperRackOTable extends HTMLElement {
  keys = KEYS;
  /** @type {Outside | null} */
  #outside = null;
  /** @type {Facts | null} */
  #facts = null;
  /** The discard was picked to be taken: a slot comes next. */
  #picked = false;
  /** @type {Order | null} */
  #order = null;
  /** Whose rack is looked at in place of one's own. @type {number | null} */
  #look = null;
  /** An action is on its way: until it is answered nothing else is sent. */
  #busy = false;
  #notice = '';
  #noticeTimer = 0;
  #ticker = 0;
  #frame = 0;
  #focusUntil = 0;
  /** The frame of the last drawing, by its time. @type {CSSNumberish | null} */
  #drawnAt = null;

  #seats = new Seats((seat) => this.#pressSeat(seat));
  #piles = new Piles({ draw: () => this.#draw(), hand: () => this.#swap(), discard: () => this.#pressDiscard() });
  #own = new OwnRack((slot) => this.#pressSlot(slot));
  #other = new OtherRack((row) => this.#pressRow(row));
  #orderPanel = new OrderPanel({
    aim: (seat) => this.#aim(seat), none: () => this.#withoutOrder(), cancel: () => this.#cancel(),
  });
  #windowPanel = new WindowPanel({
    accept: () => this.#accept(), reverse: () => this.#reverse(), call: () => this.#call(),
  });
  #say = el('p', { class: 'sro-say' });
  #clock = el('span', { class: 'sro-clock' });
  #callText = el('span', {}, 'Rack-O!');
  #callButton = el('button', { type: 'button', class: 'button sro-call', 'aria-label': 'Call Super Rack-O!', onclick: () => this.#call() }, this.#callText);
  #status = el('div', { class: 'sro-status' }, this.#say, this.#clock, this.#callButton);
  #middle = el('div', { class: 'sro-middle' }, this.#piles.node, this.#status, this.#orderPanel.node, this.#windowPanel.node);
  #racks = el('div', { class: 'sro-racks' }, this.#own.node, this.#other.node);

  #keyboard = new Keys({
    draw: () => this.#draw(),
    take: () => this.#take(),
    discard: () => this.#discard(),
    swap: () => this.#swap(),
    reverse: () => this.#reverse(),
    accept: () => this.#accept(),
    call: () => this.#call(),
    none: () => this.#withoutOrder(),
    cancel: () => this.#cancel(),
    slot: (slot) => this.#pressSlot(slot),
    row: (row) => this.#pressRow(row),
    aim: (step) => this.#aimNext(step),
    ordering: () => this.#order !== null,
  });

  connectedCallback() {
    if (!this.firstChild) {
      this.classList.add('sro');
      this.append(this.#seats.node, this.#middle, this.#racks);
      this.addEventListener('keydown', (event) => this.#keyboard.press(event));
    }
    // The table itself can hold the focus, so that its keys act without anything being pressed first.
    this.tabIndex = -1;
    this.#ticker = window.setInterval(() => this.#tick(), TICK_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    clearTimeout(this.#noticeTimer);
    cancelAnimationFrame(this.#frame);
  }

  /** @param {Outside} outside */
  begin(outside) {
    this.#outside = outside;
    this.#focusUntil = now() + FOCUS_MS;
  }

  /** Takes the focus, for the keys, unless somebody is busy elsewhere. */
  #takeFocus() {
    const focused = document.activeElement;
    if (this.#focusUntil < now() || !this.isConnected || this.hidden) return;
    if (focused === null || focused === document.body || !focused.checkVisibility()) this.focus({ preventScroll: true });
    if (this.contains(document.activeElement)) this.#focusUntil = 0;
  }

  /** @param {Snapshot} snapshot @param {Event[]} happened */
  update(snapshot, happened) {
    const { game } = snapshot;
    setAttr(this, 'hidden', game === null);
    if (!game) return;
    const before = this.#facts;
    const facts = read({ ...snapshot, game });
    this.#facts = facts;
    this.#forget(facts);
    this.#seats.note(happened);
    // What was pressed may have been drawn in this very frame: then the rest comes in the next one.
    if (this.#drawnAt === document.timeline.currentTime) this.#soon();
    else this.#render();
    if (happened.some(({ e }) => e === 'dealt')) this.#focusUntil = now() + FOCUS_MS;
    this.#takeFocus();
    this.#hear(facts, before, happened);
    if (this.#outside && !this.#outside.calm()) moves(happened, facts, { own: this.#own, other: this.#other, piles: this.#piles, shown: this.#shown(facts) });
  }

  /** Drops what the new snapshot no longer allows. @param {Facts} facts */
  #forget(facts) {
    if (!facts.taking || !facts.topTakeable) this.#picked = false;
    const order = this.#order;
    if (order) {
      const still = {
        exchange: facts.placing, swap: facts.placing, take: facts.taking && facts.topTakeable,
        reverse: facts.underOrder && facts.answers.length > 0,
      }[order.via];
      const target = order.via === 'reverse' ? facts.game.window?.by === order.target : targets(facts).includes(order.target);
      if (!still || !target) this.#order = null;
    }
    // What concerns the viewer is on the viewer's own rack.
    if (facts.underOrder || facts.taking || facts.placing) this.#look = null;
  }

  /** Whose rack is in view. @param {Facts} facts @returns {number | null} */
  #shown(facts) {
    if (this.#order) return this.#order.target;
    if (this.#look !== null && facts.others.some(({ seat }) => seat === this.#look)) return this.#look;
    return facts.me ?? facts.waiting?.seat ?? facts.game.winner ?? facts.others[0]?.seat ?? null;
  }

  #soon() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#render());
  }

  #render() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const facts = this.#facts;
    if (!facts) return;
    this.#drawnAt = document.timeline.currentTime;
    const { game, own, me } = facts;
    const order = this.#order;
    const shown = this.#shown(facts);
    const crossing = (/** @type {number | null} */ seat) => (game.window?.against === seat ? game.window.row : null);

    this.#seats.draw(facts, shown === me ? null : shown);
    const asked = facts.underOrder && !order;
    this.#piles.draw(facts, this.#picked);
    setAttr(this.#piles.node, 'hidden', order !== null || asked);
    setAttr(this.#status, 'hidden', order !== null || asked);
    setAttr(this.#orderPanel.node, 'hidden', order === null);
    setAttr(this.#windowPanel.node, 'hidden', !asked);
    if (order) this.#orderPanel.draw(facts, order);
    if (asked) this.#windowPanel.draw(facts, this.#outside?.calm() ?? true);

    const mine = own !== null && shown === me;
    if (own && mine) {
      const held = this.#picked ? game.discard.top : game.drawn;
      const { color, kind } = held ? face(held) : { color: null, kind: 'none' };
      this.#own.draw(own, {
        useful: kind === 'number' || kind === 'wild' ? color : null,
        usable: (slot) => (facts.underOrder ? facts.answers.includes(slot) : facts.placing || this.#picked),
        crossing: crossing(me),
        picked: order?.slot ?? null,
      });
    }
    const seen = game.seats.find(({ seat }) => seat === shown);
    if (seen && !mine) this.#other.draw(seen, { name: nameOf(facts.room, seen.seat), orders: order !== null, crossing: crossing(seen.seat) });
    this.#swapRacks(mine);

    const done = facts.finished && facts.mayCall;
    setText(this.#say, this.#notice || prompt(facts, this.#picked));
    setText(this.#callText, done ? 'SUPER RACK-O!' : 'Rack-O!');
    setAttr(this.#callButton, 'hidden', !facts.mayCall);
    this.#callButton.classList.toggle('main', done);
    this.#status.classList.toggle('done', done);
    this.#status.classList.toggle('mine', facts.taking || facts.placing);
    this.#status.classList.toggle('notice', this.#notice !== '');
    setAttr(this, 'aria-busy', this.#busy ? 'true' : null);
    this.classList.toggle('over', facts.over);
    this.#tick();
  }

  /** Shows one's own rack or another's, and keeps the focus in the table. @param {boolean} mine */
  #swapRacks(mine) {
    const focused = this.contains(document.activeElement);
    setAttr(this.#own.node, 'hidden', !mine);
    setAttr(this.#other.node, 'hidden', mine);
    if (focused && !this.contains(document.activeElement)) this.focus({ preventScroll: true });
  }

  #tick() {
    const facts = this.#facts;
    if (!facts || !this.isConnected) return;
    this.#takeFocus();
    const rest = facts.taking || facts.placing || (facts.me !== null && facts.game.window?.by === facts.me)
      ? left(facts.waiting?.ends_at) : null;
    setText(this.#clock, rest === null ? '' : clock(rest));
    this.#clock.classList.toggle('late', rest !== null && rest < 10_000);
    this.#seats.tick(facts);
    if (this.#order) this.#orderPanel.tick(facts);
    else if (facts.underOrder) this.#windowPanel.tick(facts);
  }

  /** @param {Facts} facts @param {Facts | null} before @param {Event[]} happened */
  #hear(facts, before, happened) {
    const outside = this.#outside;
    if (!outside) return;
    if (facts.underOrder && before && !before.underOrder) outside.buzz(40);
    if (before && ((facts.taking && !before.taking) || (facts.underOrder && !before.underOrder))) outside.sound('mine');
    for (const { e } of happened) {
      if (e === 'won') outside.sound('win');
      else if (e === 'drawn') outside.sound('turn');
      else if (e === 'exchanged' || e === 'discarded' || e === 'swap_played' || e === 'reversed') outside.sound('lay');
    }
  }

  /** A sentence about what was pressed, seen and heard for a moment. @param {string} text */
  #tell(text) {
    this.#notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => {
      this.#notice = '';
      this.#soon();
    }, NOTICE_MS);
    this.#outside?.say(text);
    this.#outside?.sound('no');
    this.#soon();
  }

  /** @param {Action} action */
  async #act(action) {
    if (!this.#outside || this.#busy) return;
    this.#busy = true;
    this.#picked = false;
    this.#order = null;
    this.#look = null;
    this.#notice = '';
    this.#soon();
    const answer = await this.#outside.act(action);
    this.#busy = false;
    if ('error' in answer) this.#tell(answer.error.message);
    else if ('lost' in answer) this.#tell('The connection was lost; look at the table before you go on.');
    this.#soon();
  }

  /** Why nothing can be done now. @param {Facts} facts */
  #notNow(facts) {
    const { game, room, waiting } = facts;
    if (!facts.own) return 'You are watching.';
    if (game.phase === 'over') return 'This game is over.';
    if (facts.underOrder) return 'You are under an order: accept it, or reverse it.';
    if (facts.taking) return 'Draw first, or take the discard.';
    if (facts.placing) return 'You have drawn already: tap a slot, or discard.';
    return `Wait for \u2068${nameOf(room, waiting?.seat ?? null)}\u2069.`;
  }

  #draw() {
    const facts = this.#facts;
    if (!facts) return;
    if (facts.taking) this.#act({ do: 'draw' });
    else this.#tell(this.#notNow(facts));
  }

  #pressDiscard() {
    if (this.#facts?.placing) this.#discard();
    else this.#take();
  }

  #take() {
    const facts = this.#facts;
    if (!facts) return;
    if (!facts.taking) return this.#tell(this.#notNow(facts));
    if (!facts.topTakeable) return this.#tell('Swap and reverse cards cannot be taken: draw a card.');
    this.#picked = !this.#picked;
    this.#look = null;
    this.#soon();
  }

  #discard() {
    const facts = this.#facts;
    if (!facts) return;
    if (facts.placing) this.#act({ do: 'discard' });
    else this.#tell(facts.taking ? 'There is nothing in your hand: draw first.' : this.#notNow(facts));
  }

  /** @param {Slot} slot */
  #pressSlot(slot) {
    const facts = this.#facts;
    if (!facts?.own) return;
    const card = at(facts.own.rack, slot);
    if (facts.underOrder) {
      if (isReverse(card)) this.#aimOrder({ via: 'reverse', slot, target: facts.game.window?.by ?? 0 });
      else this.#tell(`In ${slotWords(slot)} is no reverse card.`);
      return;
    }
    if (!facts.placing && !this.#picked) return this.#tell(this.#notNow(facts));
    const via = facts.placing ? 'exchange' : 'take';
    const target = targets(facts)[0];
    const order = isSwap(card) && target !== undefined && (via === 'exchange' || facts.swapViaDiscard);
    if (order) this.#aimOrder({ via, slot, target });
    else this.#act({ do: via, slot });
  }

  #swap() {
    const facts = this.#facts;
    if (!facts) return;
    const target = targets(facts)[0];
    if (facts.placing && isSwap(facts.game.drawn) && target !== undefined) this.#aimOrder({ via: 'swap', slot: null, target });
    else if (facts.placing) this.#tell('What you have drawn is no swap card.');
    else this.#tell(this.#notNow(facts));
  }

  #reverse() {
    const facts = this.#facts;
    if (!facts) return;
    const [slot] = facts.answers;
    if (slot) this.#aimOrder({ via: 'reverse', slot, target: facts.game.window?.by ?? 0 });
    else this.#tell(facts.underOrder ? 'You have no reverse card.' : 'There is no order against you.');
  }

  /** @param {Order} order */
  #aimOrder(order) {
    if (this.#busy) return;
    this.#order = order;
    this.#look = null;
    this.#soon();
  }

  /** @param {number} seat */
  #aim(seat) {
    if (!this.#order || this.#order.via === 'reverse') return;
    this.#order = { ...this.#order, target: seat };
    this.#soon();
  }

  /** @param {1 | -1} step */
  #aimNext(step) {
    if (!this.#facts || !this.#order) return;
    const all = targets(this.#facts);
    const next = all[(all.indexOf(this.#order.target) + step + all.length) % all.length];
    if (next !== undefined) this.#aim(next);
  }

  /** @param {Row} row */
  #pressRow(row) {
    const order = this.#order;
    if (!order) return;
    const { via, slot, target } = order;
    if (via === 'swap') this.#act({ do: 'swap', target, row });
    else if (slot && via === 'reverse') this.#act({ do: 'reverse', slot, row });
    else if (slot) this.#act({ do: via === 'take' ? 'take' : 'exchange', slot, swap: { target, row } });
  }

  /** The swap card goes without naming anyone (ruling 80). */
  #withoutOrder() {
    const order = this.#order;
    if (order?.slot && (order.via === 'take' || order.via === 'exchange')) this.#act({ do: order.via, slot: order.slot });
  }

  #cancel() {
    this.#order = null;
    this.#picked = false;
    this.#look = null;
    this.#soon();
  }

  #accept() {
    const facts = this.#facts;
    if (!facts) return;
    if (facts.underOrder) this.#act({ do: 'accept' });
    else this.#tell('There is no order against you.');
  }

  #call() {
    const facts = this.#facts;
    if (!facts) return;
    if (facts.mayCall) this.#act({ do: 'call' });
    else this.#tell(facts.underOrder ? 'Not before the order is settled.' : this.#notNow(facts));
  }

  /** @param {number} seat */
  #pressSeat(seat) {
    if (this.#order) return this.#aim(seat);
    this.#look = this.#look === seat ? null : seat;
    this.#soon();
  }
}
