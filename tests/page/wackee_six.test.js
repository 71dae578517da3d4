// Two people and bots play whole rounds of Wackee Six: one by taps on phones, one by keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { drawingSeen, watchDrawing } from "./support/drawing.js";
import { addBots, arrive, call, compareWithState, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { HANDS, playRound, start } from "./support/wackee_six.js";

const set = stage();
const OPTIONS = { rounds: 2, countdown_ms: 300, bot_pace_ms: 150, min_turn_gap_ms: 50 };

/** The table at which Ana and Bo sit with two bots. */
async function table(device) {
  const pages = [await set.person("Ana", device), await set.person("Bo", device)];
  await arrive(pages[0]);
  await call(pages[0], "Ana");
  const code = await newTable(pages[0], "Wackee Six");
  await options(pages[0], OPTIONS);
  await join(pages[1], code, "Bo");
  await addBots(pages[0], 2);
  return pages;
}

/** Plays a round on both pages and looks at the sheet. */
async function round(pages, hands) {
  await deal(pages);
  await start(pages[0]);
  const done = await Promise.all(pages.map((page) => playRound(page, hands)));
  for (const [index, page] of pages.entries()) {
    const { room, game, you } = await snapshot(page);
    assert.equal(game.phase, "scored");
    const sheet = page.getByRole("region", { name: "Score sheet" });
    await sheet.waitFor();
    const own = game.scores.find(({ side }) => side === you.side);
    await sheet.locator("tr[data-own]").getByText(String(own.total).replace("-", "−"), { exact: true }).first().waitFor();
    assert.equal(await sheet.locator("tbody tr").count(), 4);
    assert.ok(done[index].play > 0 && done[index].turn > 0, `${you.player} played ${JSON.stringify(done[index])}`);
    assert.equal(own.total, room.totals.find(({ side }) => side === you.side).total);
    await compareWithState(page);
  }
  return done;
}

test("a round by taps, drawn at most once a frame", { timeout: 150_000 }, async () => {
  const pages = await table(PHONE);
  await deal(pages);
  for (const page of pages) await watchDrawing(page, { card: ".card[data-spot], .pile", face: "data-card,data-pile,data-by" });
  await start(pages[0]);
  const done = await Promise.all(pages.map((page) => playRound(page, HANDS.taps)));
  for (const page of pages) {
    const seen = await drawingSeen(page);
    assert.deepEqual(seen.faults, []);
    assert.ok(seen.most <= 1, `drawn ${seen.most} times in a frame`);
    assert.ok(seen.drawn > 20 && seen.cards > 20, JSON.stringify(seen));
    await page.getByRole("region", { name: "Score sheet" }).waitFor();
    await compareWithState(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, "the page scrolls sideways");
  }
  assert.ok(done.every(({ play, turn }) => play > 0 && turn > 0), JSON.stringify(done));
});

test("a round by keys, its sheet, and the next round", { timeout: 150_000 }, async () => {
  const pages = await table(DESKTOP);
  await round(pages, HANDS.keys);
  await deal(pages);
  assert.equal((await snapshot(pages[0])).room.round, 2);
  await until(pages[1], () => document.querySelector("slap-app").store.snapshot.game.phase === "dealt");
});
