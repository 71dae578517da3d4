// Before a game: the first screen, the ways to a table, the lobby and its options, what others wrote.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DESKTOP, PHONE } from "./support/browser.js";
import { misfits } from "./support/layout.js";
import { addBots, arrive, call, compareWithState, deal, join, newTable, options, snapshot, until, watch } from "./support/people.js";
import { stage } from "./support/stage.js";

const set = stage();
const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };

test("the policy lets no foreign or inline script run", async () => {
  const page = await set.person("Ana");
  const answer = await page.goto("/");
  assert.equal(answer.status(), 200);
  const policy = await answer.headerValue("content-security-policy");
  assert.match(policy, /default-src '(self|none)'/);
  assert.doesNotMatch(policy, /unsafe-|https?:|\*/);
  await page.getByRole("heading", { name: "Slapdown" }).first().waitFor();
});

/** Counts what a page loads of itself. */
function weigh(page) {
  const bodies = new Map();
  page.on("response", (response) => {
    if (/\.(js|css|svg)$|\/$|\/r\/\w+$/.test(new URL(response.url()).pathname)) bodies.set(response.url(), response.body());
  });
  return async () => {
    const sizes = await Promise.all([...bodies].map(async ([url, body]) => [new URL(url).pathname, gzipSync(await body).length]));
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`${sizes.length} files, ${all} bytes compressed one by one`);
    assert.ok(sizes.length > 20 && all <= 60 * 1024, sizes.map(([path, size]) => `${size} ${path}`).join("\n"));
  };
}

for (const title of ["Wackee Six", "Super Rack-O"]) {
  test(`the page with ${title} is at most 60 kB compressed, from the first screen and by a link`, async () => {
    const [ana, bo] = [await set.person("Ana"), await set.person("Bo")];
    const weights = [weigh(ana), weigh(bo)];
    await arrive(ana);
    const code = await newTable(ana, title);
    await join(bo, code, "Bo");
    await deal([ana, bo]);
    for (const weight of weights) await weight();
  });
}

test("one press on the first screen starts a game alone", async () => {
  const page = await set.person("Ana", SMALL);
  await arrive(page);
  assert.deepEqual(await misfits(page), []);
  await page.locator("section").filter({ has: page.getByRole("heading", { name: "Wackee Six" }) })
    .getByRole("button", { name: "Play now with bots" }).click();
  await page.locator(".card[data-spot]").first().waitFor();
  const { room } = await snapshot(page);
  assert.equal(room.phase, "playing");
  assert.ok(room.members.filter(({ bot }) => bot !== null).length > 0);
  assert.deepEqual(await misfits(page), []);
});

test("a code in any spelling leads to a seat; a wrong one says so in words", async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo", SMALL)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await arrive(bo);
  const typed = `${code.slice(0, 2)} ${code.slice(2, 4)}-${code.slice(4)}`.toLowerCase();
  await bo.getByRole("textbox", { name: "Code of a table" }).fill(typed);
  await bo.getByRole("button", { name: "Join table" }).click();
  const name = bo.getByLabel("Your name");
  await name.waitFor();
  await until(bo, () => (document.querySelector("slap-arrive input")?.value ?? "") !== "");
  assert.deepEqual(await misfits(bo), []);
  await bo.getByRole("button", { name: "Sit down" }).click();
  await until(bo, () => document.querySelector("slap-app").store.snapshot?.you.side === 2);
  assert.deepEqual(await misfits(bo), []);

  const dee = await set.person("Dee");
  // The browser itself notes the 404 of a code that names nothing.
  set.watch.allow(/404/);
  await arrive(dee, "/r/BBBBBB");
  await dee.getByRole("heading", { name: /There is no table/ }).waitFor();
});

test("names and lines enter the page as text, whatever they are", async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, "<b>Ana</b>");
  const code = await newTable(ana, "Super Rack-O");
  await options(ana, { turn_clock_ms: 0 });
  await join(bo, code, "أمير 😀");
  const line = "<img src=x onerror=alert(1)> & <script>alert(2)</script>";
  await ana.getByRole("textbox").last().fill(line);
  await ana.keyboard.press("Enter");
  await until(bo, (text) => document.querySelector("slap-app").store.snapshot.room.chat.some((said) => said.text === text), line);
  await ana.getByText("أمير 😀").first().waitFor();
  await bo.getByText("<b>Ana</b>").first().waitFor();
  await deal([ana, bo]);
  await ana.locator(".sro-seat").getByText("أمير 😀").waitFor();
  await bo.locator(".sro-seat").getByText("<b>Ana</b>").waitFor();
  for (const page of [ana, bo]) {
    const strange = await page.evaluate(() => [...document.querySelectorAll("slap-app script, slap-app img, slap-app b")]
      .filter((node) => node.matches("script, img") || node.textContent === "Ana").length);
    assert.equal(strange, 0);
    assert.deepEqual(await misfits(page), []);
  }
  await ana.getByText(line).first().waitFor();
});

