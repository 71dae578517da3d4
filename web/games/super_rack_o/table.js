// @ts-check
// The Super Rack-O table: puts its parts together and draws what is. What presses and keys do is in deeds.js.

import { el, setAttr, setText } from '../../parts/el.js';
import { clock, left, now } from '../../parts/time.js';
import { OrderPanel, WindowPanel, askedOf, cardsOf } from './ask.js';
import { face } from './cards.js';
import { Deeds } from './deeds.js';
import { drags } from './drag.js';
import { read } from './facts.js';
import { KEYS, Keys } from './keys.js';
import { moves } from './motion.js';
import { news } from './news.js';
import { Piles } from './piles.js';
import { OtherRack, OwnRack } from './rack.js';
import { Seats } from './seats.js';
import { setSentence } from './sentence.js';
import { prompt } from './status.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('./facts.js').Facts} Facts
 * @typedef {import('../contract.d.ts').Snapshot<View>} Snapshot
 * @typedef {import('../contract.d.ts').Table} Outside
 */

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
  #ticker = 0;
  #frame = 0;
  #focusUntil = 0;
  /** The frame of the last drawing, by its time. @type {CSSNumberish | null} */
  #drawnAt = null;
  /** Where the focus was before a panel took the place of it. @type {Element | null} */
  #place = null;
  /** What was pressed and is on its way for long. @type {Element | undefined} */
  #slow;

  #deeds = new Deeds(() => this.#soon());
  #seats = new Seats((seat) => this.#deeds.seat(seat));
  #piles = new Piles(this.#deeds);
  #own = new OwnRack((slot) => this.#deeds.slot(slot));
  #other = new OtherRack((row) => this.#deeds.row(row));
  /** Whether an order was being given when the table was last drawn. */
  #ordering = false;
  #orderPanel = new OrderPanel(this.#deeds);
  #windowPanel = new WindowPanel(this.#deeds);
  #say = el('p', { class: 'sro-say' });
  #clock = el('span', { class: 'sro-clock' });
  #callText = el('span', {}, 'Rack-O!');
  #callButton = el('button', { type: 'button', class: 'button sro-call', 'aria-label': 'Call Super Rack-O!', onclick: () => this.#deeds.call() }, this.#callText);
  #back = el('button', { type: 'button', class: 'button', hidden: true, onclick: () => this.#deeds.cancel() }, 'My rack');
  #status = el('div', { class: 'sro-status' }, this.#say, this.#clock, this.#back, this.#callButton);
  #middle = el('div', { class: 'sro-middle' }, this.#piles.node, this.#status, this.#orderPanel.node, this.#windowPanel.node);
  #racks = el('div', { class: 'sro-racks' }, this.#own.node, this.#other.node);

  #keyboard = new Keys(this.#deeds);

  connectedCallback() {
    if (!this.firstChild) {
      this.classList.add('sro');
      this.append(this.#seats.node, this.#middle, this.#racks);
      this.addEventListener('keydown', (event) => this.#keyboard.press(event));
      drags(this, this.#piles, this.#deeds);
    }
    // The table itself can hold the focus, so that its keys act without anything being pressed first.
    this.tabIndex = -1;
    setAttr(this, 'role', 'group');
    setAttr(this, 'aria-label', 'Table');
    this.#ticker = window.setInterval(() => this.#tick(), TICK_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#ticker);
    this.#deeds.end();
    cancelAnimationFrame(this.#frame);
  }

  /** @param {Outside} outside */
  begin(outside) {
    this.#outside = outside;
    this.#deeds.outside = outside;
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
    this.#deeds.know(facts);
    this.#seats.note(happened);
    const told = news(happened, facts.me);
    if (told) this.#deeds.note(told);
    // What was pressed may have been drawn in this very frame: then the rest comes in the next one.
    if (this.#drawnAt === document.timeline.currentTime) this.#soon();
    else this.#render();
    if (happened.some(({ e }) => e === 'dealt')) this.#focusUntil = now() + FOCUS_MS;
    this.#takeFocus();
    this.#hear(facts, before, happened);
    if (this.#outside && !this.#outside.calm()) moves(happened, facts, { own: this.#own, other: this.#other, piles: this.#piles, shown: this.#deeds.shown });
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
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const { order, picked, shown, notice } = this.#deeds;
    const crossing = (/** @type {number | null} */ seat) => (game.window?.against === seat ? game.window.row : null);

    this.#seats.draw(facts, shown === me ? null : shown);
    const asked = facts.underOrder && !order;
    this.#piles.draw(facts, picked);
    setAttr(this.#piles.node, 'hidden', order !== null || asked);
    setAttr(this.#status, 'hidden', order !== null || asked);
    setAttr(this.#orderPanel.node, 'hidden', order === null);
    setAttr(this.#windowPanel.node, 'hidden', !asked);
    if (order) this.#orderPanel.draw(facts, order);
    if (asked) this.#windowPanel.draw(facts, this.#outside?.calm() ?? true);

    const mine = own !== null && shown === me;
    if (own && mine) {
      const held = picked ? game.discard.top : game.drawn;
      const { color, kind } = held ? face(held) : { color: null, kind: 'none' };
      this.#own.draw(own, {
        useful: kind === 'number' || kind === 'wild' ? color : null,
        usable: (slot) => (facts.underOrder ? facts.answers.includes(slot) : facts.placing || picked),
        crossing: crossing(me),
        picked: order?.slot ?? null,
      });
    }
    const seen = game.seats.find(({ seat }) => seat === shown);
    if (seen && !mine) this.#other.draw(seen, { name: nameOf(facts.room, seen.seat), orders: order !== null, crossing: crossing(seen.seat) });
    setAttr(this.#own.node, 'hidden', !mine);
    setAttr(this.#other.node, 'hidden', mine);

    const done = facts.finished && facts.mayCall;
    setSentence(this.#say, notice || prompt(facts, this.#deeds, mine ? null : shown));
    setAttr(this.#back, 'hidden', mine || !own);
    setText(this.#callText, done ? 'SUPER RACK-O!' : 'Rack-O!');
    setAttr(this.#callButton, 'hidden', !facts.mayCall);
    this.#callButton.classList.toggle('main', done);
    this.#status.classList.toggle('done', done);
    this.#status.classList.toggle('mine', facts.taking || facts.placing);
    this.#status.classList.toggle('notice', notice !== '');
    setAttr(this, 'aria-busy', this.#deeds.busy ? 'true' : null);
    this.classList.toggle('over', facts.over);
    this.#markSlow();
    if (focused) this.#keepFocus(focused, order !== null && !this.#ordering);
    this.#ordering = order !== null;
    this.#tick();
  }

  /** Marks what was pressed, while it is on its way for long. */
  #markSlow() {
    const { slow } = this.#deeds;
    const node = slow === null ? undefined : 'slot' in slow ? this.#own.slots.get(slow.slot)?.node
      : { draw: this.#piles.draw_pile, discard: this.#piles.discard, swap: this.#piles.hand,
        accept: this.#windowPanel.accept, call: this.#callButton }[slow.do];
    if (node === this.#slow) return;
    this.#slow?.classList.remove('slow');
    node?.classList.add('slow');
    this.#slow = node;
  }

  /** What held the focus may have gone with this drawing: then a panel that is there has it, or where it was before. @param {Element} before @param {boolean} opened whether an order is to be given now */
  #keepFocus(before, opened) {
    const focused = document.activeElement;
    if (!opened && focused && this.contains(focused) && focused.checkVisibility()) return;
    if (before !== this && !before.closest('.sro-panel')) this.#place = before;
    const places = [this.#orderPanel.node, this.#windowPanel.node, this.#place];
    const next = places.find((node) => node?.checkVisibility());
    (next instanceof HTMLElement && this.contains(next) ? next : this).focus({ preventScroll: true });
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
    if (this.#deeds.order) this.#orderPanel.tick(facts);
    else if (facts.underOrder) this.#windowPanel.tick(facts);
  }

  /** @param {Facts} facts @param {Facts | null} before @param {Event[]} happened */
  #hear(facts, before, happened) {
    const outside = this.#outside;
    if (!outside) return;
    if (facts.underOrder && before && !before.underOrder) outside.buzz(40);
    // Who comes in the middle of something hears of it.
    if (!before && (facts.underOrder || facts.taking || facts.placing)) {
      queueMicrotask(() => outside.say(facts.underOrder ? `${askedOf(facts)}: ${cardsOf(facts)}` : prompt(facts, this.#deeds, null)));
    }
    if (before && ((facts.taking && !before.taking) || (facts.underOrder && !before.underOrder))) outside.sound('mine');
    for (const { e } of happened) {
      if (e === 'won') outside.sound('win');
      else if (e === 'drawn') outside.sound('turn');
      else if (e === 'exchanged' || e === 'discarded' || e === 'swap_played' || e === 'reversed') outside.sound('lay');
    }
  }
}
