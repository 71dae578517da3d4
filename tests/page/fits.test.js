// What does not fit on small windows by itself: long names, two of a side, six rows of points.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { misfits, outside } from "./support/layout.js";
import { addBots, arrive, call, catchUp, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { installRobot } from "./support/robot.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();
const LONG = "W".repeat(24);
const SIZES = [[320, 568], [360, 740], [390, 664], [430, 932], [667, 375], [844, 390], [1440, 900]];

/** Looks at a page in all sizes. */
async function fits(page, what) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual([...await outside(page), ...await misfits(page)], [], `${what} at ${width}×${height}`);
  }
}

test("teams and the longest names in the lobby; a score sheet of six with its total", { timeout: 120_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, LONG);
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 30, min_turn_gap_ms: 0, rounds: 1 });
  await join(bo, code, `${LONG.slice(0, 22)}X`);
  await bo.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await addBots(ana, 4);
  await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await catchUp(ana);
  // The host sees both ways to a partner; where there is no room, below the name and not upon it.
  await fits(ana, "the host's lobby");
  const name = ana.locator('[data-side="2"] .sitter-name');
  await ana.setViewportSize({ width: 320, height: 568 });
  assert.ok((await name.boundingBox()).width > 120, "of who waits for a partner too little is read");
  await fits(bo, "a guest's lobby");
  for (const page of [ana, bo]) await page.locator("[data-own]").getByLabel("What you do").selectOption("solo");

  await deal([bo, ana].reverse());
  await start(ana);
  await installRobot(bo);
  await bo.evaluate(() => robot.play("never", 0));
  await ana.getByRole("region", { name: "Score sheet" }).waitFor();
  const totals = ana.locator(".scores td:last-child");
  assert.equal(await totals.count(), 6);
  await fits(ana, "the score sheet");
});

test("a partner who is waited for has a seat by the link, though each side is taken", { timeout: 60_000 }, async () => {
  const [ana, dee] = [await set.person("Ana", DESKTOP), await set.person("Dee", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await addBots(ana, 5);
  await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await until(ana, () => document.querySelector("slap-app").store.snapshot.you.role === "row");
  await arrive(dee, `/r/${code}`);
  await dee.getByText("6 of 6 sides taken · a partner is wanted").waitFor();
  await dee.getByRole("button", { name: "Sit down" }).tap();
  await until(dee, () => document.querySelector("slap-app").store.snapshot?.you.side === 1);
  assert.equal((await snapshot(dee)).you.role, "deck");
});

test("a table that lets nobody in offers nothing that cannot be done", { timeout: 60_000 }, async () => {
  const [ana, dee] = [await set.person("Ana", DESKTOP), await set.person("Dee", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, "Super Rack-O");
  await options(ana, { spectators: false });
  await addBots(ana, 3);
  await arrive(dee, `/r/${code}`);
  await dee.getByText("All seats are taken, and nobody more may watch.").waitFor();
  for (const name of ["Sit down", "Watch"]) assert.equal(await dee.getByRole("button", { name, exact: true }).isVisible(), false, name);
  await options(ana, { spectators: true, locked: true });
  await dee.getByRole("button", { name: "Look again" }).tap();
  await dee.getByText("The host has locked this table").waitFor();
  assert.equal(await dee.getByRole("button", { name: "Watch", exact: true }).isVisible(), false);
  await options(ana, { locked: false });
  await dee.getByRole("button", { name: "Look again" }).tap();
  await dee.getByRole("button", { name: "Watch", exact: true }).first().tap();
  await until(dee, () => document.querySelector("slap-app").store.snapshot?.you.as === "spectator");
});

test("the way back of the browser leads out of no table", { timeout: 60_000 }, async () => {
  const ana = await set.person("Ana", PHONE);
  await arrive(ana);
  const code = await newTable(ana, "Super Rack-O");
  await ana.goBack();
  await ana.locator(".toast").getByText("You are still at the table.").waitFor();
  assert.match(ana.url(), new RegExp(`/r/${code}$`));
  assert.equal((await snapshot(ana)).you.side, 1);
  // Addresses that name nothing are the first screen.
  const bo = await set.person("Bo", PHONE);
  for (const path of ["/r/", "/replay/", "/r", "/replay"]) {
    await arrive(bo, path);
    await bo.getByRole("button", { name: "Join table" }).waitFor();
  }
});