test("the options form sends what was chosen, and others can read it", async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo")];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await join(bo, code, "Bo");
  await ana.getByRole("button", { name: "Options" }).click();
  const form = ana.getByRole("dialog");
  const field = (name) => form.locator("label.option").filter({ has: ana.getByText(name, { exact: true }) });
  await field("Target").locator("input").fill("120");
  await field("Countdown").locator("input").fill("1.5");
  await field("Starter").locator("select").selectOption("lowest_total");
  await field("Wild 13").locator("input").check();
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const wanted = { target: 120, countdown_ms: 1500, starter: "lowest_total", wild_13: true };
  for (const page of [ana, bo]) {
    await until(page, (values) => {
      const { options: set } = document.querySelector("slap-app").store.snapshot.room;
      return Object.entries(values).every(([name, value]) => set[name] === value);
    }, wanted);
  }
  await bo.getByText("Target: 120").first().waitFor();
  await bo.getByRole("button", { name: "Options" }).click();
  const read = bo.getByRole("dialog");
  await read.getByText("The host sets these.").waitFor();
  assert.equal(await read.locator("input:enabled, select:enabled").count(), 0);

  // What the server refuses is said in the form.
  await ana.getByRole("button", { name: "Options" }).click();
  await field("Target").locator("input").fill("3");
  await form.getByRole("button", { name: "Save" }).click();
  await field("Target").getByText("Target: 10 to 10000.").waitFor();
  // It is seen: neither above nor below what the dialog shows, nor under its button.
  assert.ok(await field("Target").getByRole("alert").evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(x + 5, y + height / 2) === node && width > 0;
  }));
});

test("a full or running table offers to watch", async () => {
  const [ana, bo, dee] = [await set.person("Ana"), await set.person("Bo", PHONE), await set.person("Dee", DESKTOP)];
  await arrive(ana);
  const code = await newTable(ana, "Super Rack-O");
  await options(ana, { turn_clock_ms: 0 });
  await addBots(ana, 3);
  await watch(bo, code);
  await deal([ana]);
  await until(bo, () => document.querySelector("slap-app").store.snapshot.game !== null);
  await bo.locator(".sro-seat").first().waitFor();
  assert.equal(await bo.locator(".sro-seat").count(), 4);
  assert.deepEqual(await misfits(bo), []);
  await watch(dee, code);
  await dee.locator(".sro-seat").first().waitFor();
  const { game } = await snapshot(dee);
  for (const { rack, known } of game.seats) {
    assert.equal([...rack.blue, ...rack.red].filter(Boolean).length, known.length, "more than everybody knows");
  }
});

test("a page in the background says whose turn it is", async () => {
  const page = await set.person("Ana");
  await arrive(page);
  await newTable(page, "Super Rack-O");
  await options(page, { turn_clock_ms: 0, bot_pace_ms: 0 });
  await addBots(page, 1);
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => window.behind === true, configurable: true }));
  await deal([page]);
  await page.evaluate(() => {
    window.behind = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await until(page, () => {
    const { game } = document.querySelector("slap-app").store.snapshot;
    return (game.window?.against ?? game.turn) === 1 && document.title.startsWith("● Your turn");
  });
  await compareWithState(page);
});

test("bots are as good as the server offers, and the host chooses", async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await join(bo, code, "Bo");
  await addBots(ana, 1);
  const levels = await ana.evaluate(async () => (await (await fetch("/api/v1/catalog")).json()).games
    .find(({ game }) => game === "wackee_six").bot_levels);
  assert.ok(levels.length > 1);
  const select = ana.locator('[data-side="3"]').getByRole("combobox", { name: /^How well / });
  assert.deepEqual(await select.locator("option").allInnerTexts(), levels);
  for (const level of levels) {
    await ana.locator('[data-side="3"]').getByRole("combobox", { name: /^How well / }).selectOption(level);
    for (const page of [ana, bo]) await until(page, (wanted) => document.querySelector("slap-app").store.snapshot.room.members
      .some(({ side, bot }) => side === 3 && bot === wanted), level);
    await bo.locator('[data-side="3"]').getByText(`${level} bot`).waitFor();
  }
  assert.equal(await bo.locator('[data-side="3"]').getByRole("combobox").count(), 0, "who is no host only reads it");
});
