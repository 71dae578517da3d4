// Two people go for the same spot: one gets it, the other's page says who was first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { arrive, call, compareWithState, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { installWire } from "./support/wire.js";
import { HANDS, start } from "./support/wackee_six.js";

const set = stage();

/**
 * What leads up to a race, in each page at once: Ana and Bo turn their decks and lay nothing, four others
 * lay what they can, until the first two hold the same card and one pile takes it. This goes past the
 * controls; the race itself does not.
 */
async function leadUp(page) {
  await page.evaluate(async () => {
    const { fits, held, takers } = await import("/games/wackee_six/fit.js");
    const natural = (side) => held(side).filter(({ card }) => card !== "wild");
    window.race = {
      /** The card that both hold and its two spots; null for none. */
      contested(game) {
        const [ana, bo] = game.sides.map(natural);
        return ana.filter(({ card }) => takers(game, card).length === 1)
          .flatMap((one) => bo.filter(({ card }) => card === one.card).map((other) => ({ card: one.card, spots: [one.spot, other.spot] })))[0] ?? null;
      },
      /** Acts until then, or until the round is not played any more. */
      async on({ view, act, lays }) {
        for (;;) {
          const { room, game, you } = view();
          if (room.phase !== "playing" || game.phase !== "playing" || window.race.contested(game)) return;
          const fit = lays ? natural(game.sides.find(({ side }) => side === you.side)).find(({ card }) => fits(game, card)) : null;
          await act(fit ? { do: "play", card: fit.card, from: fit.spot } : { do: "turn" });
        }
      },
    };
  });
}

/** The page of a person who leads up to the race. */
const turns = (page) => page.evaluate(() => {
  const { store, client } = document.querySelector("slap-app");
  // No more than the server lets one send.
  const pace = () => new Promise((allowed) => setTimeout(allowed, 22));
  const act = async (action) => {
    await client.ask({ type: "act", action });
    await pace();
  };
  return window.race.on({ view: () => store.snapshot, act, lays: false });
});

/** The page in which the four others are, as plain sockets. */
const lay = (page) => page.evaluate(() => Promise.all(window.others.map((client) =>
  window.race.on({ view: () => client.frames.at(-1), act: (action) => client.ask({ type: "act", action }), lays: true }))));

/** Four others take the other sides. */
async function othersSit(page, code) {
  await page.goto("/");
  await installWire(page);
  await page.evaluate(async (code) => {
    window.others = [];
    for (const side of [3, 4, 5, 6]) {
      const client = await wire.connect(`Side ${side}`, "full");
      await client.must({ type: "join_room", code });
      await client.must({ type: "sit", side });
      window.others.push(client);
    }
  }, code);
}

const othersReady = (page) => page.evaluate(() => Promise.all(window.others.map((client) => client.must({ type: "ready", ready: true }))));

const since = (page, seq) => until(page, (before) => document.querySelector("slap-app").store.seq > before, seq);

test("of two who go for one spot, the loser reads who was first", { timeout: 150_000 }, async () => {
  const pages = [await set.person("Ana", DESKTOP), await set.person("Bo", PHONE)];
  const hands = [HANDS.keys, HANDS.taps];
  await arrive(pages[0]);
  await call(pages[0], "Ana");
  const code = await newTable(pages[0], "Wackee Six");
  await options(pages[0], { rounds: 60, countdown_ms: 0, min_turn_gap_ms: 0, idle_vote_ms: 0 });
  await join(pages[1], code, "Bo");
  const crowd = await set.person("the others");
  await othersSit(crowd, code);
  for (const page of [...pages, crowd]) await leadUp(page);

  let found = null;
  for (let round = 0; !found; round += 1) {
    assert.ok(round < 60, "no spot was ever contested");
    const { room } = await snapshot(pages[0]);
    if (room.phase !== "playing") {
      await othersReady(crowd);
      await deal(pages);
      await start(pages[0]);
    }
    await Promise.all([...pages.map(turns), lay(crowd)]);
    const last = Math.max(...await Promise.all(pages.map(async (page) => (await snapshot(page)).seq)));
    for (const page of pages) await until(page, (wanted) => document.querySelector("slap-app").store.seq >= wanted, last);
    found = await pages[0].evaluate(() => {
      const { room, game } = document.querySelector("slap-app").store.snapshot;
      return room.phase === "playing" && game.phase === "playing" ? window.race.contested(game) : null;
    });
  }

  const before = await snapshot(pages[0]);
  await Promise.all(pages.map((page, index) => hands[index].play(page, [found.spots[index]])));
  for (const page of pages) await since(page, before.seq);
  const lines = pages.map((page) => page.locator(".own .status"));
  const loser = await Promise.any(lines.map(async (line, index) => {
    await line.getByText(/was first by \d+ ms/).waitFor();
    return index;
  }));
  const winner = 1 - loser;
  assert.match(await lines[loser].innerText(), new RegExp(`^${["Ana", "Bo"][winner]} was first by \\d+ ms`));
  assert.match(await lines[winner].innerText(), /^You played /);

  // The card lies where it lay, the pile has the winner's, and both tables are the server's.
  const spot = found.spots[loser];
  await until(pages[loser], ([at, card]) => {
    const node = document.querySelector(`[data-spot="${at}"]`);
    return node.getAttribute("data-card") === card && !node.hasAttribute("data-away") && !document.querySelector(".loose.pending");
  }, [spot, found.card]);
  const [color, number] = found.card.split("-");
  const { game } = await snapshot(pages[loser]);
  const pile = game.piles.find((one) => one.color === color && one.top === Number(number));
  assert.equal(pile.by, winner + 1);
  for (const page of pages) await compareWithState(page);
});
