// What is rare in Wackee Six, brought about by real play: nobody can play any more, votes, a pause, a wild and the
// card under it, a lock, a card that comes after the bell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { Line } from "./support/line.js";
import { addBots, arrive, call, compareWithState, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { installRobot } from "./support/robot.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();
/** Fast, and over only when it is meant to be. */
const FAST = { rounds: 100, countdown_ms: 0, min_turn_gap_ms: 0, idle_vote_ms: 0 };

/** The table of Ana, who is host, on a phone and Bo at a desk. */
async function table(wanted) {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", DESKTOP)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { ...FAST, ...wanted });
  await join(bo, code, "Bo");
  for (const page of [ana, bo]) await installRobot(page);
  return [ana, bo];
}

/** Plays rounds on both pages until what is named is so on Ana's. She keeps so many of her twelve. */
async function robotsUntil([ana, bo], wanted, keep) {
  for (let round = 0; round < 40; round += 1) {
    const phase = await ana.evaluate(() => document.querySelector("slap-app").store.snapshot.room.phase);
    if (phase !== "playing") {
      await bo.evaluate(() => robot.ready());
      await ana.evaluate(() => robot.deal());
    }
    const bos = bo.evaluate(() => { robot.halted = false; return robot.play("never", 0); });
    const so = await ana.evaluate(([wanted, keep]) => robot.play(wanted, keep), [wanted, keep]);
    await bo.evaluate(() => { robot.halted = true; });
    await bos;
    if (so && await ana.evaluate(([wanted]) => robot.holds(wanted), [wanted])) return;
  }
  throw new Error(`in 40 rounds there never was ${wanted}`);
}

const over = (page) => page.locator(".over:visible");
const ballot = (page) => page.getByRole("group", { name: "A vote" });

/** Opens the menu and chooses. */
async function choose(page, label) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: label }).click();
}

const phaseIs = (page, phase) => until(page, (wanted) => document.querySelector("slap-app").store.snapshot.game.phase === wanted, phase);

test("nobody can play: it is announced, counted down, and the race goes on", { timeout: 150_000 }, async () => {
  const pages = await table({});
  await robotsUntil(pages, "stuck", 0);
  for (const page of pages) {
    await over(page).getByText("Stuck!").waitFor();
    await over(page).getByText(/All stocks are rotated in [123]/).waitFor();
  }
  await pages[1].locator(".talk-lines").getByText("Nobody can play: the stocks are rotated.").first().waitFor();
  for (const page of pages) {
    // After rotations that help nobody the round is scored.
    await until(page, () => ["playing", "scored"].includes(document.querySelector("slap-app").store.snapshot.game.phase));
    await over(page).waitFor({ state: "detached" }).catch(() => {});
  }
});

test("who is out calls, where the options ask for it, and no pile lies under the button", { timeout: 150_000 }, async () => {
  const [ana, bo] = await table({ call_to_stop: "by_call" });
  await robotsUntil([ana, bo], "out", 0);
  const box = ana.getByRole("group", { name: "Your call" });
  const button = box.getByRole("button", { name: "Wackee Six!" });
  await button.waitFor();
  const { y, height } = await box.boundingBox();
  assert.ok(y + height <= (await ana.locator(".piles").boundingBox()).y + 0.5, "it lies over the piles");
  await button.tap();
  for (const page of [ana, bo]) await phaseIs(page, "scored");
  assert.equal((await snapshot(ana)).game.scores.find(({ side }) => side === 1).left, 0);
});

