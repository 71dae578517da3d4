// Parts of the page that are loaded when they are needed: what did not come while the server was away comes when it is
// back, and a table is not seen before it looks like one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./support/browser.js";
import { Line } from "./support/line.js";
import { addBots, arrive, deal, newTable, options, until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { installRobot } from "./support/robot.js";
import { start } from "./support/wackee_six.js";

const set = stage();

test("what was not there while the line was cut is there when it is mended: menu, options, score sheet, first screen", { timeout: 90_000 }, async () => {
  const line = await Line.to(new URL(set.server.url).host);
  set.watch.allow(/ERR_|WebSocket|Failed to load/);
  const page = await set.person("Ana", { ...PHONE, baseURL: line.url });
  await arrive(page);
  await newTable(page, "Wackee Six");
  await options(page, { countdown_ms: 0, bot_pace_ms: 30, min_turn_gap_ms: 0 });
  await addBots(page, 2);
  line.cut();
  await until(page, () => !document.querySelector("slap-app").client.up);
  for (const name of ["Menu", "Options"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await page.locator(".toast").getByText("The server cannot be reached").waitFor();
  }
  line.mend();
  await until(page, () => document.querySelector("slap-app").client.up);
  for (const name of ["Menu", "Options"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await page.getByRole("dialog", { name }).waitFor();
    await page.keyboard.press("Escape");
  }

  // The round ends while nothing of the page can be fetched; the socket stays.
  await deal([page]);
  await start(page);
  let shut = true;
  await page.route(/sheet\.(js|css)/, (route) => (shut ? route.abort() : route.continue()));
  await installRobot(page);
  await page.evaluate(() => robot.play("never", 0));
  await page.locator(".toast").getByText("The server cannot be reached").waitFor();
  shut = false;
  await page.getByRole("region", { name: "Score sheet" }).waitFor();
  line.end();
});

test("a table is seen when its style is there, not before", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", PHONE);
  let release = () => {};
  const held = new Promise((done) => { release = done; });
  await page.route(/wackee_six\/table\.css/, async (route) => {
    await held;
    await route.continue();
  });
  await arrive(page);
  await page.locator("section").filter({ has: page.getByRole("heading", { name: "Wackee Six" }) }).getByRole("button", { name: "Play now with bots" }).tap();
  await until(page, () => document.querySelector("slap-app").store.snapshot?.room.phase === "playing");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.locator(".card").count(), 0);
  release();
  await page.locator(".own .card[data-spot]").first().waitFor();
});
