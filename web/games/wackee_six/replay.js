// @ts-check
// Wackee Six in a replay: its deal and the way of its cards, for the check; and a table that shows a lost race.

import { el, setAttr } from '../../parts/el.js';
import { loose, measure, unit } from './card.js';
import { SUITS } from './fit.js';
import { WackeeSix } from './table.js';

/**
 * @typedef {import('./apply.js').View} View
 * @typedef {import('./apply.js').Event} Event
 * @typedef {import('../contract.d.ts').Race} Race
 *
 * @typedef {object} Deck  a side's cards; the top of each pile is its last
 * @property {number} side
 * @property {(string | null)[]} row
 * @property {string[]} down
 * @property {string[]} stock
 * @property {string[]} waste
 * @property {number} played
 */

/** A deck in the order of print. */
const PRINT = [...SUITS.flatMap((suit) => Array.from({ length: 13 }, (_, index) => `${suit}-${index + 1}`)), 'wild', 'wild'];
const ROW = 6;
const FACE_DOWN = 6;
const TURNED = 3;
/** The flight of a card that came too late, there and back. */
const LATE_MS = 900;

/** @type {import('../contract.d.ts').Replayed<Deck[], Event>} */
export default {
  rules: [1, 2],

  deal(seats, draw) {
    const sides = [...new Set(seats.map(({ side }) => side))].sort((a, b) => a - b);
    return sides.map((side) => {
      const cards = [...PRINT];
      draw.shuffle(cards);
      return {
        side, row: cards.slice(0, ROW), down: cards.slice(ROW, ROW + FACE_DOWN).reverse(),
        stock: cards.slice(ROW + FACE_DOWN).reverse(), waste: [], played: 0,
      };
    });
  },

  opening: (decks) => ({
    event: { sides: decks.map(({ side, row }) => ({ side, row: [...row] })) },
    game: {
      sides: decks.map(({ side, row, down, stock }) => ({ side, row: [...row], face_down: down.length, stock: stock.length })),
      revealed: decks.map(unseen),
    },
  }),

  follow(decks, event) {
    if (event.e === 'rotated') {
      decks.forEach(rotate);
      return { stocks: decks.map(({ side, stock }) => ({ side, stock: stock.length })) };
    }
    if (event.e === 'scored') {
      const scores = decks.map(({ side, row, down, played }) => ({ side, played, left: down.length + row.filter((card) => card !== null).length }));
      return event.revealed === null ? { scores } : { scores, revealed: decks.map(unseen) };
    }
    const deck = 'side' in event ? decks.find(({ side }) => side === event.side) : undefined;
    if (deck === undefined) return null;
    switch (event.e) {
      case 'turned':
        deck.waste.push(...deck.stock.splice(Math.max(0, deck.stock.length - TURNED)).reverse());
        return { top: deck.waste.at(-1) ?? null, stock: deck.stock.length, waste: deck.waste.length };
      case 'recycled':
        [deck.stock, deck.waste] = [deck.waste.reverse(), []];
        return { stock: deck.stock.length };
      case 'played': {
        const card = take(deck, event.from);
        deck.played += 1;
        return { card, played: deck.played, waste: event.from === 'waste' ? wasteOf(deck) : null };
      }
      case 'pair_played': {
        // Out of the waste, the wild comes off before the card under it.
        const wild = take(deck, event.wild);
        const card = take(deck, event.companion);
        deck.played += 2;
        const waste = [event.wild, event.companion].includes('waste') ? wasteOf(deck) : null;
        return wild === 'wild' ? { card, played: deck.played, waste } : { wild: `a place with a wild (there lies ${wild})` };
      }
      case 'refilled': {
        const card = deck.down.pop() ?? null;
        deck.row[event.slot - 1] = card;
        return { card, face_down: deck.down.length };
      }
      default:
        return null;
    }
  },

  element: class extends WackeeSix {
    #calm = () => true;
    #toCome = el('span', { class: 'to-come', 'aria-hidden': 'true' });

    #sizes = measure(() => [this.#toCome]);

    connectedCallback() {
      super.connectedCallback();
      this.#sizes.observer.observe(this.#toCome);
    }

    disconnectedCallback() {
      super.disconnectedCallback();
      this.#sizes.observer.disconnect();
    }

    /** @param {import('../contract.d.ts').Table} table */
    begin(table) {
      super.begin(table);
      this.#calm = () => table.calm();
    }

    /** @param {import('../contract.d.ts').Snapshot<View>} snapshot @param {Event[]} happened */
    update(snapshot, happened) {
      super.update(snapshot, happened);
      const followed = Number(this.querySelector('.chip-item[data-open]')?.getAttribute('data-side'));
      const cards = toCome(snapshot.game, followed);
      const down = this.querySelector('.own .down');
      if (this.#toCome.parentElement !== down) down?.append(this.#toCome);
      if (down !== null) setAttr(down, 'data-open', cards.length > 0);
      if (this.#toCome.getAttribute('data-cards') === `${cards}`) return;
      this.#toCome.setAttribute('data-cards', `${cards}`);
      this.#toCome.replaceChildren(...cards.map((card) => {
        const node = loose(card);
        node.classList.replace('loose', 'mini');
        return node;
      }));
    }

    rewound() {
      for (const flight of this.querySelector('.air')?.getAnimations({ subtree: true }) ?? []) flight.finish();
    }

    /** The card flies all the same, stays over the pile for a moment, and goes back. @param {Race} race */
    lost({ side, action, detail }) {
      const [air, to] = [this.querySelector('.air'), this.querySelector(`.pile[data-pile="${Number(detail['pile'])}"]`)];
      const own = this.querySelector(`.chip-item[data-side="${side}"][data-open]`) === null ? null
        : this.querySelector(`.own [data-spot="${CSS.escape(String(action.from ?? action.companion))}"]`);
      const from = own ?? this.querySelector(`.chip-item[data-side="${side}"] .chip`);
      if (air === null || from === null || to === null || this.#calm()) return;
      const [origin, begin, end] = [air, from, to].map((node) => node.getBoundingClientRect());
      if (origin === undefined || begin === undefined || end === undefined) return;
      const node = loose(String(action.card ?? 'wild'));
      node.classList.add('lost');
      node.style.width = `${end.width}px`;
      node.style.height = `${end.height}px`;
      node.style.setProperty('--unit', unit(end.width, end.height));
      air.append(node);
      const home = `translate(${begin.x + begin.width / 2 - end.width / 2 - origin.x}px, ${begin.y + begin.height / 2 - end.height / 2 - origin.y}px)`;
      const there = `translate(${end.x - origin.x}px, ${end.y - origin.y - end.height / 4}px) rotate(6deg)`;
      node.animate([
        { transform: `${home} scale(.5)`, opacity: 0.5, easing: 'ease-out' },
        { transform: there, opacity: 1, offset: 0.25 },
        { transform: there, opacity: 1, offset: 0.65, easing: 'ease-in' },
        { transform: `${home} scale(.5)`, opacity: 0 },
      ], { duration: LATE_MS }).finished.catch(() => {}).then(() => node.remove());
    }
  },
};

