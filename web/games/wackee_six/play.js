// @ts-check
// Playing: from a tap, a drag or a key to the action, its flight, and what came of it.

import { setAttr } from '../../parts/el.js';
import { face } from '../../parts/suit.js';
import { left, now } from '../../parts/time.js';
import { fits, follower, held, pairPiles, pairs, sayCard, takers } from './fit.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Side} Side
 * @typedef {import('../contract.d.ts').Answer} Answer
 * @typedef {import('./fly.js').Flight} Flight
 *
 * @typedef {object} Scene  what playing sees of the table
 * @property {() => View | null} game
 * @property {() => Side | null} side  the viewer's own; null for who does not play
 * @property {import('../contract.d.ts').Table} table
 * @property {import('./fly.js').Air} air
 * @property {import('./own.js').Own} own
 * @property {import('./piles.js').Piles} piles
 * @property {(side: number) => string} who
 * @property {() => void} redraw
 * @property {() => number} gap  the least time between two turns
 */

/** After a card that fits nowhere nothing is sent for this long, so that tapping all cards is no scanner. */
const COOL_MS = 300;
/** A spot that was there so short a time ago may be asked for: the server says who took it. */
const FRESH_MS = 1_500;

export class Play {
  /** What is on its way: the card, by its place. @type {Map<string, string>} */
  pending = new Map();
  /** The wild (or, with a key, the card) that is held up for a second choice. */
  chosen = '';
  /** When each card last fitted somewhere. @type {Map<string, number>} */
  #fitted = new Map();
  #cool = 0;
  /** The turn that is under way. @type {Promise<boolean> | null} */
  #turning = null;
  #turned = -1e9;

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /** Notes what fits now; called whenever the table changed. */
  note() {
    const game = this.scene.game();
    const side = this.scene.side();
    if (game === null || side === null) return;
    for (const { spot, card } of held(side)) if (fits(game, card)) this.#fitted.set(`${spot} ${card}`, now());
    if (this.#fitted.size > 40) this.#fitted.clear();
    if (this.chosen !== '' && this.#card(this.chosen) === null) this.choose('');
  }

  /** @param {string} spot */
  #card(spot) {
    const side = this.scene.side();
    if (side === null) return null;
    return spot === 'waste' ? side.top : side.row[Number(spot.slice(4)) - 1] ?? null;
  }

  /** A card was tapped. @param {string} spot */
  tap(spot) {
    const card = this.#card(spot);
    if (card === null || this.#closed()) return;
    if (this.chosen !== '' && this.#card(this.chosen) === 'wild') {
      if (spot === this.chosen) return this.choose('');
      if (card !== 'wild') return void this.pair(this.chosen, spot);
    }
    if (card === 'wild') return this.#wild(spot);
    this.choose('');
    void this.lay(spot);
  }

  /** Whether nothing can be played now; says so. */
  #closed() {
    const game = this.scene.game();
    if (game === null || this.scene.side() === null) return true;
    if (game.phase === 'playing') return false;
    const why = { dealt: 'Not yet: the race has not begun.', countdown: 'Not yet!', stuck: 'Wait: the stocks are being rotated.', paused: 'The game is paused.', scored: 'The round is over.', playing: '' };
    this.#say(why[game.phase], 'bad');
    return true;
  }

  /** @param {string} spot */
  #wild(spot) {
    const game = /** @type {View} */ (this.scene.game());
    const side = /** @type {Side} */ (this.scene.side());
    const locked = left(side.wild_locked_at) ?? 0;
    if (locked > 0) return this.#refuse(spot, `Wilds are locked for ${Math.ceil(locked / 100) / 10} s.`);
    const options = pairs(game, side, spot);
    const only = options[0];
    if (options.length === 1 && only !== undefined) return void this.pair(spot, only.companion.spot);
    if (options.length === 0 && spot !== 'waste') return this.#refuse(spot, 'No card of yours can follow the wild now.');
    this.choose(spot);
    if (options.length === 0) return this.#say('Tap a pile if you know what lies under the wild.', '');
    this.scene.own.say('Wild and …? Tap the card that follows it.', '');
    this.scene.table.say(`Wild and ${options.map(({ companion }) => `${sayCard(companion.card)}, ${companion.spot.replace('.', ' ')}`).join('; or ')}?`);
  }

