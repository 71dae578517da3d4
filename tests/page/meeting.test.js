// Coming and going around a table: too many wrong codes, somebody who comes late, a host and others who are away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { misfits } from "./support/layout.js";
import { addBots, arrive, call, catchUp, compareWithState, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { installRobot } from "./support/robot.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();
const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };

test("who comes while a round is played watches it, and is seated for the next one", { timeout: 90_000 }, async () => {
  const [ana, dee] = [await set.person("Ana", DESKTOP), await set.person("Dee", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { rounds: 2, countdown_ms: 0, bot_pace_ms: 30, min_turn_gap_ms: 0 });
  await addBots(ana, 2);
  await deal([ana]);
  await start(ana);
  await arrive(dee, `/r/${code}`);
  await dee.getByText("a round is being played").waitFor();
  await dee.getByRole("button", { name: "Come in, play next round" }).tap();
  await dee.locator(".toast").getByText("sit down for the next one").waitFor();
  await dee.locator(".own[data-role=none]").waitFor();
  assert.equal((await snapshot(dee)).you.side, null);
  await installRobot(ana);
  await ana.evaluate(() => robot.play("never", 0));
  await until(dee, () => document.querySelector("slap-app").store.snapshot.you.side === 4);
  await compareWithState(dee);
  await deal([ana, dee]);
  await dee.locator(".own[data-role=solo] .card[data-spot]").first().waitFor();
  assert.equal((await snapshot(dee)).game.sides.length, 4);
});

test("who watches takes a seat between rounds without going out", { timeout: 60_000 }, async () => {
  const [ana, dee] = [await set.person("Ana", DESKTOP), await set.person("Dee", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await arrive(dee, `/r/${code}`);
  await dee.getByRole("button", { name: "Watch", exact: true }).tap();
  await dee.getByText("You watch this table.").waitFor();
  await dee.getByRole("button", { name: "Take a seat" }).tap();
  await until(dee, () => document.querySelector("slap-app").store.snapshot.you.side === 2);
  const { you } = await snapshot(dee);
  assert.equal(you.as, "player");
  await compareWithState(dee);
  await catchUp(ana);
  assert.equal((await snapshot(ana)).room.members.length, 2);
});

test("a host who is away for ten seconds is host no more, and everybody reads who is", { timeout: 60_000 }, async () => {
  const [ana, bo, dee] = [await set.person("Ana"), await set.person("Bo", PHONE), await set.person("Dee", DESKTOP)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Super Rack-O");
  await join(bo, code, "Bo");
  await join(dee, code, "Dee");
  await catchUp(dee);
  await ana.context().close();
  await until(dee, () => {
    const { members, host } = document.querySelector("slap-app").store.snapshot.room;
    return members.find(({ player }) => player === host)?.name === "Bo";
  });
  await dee.locator(".talk-lines").getByText("Bo is host now.").waitFor();
  // And Bo has what hosts have.
  await bo.getByRole("button", { name: /^Bot on / }).first().waitFor();
});

test("a deal waits for who is away, says for how long, and no longer", { timeout: 60_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", SMALL), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { absent_after_ms: 8_000 });
  await join(bo, code, "Bo");
  await addBots(ana, 1);
  await bo.context().close();
  await until(ana, () => document.querySelector("slap-app").store.snapshot.room.members.some(({ online }) => !online));
  await ana.locator("slap-lobby slap-go button.main").tap();
  const go = ana.locator("slap-lobby slap-go");
  await go.getByText("Waiting for Bo, who is away.").waitFor();
  await go.locator(".go-clock").getByText(/^0:0\d at most\.$/).waitFor();
  assert.deepEqual(await misfits(ana), []);
  await go.getByText("Everybody is ready.").waitFor();
  assert.equal(await go.locator(".go-clock").textContent(), "");
  await compareWithState(ana);
});

// The last one, as all pages of a test come from one address, which has to wait then.
test("the eleventh wrong code waits, in words, and a right one of somebody else does not", { timeout: 60_000 }, async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo", SMALL)];
  // The browser itself notes that the server says no.
  set.watch.allow(/404|429/);
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await arrive(bo, "/r/BBBBBB");
  await bo.getByRole("heading", { name: /There is no table/ }).waitFor();
  // Faster than a person, since a try comes back every six seconds.
  await bo.evaluate(() => Promise.all(Array.from({ length: 12 }, () => fetch("../api/v1/rooms/BBBBBB"))));
  await bo.reload();
  await bo.getByRole("heading", { name: "Too many wrong codes" }).waitFor();
  await bo.getByText(/; wait \d s\.$/).waitFor();
  assert.deepEqual(await misfits(bo), []);
  assert.equal(await bo.getByRole("button", { name: "To the first screen" }).count(), 1);
  // When the time is over it looks again by itself.
  await bo.getByRole("heading", { name: /There is no table/ }).waitFor();
  // Ana has tried nothing wrong.
  await ana.reload();
  await until(ana, (code) => document.querySelector("slap-app")?.store?.snapshot?.room.code === code, code);
});