test("votes: a pause, a no, going on, a rotation, and the end of the match", { timeout: 120_000 }, async () => {
  const [ana, bo] = await table({ idle_vote_ms: 1 });
  await deal([ana, bo]);
  await start(ana);

  await choose(ana, "Ask for a pause");
  await ballot(ana).getByText(/^You ask to pause \(0:\d\d\)$/).waitFor();
  assert.equal(await ballot(ana).getByRole("button", { name: "Agree" }).isVisible(), false, "who asked has agreed");
  await ballot(bo).getByText(/^Ana asks to pause/).waitFor();
  await ballot(bo).getByRole("button", { name: "No" }).click();
  await ana.locator(".own .status").getByText("Bo says no.").waitFor();
  await choose(ana, "Ask for a pause");
  await ballot(bo).getByRole("button", { name: "Agree" }).click();
  for (const page of [ana, bo]) await over(page).getByText("Paused").waitFor();

  // A card that is pressed meanwhile stays where it is, and says why.
  await ana.locator("[data-spot='row.1']").click();
  await ana.locator(".own .status").getByText("The game is paused.").waitFor();

  // Bo asks; Ana, as the host, needs no vote.
  await over(bo).getByRole("button", { name: "Go on" }).click();
  await ballot(ana).getByText(/^Bo asks to go on/).waitFor();
  await ballot(ana).getByRole("button", { name: "Agree" }).click();
  for (const page of [ana, bo]) await phaseIs(page, "playing");

  await ballot(bo).getByText("No card was laid for a while.").waitFor();
  await ballot(bo).getByRole("button", { name: "Rotate the stocks" }).click();
  await ballot(ana).getByText(/^Bo asks to rotate the stocks/).waitFor();
  await ballot(ana).getByRole("button", { name: "Agree" }).click();
  for (const page of [ana, bo]) await over(page).getByText("Rotation").waitFor();
  for (const page of [ana, bo]) await phaseIs(page, "playing");
  for (const page of [ana, bo]) await compareWithState(page);

  await choose(bo, "Ask to end the match");
  await bo.getByRole("button", { name: "Ask to end the match" }).and(bo.locator(".bad")).click();
  await ballot(ana).getByRole("button", { name: "Agree" }).click();
  for (const page of [ana, bo]) {
    const sheet = page.getByRole("region", { name: "Score sheet" });
    await sheet.waitFor();
    await until(page, () => document.querySelector("slap-app").store.snapshot.room.phase === "over");
    await sheet.getByRole("heading", { name: /the match/ }).waitFor();
  }

  // The rematch keeps table and seats.
  const before = await snapshot(ana);
  await deal([ana, bo]);
  const { room, you } = await snapshot(ana);
  assert.equal(room.code, before.room.code);
  assert.notEqual(room.match, before.room.match);
  assert.deepEqual([room.round, you.side], [1, before.you.side]);
  assert.deepEqual(room.totals.filter(({ total }) => total !== 0), []);
});

test("a wild is tried with the card under it; a wrong guess locks the wilds for a moment", { timeout: 150_000 }, async () => {
  const pages = await table({});
  const [ana] = pages;
  const wild = ana.locator("[data-spot='waste']");
  await ana.evaluate(() => {
    window.locks = 0;
    const node = document.querySelector("slap-app");
    new MutationObserver(() => { if (document.querySelector("[data-locked]")) window.locks += 1; })
      .observe(node, { attributes: true, subtree: true, attributeFilter: ["data-locked"] });
  });
  for (;;) {
    await robotsUntil(pages, "a wild on the waste", 3);
    const pile = await ana.evaluate(() => robot.blind());
    await wild.tap();
    await ana.locator(".own .status").getByText(/^Tap a pile if you know|^Wild and …/).waitFor();
    await ana.locator(`.pile[data-pile="${pile.pile}"]`).tap();
    await ana.locator(".own .status").getByText(/^That does not fit|^You played a wild/).waitFor();
    // A right guess is rare; then the two lie on the pile.
    if (await ana.locator(".own .status").getByText(/^That/).count()) break;
    const { game } = await snapshot(ana);
    assert.equal(game.piles.find((one) => one.pile === pile.pile).top, pile.top + 2);
  }
  assert.equal(await wild.getAttribute("data-card"), "wild");
  await until(ana, () => window.locks > 0);
  // It opens by itself.
  await ana.locator("[data-spot='waste']:not([data-locked])").waitFor();
  for (const page of pages) await compareWithState(page);
});

