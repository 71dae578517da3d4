// A table of Super Rack-O that stands still and shows what a test wants: the page's own element, with views, events
// and answers that the test makes up. For what real play brings about once in a hundred games.

import { addBots, arrive, deal, dressed, newTable, options } from "./people.js";

/** @typedef {import("playwright-core").Page} Page */

/** Brings a page to a table for four, and lets nothing of the server through from then on. @param {Page} page */
export async function standStill(page) {
  await arrive(page);
  await newTable(page, "Super Rack-O");
  await options(page, { turn_clock_ms: 0, window_ms: 150_000, games_to_win: 3 });
  await addBots(page, 3);
  await deal([page]);
  await dressed(page, "super_rack_o.css");
  await page.evaluate(async () => {
    const { clocked } = await import("/parts/time.js");
    const { store, client } = document.querySelector("slap-app");
    const feed = store.events.bind(store);
    store.sync = store.events = store.state = client.sync = () => {};
    const base = structuredClone(store.snapshot);
    // The same cards each time: a number of its own colour in each slot, none in order.
    for (const seat of base.game.seats) {
      const rack = (side) => [30, 12, 25, 9, 40, 3, 18, 21].map((number) => (seat.seat === 1 ? `${side}-${number}` : null));
      Object.assign(seat, { rack: { blue: rack("blue"), red: rack("red") }, known: [], skips_next: false });
    }
    Object.assign(base.game, { phase: "playing", turn: 1, step: "take", ends_at: null, drawn: null, window: null, winner: null, discard: { count: 3, top: "red-16" } });
    for (const member of base.room.members) {
      member.name = ["Tidy Heron", "Steady Gull", "Bright Marten", "Humble Otter"][member.side - 1];
      Object.assign(member, { bot: null, online: true });
    }
    window.asked = [];
    window.answer = () => ({ ok: {} });
    client.ask = async ({ action }) => {
      window.asked.push(action);
      return window.answer(action);
    };
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    window.made = {
      /** Shows the base with changes; `cards` are put into slots of seat 1, `seats` and `members` change one each. */
      show({ game = {}, room = {}, cards = {}, seats = {}, members = {} }) {
        const next = structuredClone(base);
        Object.assign(next.game, clocked(game, performance.now()));
        Object.assign(next.room, clocked(room, performance.now()), { options: { ...next.room.options, ...room.options } });
        for (const [slot, card] of Object.entries(cards)) next.game.seats[0].rack[slot.split(".")[0]][slot.split(".")[1] - 1] = card;
        for (const [seat, change] of Object.entries(seats)) Object.assign(next.game.seats[seat - 1], change);
        for (const [side, change] of Object.entries(members)) {
          Object.assign(next.room.members.find((member) => member.side === Number(side)), clocked(change, performance.now()));
        }
        store.snapshot = next;
        store.touch();
        return drawn();
      },
      /** Lets events happen. */
      happen(events) {
        feed({ seq: store.snapshot.seq + events.length, events: clocked(events, performance.now()) });
        return drawn();
      },
    };
  });
}

/** @param {Page} page */
export const show = (page, what) => page.evaluate((what) => window.made.show(what), what);
/** @param {Page} page */
export const happen = (page, ...events) => page.evaluate((events) => window.made.happen(events), events);
/** An order against the viewer. */
export const order = (more = {}) => ({ phase: "window", turn: 2, step: null, window: { by: 2, against: 1, row: 5, kind: "swap", ends_in: 100_000, ...more } });
/** A rack of the viewer's that is finished. */
export const FINISHED = { 1: { rack: { blue: [1, 2, 3, 4, 5, 6, 7, 8].map((row) => `blue-${row * 4}`), red: [1, 2, 3, 4, 5, 6, 7, 8].map((row) => `red-${row * 4}`) } } };