  /** Holds a card up; '' puts it down again. @param {string} spot */
  choose(spot) {
    this.chosen = spot;
    const { own, piles } = this.scene;
    const game = this.scene.game();
    const side = this.scene.side();
    const card = spot === '' ? null : this.#card(spot);
    const options = game !== null && side !== null && card === 'wild' ? pairs(game, side, spot) : [];
    for (const [name, node] of own.places) {
      node.toggleAttribute('data-chosen', name === spot);
      const follows = options.some((pair) => pair.companion.spot === name);
      node.toggleAttribute('data-follows', follows);
      setAttr(node, 'aria-description', name === spot ? 'held up' : follows ? 'can follow the wild' : null);
    }
    piles.mark(game === null || card === null ? [] : (card === 'wild' ? options.map((pair) => pair.pile) : takers(game, card)).map((pile) => pile.pile));
  }

  /** A pile was chosen for the card that is held up. @param {number} pile */
  pile(pile) {
    const spot = this.chosen;
    const card = this.#card(spot);
    const game = this.scene.game();
    const side = this.scene.side();
    if (spot === '' || card === null || game === null || side === null || this.#closed()) return;
    if (card !== 'wild') {
      this.choose('');
      return void this.lay(spot, pile);
    }
    const target = game.piles.find((one) => one.pile === pile);
    if (target === undefined) return;
    const next = follower(target);
    const companion = held(side).find((one) => one.card === next && one.spot !== spot);
    if (companion !== undefined) return void this.pair(spot, companion.spot, pile);
    // What lies under a wild in the waste is not seen; who remembers it may say so (ruling 39).
    if (spot === 'waste' && next !== null && side.waste > 1) return void this.#blind(next, pile);
    if (target.top === 12) return void this.#alone(spot, pile);
    this.#refuse(spot, next === null ? 'No wild goes there.' : `You have no ${sayCard(next)} to follow the wild.`);
  }

  /** Lays a natural card; the server picks the pile if none is named. @param {string} spot @param {number} [pile] */
  async lay(spot, pile) {
    const card = this.#card(spot);
    const game = this.scene.game();
    if (card === null || game === null || this.pending.has(spot) || now() < this.#cool) return;
    const first = face(card)[1] === '1';
    const named = game.piles.find((one) => one.pile === pile);
    if (named !== undefined && !first && named.color !== face(card)[0]) {
      const what = sayCard(card);
      return this.#refuse(spot, `${what[0]?.toUpperCase()}${what.slice(1)} does not go on ${named.color}.`);
    }
    const fresh = now() - (this.#fitted.get(`${spot} ${card}`) ?? -1e9) < FRESH_MS;
    if (!fits(game, card) && !fresh) return this.#refuse(spot, `No pile takes ${sayCard(card)}.`);
    const target = pile !== undefined ? this.scene.piles.of(pile)
      : first ? this.scene.piles.next(face(card)[0] ?? '') : this.scene.piles.of(takers(game, card)[0]?.pile ?? -1);
    const action = /** @type {const} */ ({ do: 'play' });
    await this.#send([[spot, card]], target ?? this.scene.piles.node,
      { ...action, card, from: spot, ...(pile !== undefined && !first ? { pile } : {}) }, `You played ${sayCard(card)}.`,
      first || fresh || named === undefined || takers(game, card).includes(named));
  }

  /** Lays a wild and what follows it. @param {string} wild @param {string} spot @param {number} [pile] */
  async pair(wild, spot, pile) {
    const card = this.#card(spot);
    const game = this.scene.game();
    if (card === null || game === null || this.pending.has(wild) || this.pending.has(spot)) return;
    const to = pile ?? pairPiles(game, card)[0]?.pile;
    if (to === undefined) return this.#refuse(spot, `No pile takes a wild and ${sayCard(card)}.`);
    this.choose('');
    await this.#send([[wild, 'wild'], [spot, card]], this.scene.piles.of(to) ?? this.scene.piles.node,
      { do: 'play_wild', wild, companion: spot, card, pile: to }, `You played a wild and ${sayCard(card)}.`);
  }

  /** @param {string} card @param {number} pile */
  async #blind(card, pile) {
    this.choose('');
    await this.#send([['waste', 'wild']], this.scene.piles.of(pile) ?? this.scene.piles.node,
      { do: 'play_wild', wild: 'waste', companion: 'waste', card, pile }, `You played a wild and ${sayCard(card)}.`, false);
  }

  /** @param {string} spot @param {number} pile */
  async #alone(spot, pile) {
    this.choose('');
    await this.#send([[spot, 'wild']], this.scene.piles.of(pile) ?? this.scene.piles.node, { do: 'play_wild', wild: spot, pile }, 'You closed a pile with a wild.');
  }

  /**
   * @param {[string, string][]} cards the places and what lies there
   * @param {Element} target @param {import('../contract.d.ts').AnyAction} action @param {string} done
   * @param {boolean} [fitted]  whether it fitted when it was let go of, as far as was seen
   */
  async #send(cards, target, action, done, fitted = true) {
    const { table, air, own } = this.scene;
    const flights = cards.map(([spot, card]) => {
      this.pending.set(spot, card);
      return air.send(card, /** @type {Element} */ (own.places.get(spot)), target);
    });
    table.sound('tap');
    this.scene.redraw();
    const answer = await table.act(action);
    for (const [spot] of cards) this.pending.delete(spot);
    if ('ok' in answer) {
      for (const flight of flights) flight.land();
      this.#say(done, 'good');
      table.sound('lay');
      this.scene.redraw();
    } else {
      this.#lost(answer, cards, fitted);
      await Promise.all(flights.map((flight) => flight.back()));
      this.scene.redraw();
    }
  }

  /** @param {Exclude<Answer, { ok: any }>} answer @param {[string, string][]} cards @param {boolean} fitted */
  #lost(answer, cards, fitted) {
    const { table, own, piles, who } = this.scene;
    table.sound('lost');
    table.buzz(20);
    if ('lost' in answer) return this.#say('The line broke before that got through.', 'bad');
    const { code, message } = answer.error;
    const detail = /** @type {{ by?: number, pile?: number, margin_ms?: number }} */ (answer.error.detail ?? {});
    const name = who(detail.by ?? 0);
    /** @type {Record<string, () => string>} */
    const texts = {
      beaten: () => `${name} ${name === 'You' ? 'were' : 'was'} first by ${detail.margin_ms ?? '?'} ms.`,
      round_over: () => (detail.margin_ms === undefined ? 'The round is over.' : `After the bell by ${detail.margin_ms} ms.`),
      does_not_fit: () => (fitted ? 'That does not fit any more.' : 'That does not fit.'),
      not_there: () => 'Another card lies there now.',
    };
    this.#say(texts[code]?.() ?? message, 'bad', code === 'beaten' ? name : '');
    if (detail.pile !== undefined) piles.pop(detail.pile, table.calm());
    if (table.calm()) {
      for (const [spot] of cards) {
        own.places.get(spot)?.classList.add('amber');
        setTimeout(() => own.places.get(spot)?.classList.remove('amber'), 1_500);
      }
    }
  }

  /**
   * Turns three. While one turn is under way another wish is the same one: an answer at once would make a
   * held key spin.
   * @returns {Promise<boolean>} whether to go on with a held key or finger
   */
  turn() {
    this.#turning ??= this.#turn().finally(() => { this.#turning = null; });
    return this.#turning;
  }

  /** @returns {Promise<boolean>} */
  async #turn() {
    if (this.#closed()) return false;
    const wait = this.scene.gap() - (now() - this.#turned);
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    this.choose('');
    this.#turned = now();
    const answer = await this.scene.table.act({ do: 'turn' });
    if ('ok' in answer) {
      this.scene.table.sound('turn');
      return true;
    }
    if ('lost' in answer) return false;
    if (answer.error.code === 'too_fast') {
      // The server counts from when it came there.
      this.#turned = now() + (answer.error.retry_after_ms ?? 0) - this.scene.gap();
      return true;
    }
    this.#say(answer.error.message, 'bad');
    this.scene.table.sound('no');
    return false;
  }

  /** @param {string} spot @param {string} why */
  #refuse(spot, why) {
    this.#cool = now() + COOL_MS;
    this.#say(why, 'bad');
    this.scene.table.sound('no');
    const node = this.scene.own.places.get(spot);
    if (node === undefined || this.scene.table.calm()) return;
    node.animate([{ transform: 'translateX(-5px)' }, { transform: 'translateX(5px)' }, { transform: 'translateX(-3px)' }, { transform: 'none' }], { duration: 120 });
  }

  /** @param {string} text @param {'' | 'good' | 'bad'} mood @param {string} [name] a name in it */
  #say(text, mood, name) {
    this.scene.own.say(text, mood, name);
    // What was played is read from the event.
    if (mood !== 'good') this.scene.table.say(text);
  }
}