/**
 * What still lies face down before a side, the next card first. A replay's table says all of it at the deal.
 * @param {View | null} game @param {number} side
 */
function toCome(game, side) {
  const all = game?.revealed?.find((one) => one.side === side)?.face_down ?? [];
  const left = game?.sides.find((one) => one.side === side)?.face_down ?? 0;
  return all.slice(all.length - left);
}

/** What nobody has seen of a side, tops first. @param {Deck} deck */
const unseen = ({ side, down, stock, waste }) => ({ side, face_down: [...down].reverse(), stock: [...stock].reverse(), waste: [...waste].reverse() });

/** @param {Deck} deck */
const wasteOf = ({ waste }) => ({ count: waste.length, top: waste.at(-1) ?? null });

/** Takes the card from a place; null if none lies there. @param {Deck} deck @param {string} from */
function take(deck, from) {
  if (from === 'waste') return deck.waste.pop() ?? null;
  const slot = Number(from.slice(4)) - 1;
  const card = deck.row[slot] ?? null;
  deck.row[slot] = null;
  return card;
}

/** The waste goes face down onto the stock, and the top card to the bottom. @param {Deck} deck */
function rotate(deck) {
  deck.stock.push(...deck.waste.splice(0).reverse());
  const top = deck.stock.pop();
  if (top !== undefined) deck.stock.unshift(top);
}