test("a card that comes after the bell says by how much", { timeout: 150_000 }, async (t) => {
  const line = await Line.to(set.server.address);
  t.after(() => line.end());
  const ana = await set.person("Ana", { ...PHONE, baseURL: line.url });
  await arrive(ana);
  await newTable(ana, "Wackee Six");
  await options(ana, { ...FAST, bot_pace_ms: 0, round_limit_ms: 8_000 });
  await addBots(ana, 3);
  await installRobot(ana);
  let spot = null;
  while (spot === null) {
    await ana.evaluate(() => robot.deal());
    spot = await ana.evaluate(async () => {
      const { store } = document.querySelector("slap-app");
      while (store.snapshot.room.phase === "playing") {
        const card = robot.fitting();
        if (card) return card.spot;
        await new Promise((done) => setTimeout(done, 4));
      }
      return null;
    });
  }
  // From here on what Ana sends is on its way, until the round is over.
  line.hold();
  await ana.locator(`[data-spot="${spot}"]`).tap();
  await phaseIs(ana, "scored");
  line.release();
  await ana.locator(".own .status").getByText(/^After the bell by \d+ ms\.$/).waitFor();
  await until(ana, () => !document.querySelector("[data-away], .loose.pending"));
  await compareWithState(ana);
});

test("a right guess under a wild: the two lie on the pile", { timeout: 60_000 }, async () => {
  // What lies there cannot be brought about from outside, so the table is handed a view in which it does.
  const [ana] = await table({});
  await ana.evaluate(async () => {
    const { default: game } = await import("/games/wackee_six.js");
    if (!customElements.get(game.tag)) customElements.define(game.tag, game.element);
    const { room, you } = document.querySelector("slap-app").store.snapshot;
    const row = ["blue-9", "green-9", "red-13", "yellow-9", "blue-11", "red-2"];
    const side = { team: false, row, face_down: 6, stock: 39, waste: 3, top: "wild", played: 0, out: false, wild_locked_at: null };
    const view = {
      phase: "playing", starts_at: null, stuck_at: null, rotations: 0, ends_at: null, vote_at: null, vote: null, scores: null, revealed: null,
      sides: [{ ...side, side: 1 }, { ...side, side: 2, top: null, waste: 0 }],
      piles: [{ pile: 1, color: "red", top: 4, card: "red-4", by: 2, closed: false }],
    };
    const node = document.createElement(game.tag);
    window.acted = [];
    node.begin({
      act: async (action) => {
        window.acted.push(action);
        const event = { e: "pair_played", side: 1, card: "red-6", color: "red", pile: 1, top: 6, played: 2, wild: "waste", companion: "waste", waste: { count: 1, top: "green-3" } };
        const after = game.apply(view, event, you, room);
        node.update({ seq: 2, room, you, game: after }, [event]);
        return { ok: { type: "ok", id: 1, seq: 2, pile: 1 } };
      },
      say() {}, sound() {}, buzz() {}, calm: () => false, leftHanded: () => false,
    });
    // In a box of its own: the room is in its lobby, and the page hides its box with each piece of news.
    const box = document.querySelector(".table-box");
    const own = box.cloneNode(false);
    own.removeAttribute("hidden");
    own.replaceChildren(node);
    document.querySelector("slap-lobby").remove();
    box.replaceWith(own);
    node.update({ seq: 1, room, you, game: view }, []);
  });
  await ana.locator("[data-spot='waste'][data-card='wild']").tap();
  await ana.locator(".own .status").getByText("Tap a pile if you know what lies under the wild.").waitFor();
  await ana.locator(".pile[data-pile='1']").tap();
  await ana.locator(".own .status").getByText("You played a wild and red 6.").waitFor();
  assert.deepEqual(await ana.evaluate(() => window.acted), [{ do: "play_wild", wild: "waste", companion: "waste", card: "red-6", pile: 1 }]);
  assert.equal(await ana.locator(".pile[data-pile='1']").getAttribute("data-card"), "red-6");
  assert.equal(await ana.locator("[data-spot='waste']").getAttribute("data-card"), "green-3");
  await until(ana, () => !document.querySelector(".loose.pending, [data-away]"));
});
