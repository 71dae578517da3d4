// @ts-check
// Cards in the air, over the table. Only `transform` and `opacity` are animated.

import { el } from '../../parts/el.js';
import { loose, paint, unit } from './card.js';

const OUT_MS = 140;
const BACK_MS = 180;
const OTHERS_MS = 220;
/** So long a card that has arrived stays ready, unseen, for the next flight. */
const REST_MS = 800;
/** Flights of others at once: with six bots at full speed more would be a blur that costs frames. */
const OTHERS_MAX = 6;

export class Air {
  node = el('div', { class: 'air', 'aria-hidden': 'true' });
  /** Nodes for others' cards, made once: a flight makes no node and no layer. @type {{ node: HTMLElement, card: string, size: Box | null, motion: Animation | null }[]} */
  #others = [];
  /** @type {WeakMap<Element, Box>} */
  #boxes = new WeakMap();
  #known = false;

  /** @param {() => boolean} calm whether motion is unwanted */
  constructor(calm) {
    this.calm = calm;
  }

  /** @param {Element} node */
  #rect(node) {
    const box = node.getBoundingClientRect();
    const own = this.node.getBoundingClientRect();
    // Whole pixels: places of one kind are of one size then.
    return { x: box.x - own.x, y: box.y - own.y, w: Math.round(box.width), h: Math.round(box.height) };
  }

  /**
   * Learns where places are that stay there. Asked before anything is drawn, while the browser still knows it:
   * after that each question would make it lay everything out.
   * @param {() => Iterable<Element>} places
   */
  know(places) {
    if (this.#known) return;
    this.#known = true;
    for (const node of places()) this.#boxes.set(node, this.#rect(node));
  }

  /** Places have moved. */
  forget() {
    this.#known = false;
  }

  /** A card in the air over its place. @param {string} card @param {Element} from */
  lift(card, from) {
    const at = this.#rect(from);
    const node = loose(card);
    sized(node, at);
    this.node.append(node);
    return new Flight(node, at, this.calm);
  }

  /** Sends an own card to a place, with the rim of what is not decided yet. @param {string} card @param {Element} from @param {Element} to */
  send(card, from, to) {
    const flight = this.lift(card, from);
    flight.node.classList.add('pending');
    flight.to(this.#rect(to), OUT_MS);
    return flight;
  }

  /** Shows that somebody else laid a card, unless enough is in the air. @param {string} card @param {Element} from @param {Element} to */
  other(card, from, to) {
    const [begin, end] = [this.#boxes.get(from), this.#boxes.get(to)];
    if (begin === undefined || end === undefined || this.calm() || document.hidden) return;
    let one = this.#others.find(({ motion }) => motion?.playState !== 'running' || Number(motion.currentTime) > OTHERS_MS);
    if (one === undefined) {
      if (this.#others.length === OTHERS_MAX) return;
      one = { node: loose(card), card, size: null, motion: null };
      one.node.classList.add('other');
      this.#others.push(one);
      this.node.append(one.node);
    }
    if (one.size?.w !== end.w || one.size.h !== end.h) sized(one.node, end);
    one.size = end;
    if (one.card !== card) paint(one.node, card);
    one.card = card;
    const x = begin.x + begin.w / 2 - end.w / 2;
    const y = begin.y + begin.h / 2 - end.h / 2;
    const there = `translate(${end.x}px, ${end.y}px) scale(1)`;
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(.35)`, opacity: 0.4, easing: 'ease-out' },
      { transform: there, opacity: 1, offset: OTHERS_MS / REST_MS },
      { transform: there, opacity: 0, offset: OTHERS_MS / REST_MS },
      { transform: there, opacity: 0 },
    ];
    // One that begins or ends has the browser order its layers anew; one that only goes elsewhere does not.
    if (one.motion?.playState === 'running' && one.motion.effect instanceof KeyframeEffect) {
      one.motion.effect.setKeyframes(frames);
      one.motion.currentTime = 0;
    } else one.motion = one.node.animate(frames, { duration: REST_MS });
  }

  /** Takes everything out of the air. */
  clear() {
    this.#others = [];
    this.node.replaceChildren();
  }
}

/** @param {HTMLElement} node @param {{ w: number, h: number }} size */
function sized(node, { w, h }) {
  node.style.width = `${w}px`;
  node.style.height = `${h}px`;
  node.style.setProperty('--unit', unit(w, h));
}

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

export class Flight {
  #done = false;

  /** @param {HTMLElement} node @param {Box} home @param {() => boolean} calm */
  constructor(node, home, calm) {
    this.node = node;
    this.home = home;
    this.at = { x: home.x, y: home.y };
    this.calm = calm;
    this.move(home.x, home.y);
  }

  /** Puts it there at once. @param {number} x @param {number} y */
  move(x, y) {
    this.at = { x, y };
    this.node.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {Box} end @param {number} ms @returns {Promise<unknown>} */
  to(end, ms) {
    const from = `translate(${this.at.x}px, ${this.at.y}px)`;
    // The card takes the size of where it goes.
    const scale = `scale(${end.w / this.home.w}, ${end.h / this.home.h})`;
    this.at = { x: end.x, y: end.y };
    this.node.style.transform = `translate(${end.x}px, ${end.y}px) ${scale}`;
    if (this.calm()) return Promise.resolve();
    return this.node.animate([{ transform: from }, { transform: this.node.style.transform }], { duration: ms, easing: 'ease-out' }).finished.catch(() => {});
  }

  /** It is decided: the card lies on its pile, which shows it itself. */
  land() {
    this.#end(0);
  }

  /** It flies back to where it came from. */
  async back() {
    if (this.#done) return;
    this.node.classList.remove('pending');
    this.node.classList.add('lost');
    await this.to(this.home, BACK_MS);
    this.#end(0);
  }

  /** @param {number} ms */
  #end(ms) {
    this.#done = true;
    setTimeout(() => this.node.remove(), ms);
  }
}
