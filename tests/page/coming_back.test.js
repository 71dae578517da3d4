// A line that breaks, a second tab, a server that restarts: who comes back sees what was missed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./support/browser.js";
import { Line } from "./support/line.js";
import { arrive, call, compareWithState, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";

const set = stage();

/** What a browser itself says of a connection that it could not make. */
const REFUSED = /WebSocket connection to .* failed|net::ERR_/;

const turn = (page) => page.evaluate(() => document.querySelector("slap-app").store.snapshot.game.turn);
const reaches = (page, seq) => until(page, (wanted) => document.querySelector("slap-app").store.seq >= wanted, seq);

/** Whoever is on turn of two draws and discards, by taps. */
async function aTurn(pages) {
  const page = pages[(await turn(pages[0])) - 1];
  for (const pile of [".sro-pile.draw", ".sro-pile.discard"]) {
    const { seq } = await snapshot(page);
    await page.locator(pile).click();
    await reaches(page, seq + 1);
  }
  return (await snapshot(page)).seq;
}

/** Ana and Bo at a game of Super Rack-O; Bo's line can be cut. */
async function table(line) {
  const ana = await set.person("Ana");
  const bo = await set.person("Bo", { ...PHONE, baseURL: line.url });
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Super Rack-O");
  await options(ana, { turn_clock_ms: 0, window_ms: 150_000 });
  await join(bo, code, "Bo");
  await deal([ana, bo]);
  return { ana, bo, code };
}

test("a page loses its socket, says so, and gets what it missed", { timeout: 90_000 }, async (t) => {
  const line = await Line.to(set.server.address);
  t.after(() => line.end());
  const { ana, bo } = await table(line);
  if ((await turn(ana)) === 2) await reaches(ana, await aTurn([ana, bo]));

  set.watch.allow(REFUSED);
  line.cut();
  await bo.locator("slap-banner").getByText(/Trying again|lost|line/i).first().waitFor();
  // It is Ana's turn: what she does comes while Bo's page cannot hear it.
  const missed = await aTurn([ana]);
  assert.ok((await snapshot(bo)).seq < missed);
  const states = await bo.evaluate(() => {
    const { store } = document.querySelector("slap-app");
    window.states = 0;
    const take = store.state;
    store.state = (frame) => {
      window.states += 1;
      take.call(store, frame);
    };
    return window.states;
  });
  assert.equal(states, 0);
  line.mend();
  await bo.locator("slap-banner").getByRole("button", { name: "Now" }).click({ timeout: 5_000 }).catch(() => {});
  await reaches(bo, missed);
  await until(bo, () => document.querySelector("slap-banner").hidden);
  assert.equal(await bo.evaluate(() => window.states), 0, "it was resumed by the missed events, not by a whole state");
  await bo.locator(".sro-say", { hasText: "Your turn" }).waitFor();
  await reaches(ana, await aTurn([ana, bo]));
  for (const page of [ana, bo]) await compareWithState(page);
});

test("a second tab takes the seat, and the first says so and stays quiet", { timeout: 60_000 }, async () => {
  const line = await Line.to(set.server.address);
  const { ana, bo } = await table(line);
  const second = await bo.context().newPage();
  await arrive(second, new URL(bo.url()).pathname);
  await until(second, () => document.querySelector("slap-app").store.snapshot?.you.side === 2);
  const banner = bo.locator("slap-banner");
  await banner.getByRole("button", { name: "Play here" }).waitFor();
  assert.equal(await bo.evaluate(() => document.querySelector("slap-app").client.line), "ended");

  // The newer one plays; nothing fights over the seat.
  const pages = [ana, second];
  await reaches(ana, await aTurn(pages));
  await reaches(second, await aTurn(pages));
  assert.equal(await bo.evaluate(() => document.querySelector("slap-app").client.line), "ended");
  await banner.getByRole("button", { name: "Play here" }).click();
  await until(bo, () => document.querySelector("slap-app").client.up && document.querySelector("slap-banner").hidden);
  await second.locator("slap-banner").getByRole("button", { name: "Play here" }).waitFor();
  await compareWithState(bo);
  line.end();
});

test("a server that is killed in mid-game comes back with every card", { timeout: 90_000 }, async (t) => {
  const line = await Line.to(set.server.address);
  t.after(() => line.end());
  const { ana, bo } = await table(line);
  await reaches(ana, await aTurn([ana, bo]));
  const seen = await Promise.all([ana, bo].map(snapshot));
  set.watch.allow(REFUSED);
  await set.server.end("SIGKILL");
  await until(ana, () => !document.querySelector("slap-app").client.up);
  await set.server.launch();
  for (const [index, page] of [ana, bo].entries()) {
    await until(page, () => document.querySelector("slap-app").client.up && document.querySelector("slap-banner").hidden);
    const { game } = await snapshot(page);
    assert.deepEqual(game.seats, seen[index].game.seats);
    assert.equal(game.turn, seen[index].game.turn);
    await compareWithState(page);
  }
  await reaches(bo, await aTurn([ana, bo]));
});
