// A side of two: one keeps the row, the other turns the deck, each on a page of their own; and who only watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { addBots, arrive, call, catchUp, compareWithState, deal, join, newTable, options, snapshot, until, watch } from "./support/people.js";
import { installRobot } from "./support/robot.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();

const height = (page, selector) => page.locator(selector).evaluate((node) => node.getBoundingClientRect().height);

test("row and deck player of one side, each with their own view", { timeout: 120_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 200, min_turn_gap_ms: 0, idle_vote_ms: 0 });
  await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await until(ana, () => document.querySelector("slap-app").store.snapshot.you.role === "row");
  // Alone on a side for two nobody can begin.
  await ana.locator("slap-lobby slap-go").getByText(/You need a partner|seats have to be taken/).waitFor();
  await join(bo, code, "Bo");
  await bo.getByRole("button", { name: "Join Star" }).click();
  await until(bo, () => {
    const { you } = document.querySelector("slap-app").store.snapshot;
    return you.side === 1 && you.role === "deck";
  });
  await addBots(ana, 3);
  await deal([ana, bo]);
  await start(ana);

  // Who keeps the row has it large, who turns the deck has that large.
  for (const [page, role, large, small] of [[ana, "row", ".row-cards", ".own .deck"], [bo, "deck", ".own .deck", ".row-cards"]]) {
    await page.locator(`.own[data-role="${role}"]`).waitFor();
    assert.ok(await height(page, large) > 1.3 * await height(page, small), `${role}: ${large} is not the larger one`);
  }
  await ana.locator(".stock").tap();
  await ana.locator(".own .status[data-mood=bad]").waitFor();
  await bo.locator(".stock").tap();
  for (const page of [ana, bo]) await until(page, () => document.querySelector("slap-app").store.snapshot.game.sides[0].waste === 3);
  const { game } = await snapshot(ana);
  assert.equal(await ana.locator("[data-spot='waste']").getAttribute("data-card"), game.sides[0].top);

  // Bo turns and plays, until something fits in Ana's row; he sees it go.
  for (const page of [ana, bo]) await installRobot(page);
  const turning = bo.evaluate(() => robot.play("never", 12));
  const spot = await ana.evaluate(async () => {
    const { store } = document.querySelector("slap-app");
    for (;;) {
      if (store.snapshot.room.phase !== "playing") throw new Error("the round was over before anything fitted");
      const card = robot.fitting();
      if (card?.spot.startsWith("row")) return card.spot;
      await new Promise((done) => setTimeout(done, 10));
    }
  });
  await bo.evaluate(() => { robot.halted = true; });
  await turning;
  await ana.locator(`[data-spot="${spot}"]`).tap();
  await until(bo, () => document.querySelector("slap-app").store.snapshot.game.sides[0].row.includes(null) || document.querySelector("slap-app").store.snapshot.game.sides[0].face_down < 6);
  await bo.locator(".own .score").getByText(/^\d+ left/).waitFor();
  await bo.locator(".own .status").getByText(/^Your partner played /).waitFor();
});

test("whose partner is away has both areas, until they are back", { timeout: 90_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 5_000, min_turn_gap_ms: 0, idle_vote_ms: 0 });
  await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await join(bo, code, "Bo");
  await bo.evaluate(() => document.querySelector("slap-app").asks.sit(1));
  await until(bo, () => document.querySelector("slap-app").store.snapshot.you.role === "deck");
  await addBots(ana, 1);
  await deal([ana, bo]);
  await start(ana);
  await ana.locator(".own[data-role=row]").waitFor();
  await bo.goto("about:blank");
  await ana.locator(".own .status").getByText("Your partner is away: row and deck are yours.").waitFor();
  await ana.locator(".own[data-role=solo]").waitFor();
  const waste = (await snapshot(ana)).game.sides[0].waste;
  await ana.locator(".stock").tap();
  await until(ana, (waste) => document.querySelector("slap-app").store.snapshot.game.sides[0].waste !== waste, waste);
  await arrive(bo, `/r/${code}`);
  await bo.locator(".own[data-role=deck]").waitFor();
  await ana.locator(".own[data-role=row]").waitFor();
  await ana.locator(".own .status").getByText("Your partner is back.").waitFor();
});

test("who watches follows a side, and can touch nothing", { timeout: 90_000 }, async () => {
  const [ana, dee] = [await set.person("Ana", PHONE), await set.person("Dee", PHONE)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 2_000, reveal_after: false });
  await addBots(ana, 2);
  await deal([ana]);
  await start(ana);
  await watch(dee, code);
  await dee.locator("wackee-six[data-watching]").waitFor();
  await dee.getByText("Watching", { exact: true }).waitFor({ state: "attached" });
  assert.equal(await dee.locator(".chip").count(), 3);
  await dee.locator(".own .status").getByText(/^Cards of Ana/).waitFor();
  const { game } = await snapshot(dee);
  const shown = () => dee.locator("[data-spot^=row]").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("data-card") || null));
  assert.deepEqual(await shown(), game.sides[0].row);
  await dee.locator(".chip").nth(1).tap();
  await until(dee, () => {
    const { sides } = document.querySelector("slap-app").store.snapshot.game;
    const cards = [...document.querySelectorAll("[data-spot^=row]")].map((node) => node.getAttribute("data-card") || null);
    return JSON.stringify(cards) === JSON.stringify(sides[1].row);
  });
  // Presses do nothing, and are not even sent.
  const sent = await dee.evaluate(() => {
    const { client } = document.querySelector("slap-app");
    window.asked = 0;
    const ask = client.ask;
    client.ask = (request) => { window.asked += 1; return ask.call(client, request); };
    return window.asked;
  });
  assert.equal(sent, 0);
  await dee.locator("[data-spot='row.1']").tap();
  await dee.locator(".stock").tap();
  await dee.keyboard.press("1");
  await catchUp(dee);
  assert.equal(await dee.evaluate(() => window.asked), 0);
  assert.equal(await dee.locator(".loose.pending").count(), 0);
  await ana.evaluate(() => document.querySelector("slap-app").leave());
  await until(dee, () => document.querySelector("slap-app").store.snapshot.room.members.every(({ name, gone, online }) => name !== "Ana" || gone || !online));
  await compareWithState(dee).catch((error) => { if (!/went on/.test(error.message)) throw error; });
});
