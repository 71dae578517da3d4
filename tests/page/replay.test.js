// Replays in the page: a match that is over is watched again, with steps and slow motion; the page says whether
// its deals hold, and agrees with `slapdown verify` on what does not.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { DESKTOP, PHONE } from "./support/browser.js";
import { misfits } from "./support/layout.js";
import { addBots, arrive, call, deal, newTable, options, snapshot, until } from "./support/people.js";
import { leadUp } from "./support/race.js";
import { BINARY } from "./support/server.js";
import { stage } from "./support/stage.js";
import { installWire } from "./support/wire.js";
import { start } from "./support/wackee_six.js";

const set = stage();
const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };
const LYING = { ...PHONE, viewport: { width: 844, height: 390 } };
/** Rows of a rack that nobody can give an order to. */
const UNPRESSED = ".other:not(.orders) .sro-row";
const GOLDEN = ["wackee_six-1", "super_rack_o-1"];
/** Those by the rules of this version, which decide every input again. */
const DECIDED = ["wackee_six-1-rules-2", "super_rack_o-1"];
const ID = "f6a12ca8-ffc3-4a66-8a14-0ccc72763361";

/** The lines of a golden replay. */
async function golden(name) {
  const packed = await readFile(new URL(`../golden/${name}.ndjson.gz`, import.meta.url));
  return gunzipSync(packed).toString().trimEnd().split("\n");
}

/** Opens a replay and waits until it is there and checked. @param {import("playwright-core").Page} page */
async function open(page, id) {
  await page.goto(`/replay/${id}`);
  await ready(page);
}

const ready = (page) => until(page, () => document.querySelector("slap-replay")?.verdict != null);

/** Serves a replay that no server has. @param {import("playwright-core").Page} page */
const serve = (page, lines) => page.route("**/api/v1/games/*/replay", (route) =>
  route.fulfill({ contentType: "application/x-ndjson", body: `${lines.join("\n")}\n` }));

/** What `slapdown verify` says of a replay: '' if it holds. @param {string[]} lines */
async function verified(lines) {
  const folder = await mkdtemp(join(tmpdir(), "slapdown-replay-"));
  try {
    const file = join(folder, "replay.ndjson");
    await writeFile(file, `${lines.join("\n")}\n`);
    const { status, stdout, stderr } = spawnSync(BINARY, ["verify", file], { encoding: "utf8" });
    if (status === 0) return "";
    assert.equal(status, 1, stdout + stderr);
    return /line \d+: [^\n]*/.exec(stdout + stderr)?.[0] ?? assert.fail(stdout + stderr);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The lines that the server sends of a match. */
const sent = async (id) => (await (await fetch(`${set.server.url}/api/v1/games/${id}/replay`)).text()).trimEnd().split("\n");

/** Where the replay stands. */
const stands = (page) => page.evaluate(() => {
  const { index, time, playing, speed, scene, at, story } = document.querySelector("slap-replay").player;
  return { index, time, playing, speed, slowly: scene?.slowly ?? 1, at, length: story.length, moments: story.moments.length };
});

const passes = (page, index) => until(page, (before) => document.querySelector("slap-replay").player.index > before, index);

test("who has played watches the match again from its end", { timeout: 90_000 }, async () => {
  const ana = await set.person("Ana");
  await arrive(ana);
  await call(ana, "<b>Ana</b>");
  await newTable(ana, "Wackee Six");
  await options(ana, { rounds: 1, countdown_ms: 300, bot_pace_ms: 100, min_turn_gap_ms: 50 });
  await addBots(ana, 3);
  await deal([ana]);
  await start(ana);
  await until(ana, () => document.querySelector("slap-app").store.snapshot.game.piles.length > 3);
  await ana.getByRole("button", { name: "Menu" }).click();
  await ana.getByRole("button", { name: "Ask to end the match" }).click();
  await ana.getByRole("button", { name: "Ask to end the match" }).and(ana.locator(".bad")).click();
  const [page] = await Promise.all([
    ana.context().waitForEvent("page"),
    ana.getByRole("link", { name: "Watch the replay" }).click(),
  ]);
  // Nobody is taken from the table for that.
  await ready(page);
  assert.equal((await snapshot(ana)).room.members.find(({ bot }) => bot === null).online, true);
  assert.equal(new URL(page.url()).pathname, `/replay/${(await snapshot(ana)).room.match}`);
  await page.getByRole("button", { name: "Deals hold" }).waitFor();
  await page.getByText("<b>Ana</b>").first().waitFor();

  // It plays by itself, and stands at a press.
  await passes(page, 3);
  await page.getByRole("button", { name: "Pause" }).click();
  const held = await stands(page);
  assert.equal(held.playing, false);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.deepEqual(await stands(page), held);

  // Steps there and back lead to the same table; what the page has folded is what the replay says.
  const table = (one) => one.evaluate(() => {
    const { story, index } = document.querySelector("slap-replay").player;
    return JSON.stringify(story.after(index));
  });
  const before = await table(page);
  await page.getByRole("button", { name: "One step on" }).click();
  assert.equal((await stands(page)).index, held.index + 1);
  assert.notEqual(await table(page), before);
  await page.getByRole("button", { name: "One step back" }).click();
  assert.equal((await stands(page)).index, held.index);
  assert.equal(await table(page), before);

  // Keys, wherever the focus is; the speed; the end, with its scores.
  await page.keyboard.press("ArrowRight");
  assert.equal((await stands(page)).index, held.index + 1);
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.getByLabel("Speed").inputValue(), "2");
  await page.getByLabel("Speed").selectOption("8");
  assert.equal((await stands(page)).speed, 8);
  await page.locator("h1").click();
  await page.keyboard.press("End");
  await page.getByRole("region", { name: "Score sheet" }).getByText("<b>Ana</b>").waitFor();
  assert.equal((await stands(page)).index, held.moments - 1);
  await page.keyboard.press("Home");
  assert.equal((await stands(page)).index, 0);
  await page.getByRole("region", { name: "Score sheet" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Space");
  assert.equal((await stands(page)).playing, true);
  const slider = page.getByLabel("Where the replay stands");
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(page, () => {
    const { time, story } = document.querySelector("slap-replay").player;
    return time > story.length * 0.45;
  });
  // This browser was at the table: it knows what it was told before the deal, and what it gave.
  await page.getByRole("button", { name: "Deals hold" }).click();
  await page.getByRole("dialog").getByText("The commitment is what this browser was told before the deal, and what it gave counted.").waitFor();
  await page.keyboard.press("Escape");
  const strange = await page.evaluate(() => [...document.querySelectorAll("slap-replay b")].filter((node) => node.textContent === "Ana").length);
  assert.equal(strange, 0);
});

test("a server that has changed its seed is caught by who was told of it before, though its replay agrees with itself", { timeout: 90_000 }, async () => {
  const ana = await set.person("Ana");
  await arrive(ana);
  await newTable(ana, "Super Rack-O");
  await addBots(ana, 1);
  await deal([ana]);
  const { room } = await snapshot(ana);
  const told = await ana.evaluate(() => localStorage.getItem("slapdown.deals"));
  assert.match(told, new RegExp(`^${room.match} 1,${room.deal.commit},[0-9a-f]{64}$`));
  const [, , given] = told.split(",");
  const [head, round] = (await golden("super_rack_o-1")).map((line) => JSON.parse(line));
  head.match = room.match;
  const hash = (...parts) => createHash("sha256").update(Buffer.from(parts.join(""), "hex")).digest("hex");
  /** A replay in which all follows from that. */
  const made = (deal) => {
    deal.cards = hash(deal.seed, ...deal.entropy.map(({ entropy }) => entropy));
    return [head, { ...round, deal }].map((line) => JSON.stringify(line));
  };
  const [seed, salt] = ["11".repeat(32), "22".repeat(32)];
  const entropy = [{ seat: 1, entropy: given }];
  for (const [deal, what] of [
    [{ commit: hash(seed, salt), seed, salt, entropy }, "deal.commit is not what this browser was told before the deal: the server has changed its seed"],
    [{ commit: room.deal.commit, seed, salt, entropy: [] }, "deal.entropy lacks what this browser gave"],
    [{ commit: room.deal.commit, seed, salt, entropy }, "the server’s seed and salt do not give the commitment that everybody was told: it has changed its seed"],
  ]) {
    const page = await ana.context().newPage();
    await serve(page, made(deal));
    await open(page, room.match);
    await page.getByRole("button", { name: "Does not hold" }).click();
    assert.equal(await page.locator(".replay-fault").innerText(), `Line 2: ${what}`);
    await page.close();
  }
});

test("the next contested slap is seen in slow motion, and who was first", { timeout: 90_000 }, async () => {
  const crowd = await set.person("the six");
  await crowd.goto("/");
  await installWire(crowd);
  const { card, people } = await crowd.evaluate(leadUp, { idle_vote_ms: 1 });
  const { match, first, late } = await crowd.evaluate(async ({ card, people }) => {
    const [one, other] = people.map(({ side }) => window.crowd[side - 1]);
    const answers = await Promise.all([one, other].map((client, index) =>
      client.ask({ type: "act", action: { do: "play", card, from: people[index].spot } })));
    // All agree to rotate, and then to end it.
    const vote = async (motion) => {
      for (const client of window.crowd) await client.ask({ type: "act", action: { do: "vote", for: motion, agree: true } });
    };
    const seen = async (holds) => {
      const client = window.crowd[0];
      while (!holds(client.frames.at(-1))) await client.next(({ type }) => type === "state", "what all have agreed to");
    };
    await vote("rotate");
    await seen(({ game }) => game.rotations > 0 || game.sides.every(({ waste }) => waste === 0));
    await vote("end");
    await seen(({ room }) => room.phase === "over");
    const beaten = answers.findIndex(({ code }) => code === "beaten");
    return { match: window.crowd[0].frames.at(-1).room.match, late: people[beaten]?.name, first: people[1 - beaten]?.name };
  }, { card, people });
  assert.ok(late, "nobody was beaten");

  const page = await set.person("who watches", PHONE);
  await open(page, match);
  await page.getByRole("button", { name: "Deals hold" }).waitFor();
  const lines = await sent(match);
  assert.ok(lines.some((line) => line.includes('"e":"rotated"')), "the stocks were not rotated");
  assert.equal(await verified(lines), "");
  await page.getByRole("button", { name: "Pause" }).click();
  const contests = await page.evaluate(() => document.querySelector("slap-replay").player.story.contests.length);
  assert.equal(contests, 1);
  await page.getByRole("button", { name: "Next contested slap" }).click();
  await page.getByText("Contested slap 1 of 1").waitFor();
  const scene = await page.evaluate(() => {
    const { scene, time, story } = document.querySelector("slap-replay").player;
    return { before: scene.first - time, slowly: scene.slowly, first: story.moments[scene.contest.first].line.events[0], race: scene.contest.race };
  });
  assert.ok(scene.before > 0 && scene.before <= 1_000, `shown from ${scene.before} ms before`);
  assert.ok(scene.slowly >= 4);
  assert.equal(scene.first.card, card);
  await page.locator(".replay-text").getByText(new RegExp(`^${first} beat ${late} by (\\d+ ms|less than a millisecond)\\.$`)).waitFor();
  await page.locator(".loose.lost").waitFor();
  // Then it goes on as before. After the last one comes the first.
  await until(page, () => document.querySelector("slap-replay").player.scene === null);
  assert.equal((await stands(page)).slowly, 1);
  await page.keyboard.press("n");
  await page.getByText("Contested slap 1 of 1").waitFor();
});

test("a match of Super Rack-O is seen with all racks open, and each card lay where it was dealt", { timeout: 90_000 }, async () => {
  set.watch.allow(/status of 4\d\d/);
  const [host, page] = [await set.person("Ana"), await set.person("who watches", DESKTOP)];
  await arrive(host);
  await newTable(host, "Super Rack-O");
  await options(host, { bot_pace_ms: 0, window_ms: 1_000, games_to_win: 2 });
  await addBots(host, 3);
  await host.evaluate(async () => {
    const { client } = document.querySelector("slap-app");
    await client.ask({ type: "stand" });
    await client.ask({ type: "add_bot", side: 1, level: "normal" });
  });
  for (;;) {
    await host.evaluate(() => document.querySelector("slap-app").client.ask({ type: "start" }));
    await until(host, () => ["between", "over"].includes(document.querySelector("slap-app").store.snapshot.room.phase));
    const { room } = await snapshot(host);
    if (room.phase === "over") break;
    await page.goto(`/replay/${room.match}`);
    await page.getByRole("alert").getByText("This game is not over yet.").waitFor();
  }
  const { match } = (await snapshot(host)).room;
  assert.equal(await verified(await sent(match)), "");
  await open(page, match);
  await page.getByRole("button", { name: "Deals hold" }).click();
  await page.getByRole("dialog").getByText(/No card turned up that did not lie there: \d+ later events/).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Space");
  const hidden = await page.evaluate(() => {
    const { story, index } = document.querySelector("slap-replay").player;
    return story.after(index).game.seats.flatMap(({ rack }) => [...rack.blue, ...rack.red]).filter((card) => card === null).length;
  });
  assert.equal(hidden, 0);
  assert.equal(await page.locator(".sro-rack.other .sro-slot[data-card]").count(), 16);
  await page.getByLabel("Round", { exact: true }).selectOption({ index: 1 });
  await until(page, () => document.querySelector("slap-replay").player.story.after(document.querySelector("slap-replay").player.index).room.round === 2);
});

/** Ways to change a replay, by what is changed: each gives the lines, with one of them another one. */
const CHANGES = {
  "a card of the deal": { of: "round", change: (line) => { (line.event.sides?.[1] ?? line.event.game.seats[1].rack)[line.event.sides ? "row" : "red"][3] = "blue-3"; } },
  "a card that nobody saw": { of: "round", change: (line) => {
    if (line.game.revealed) line.game.revealed[0].stock[20] = "green-2";
    else line.game.seats[0].rack.blue[0] = "red-1";
  } },
  "the seed": { of: "round", change: (line) => { line.deal.seed = `00${line.deal.seed.slice(2)}`; } },
  "the salt": { of: "round", change: (line) => { line.deal.salt = `00${line.deal.salt.slice(2)}`; } },
  "what somebody gave": { of: "round", change: (line) => { line.deal.entropy[0].entropy = "11".repeat(32); } },
  "who gave it": { of: "round", change: (line) => { line.deal.entropy.reverse(); } },
  "a card that was turned or drawn": { of: "step", with: /"e":"(turned|drawn)"/, change: (line) => {
    const event = line.events.find(({ e }) => ["turned", "drawn"].includes(e));
    event[event.e === "turned" ? "top" : "card"] = event.card === "blue-1" || event.top === "blue-1" ? "red-2" : "blue-1";
  } },
  "a card that was laid": { of: "step", with: /"e":"(played|exchanged)"/, change: (line) => {
    const event = line.events.find(({ e }) => ["played", "exchanged"].includes(e));
    event[event.e === "played" ? "card" : "out"] = "red-wild";
  } },
  "a card that filled a place": { of: "step", with: /"e":"(refilled|reversed)"/, change: (line) => {
    const event = line.events.find(({ e }) => ["refilled", "reversed"].includes(e));
    event[event.e === "refilled" ? "card" : "replacement"] = "blue-5";
  } },
  "an instant": { of: "step", change: (line) => { line.at += 0; line.code = null; }, text: (text) => text.replace('"line":"step"', '"line":"step","more":1') },
  "a step is missing": { of: "step", with: /"line":"step"/, drop: true },
};

/** @param {string[]} lines */
function changed(lines, { of, with: wanted = /./, change = () => {}, text = (same) => same, drop = false }) {
  const at = lines.findLastIndex((line) => line.includes(`"line":"${of}"`) && wanted.test(line));
  assert.ok(at > 0, `no line "${of}" with ${wanted}`);
  if (drop) return lines.toSpliced(at, 1);
  const line = JSON.parse(lines[at]);
  change(line);
  return lines.with(at, text(JSON.stringify(line)));
}

test("the page and slapdown verify agree: the golden replays hold, and a changed one does not, at that place", { timeout: 90_000 }, async () => {
  const page = await set.person("Ana");
  await page.goto("/");
  /** What the page says of a replay. */
  const checked = (lines) => page.evaluate(async (text) => {
    const { check } = await import("/viewer/check.js");
    const { parse } = await import("/viewer/read.js");
    const { offerOf } = await import("/games/list.js");
    const replay = parse(new TextEncoder().encode(text));
    const game = await offerOf(replay.head.game).load();
    const { fault, hashed, dealt, cards } = await check(replay, await game.replay(), new Map());
    if (!hashed || !dealt || cards === 0) throw new Error("not all of it was checked");
    return fault === null ? "" : `line ${fault.line}: ${fault.what}`;
  }, `${lines.join("\n")}\n`);
  for (const name of GOLDEN) assert.equal(await checked(await golden(name)), "", name);
  for (const name of DECIDED) {
    const lines = await golden(name);
    assert.equal(await checked(lines), "", name);
    assert.equal(await verified(lines), "", name);
    for (const [what, how] of Object.entries(CHANGES)) {
      const other = changed(lines, how);
      const said = await checked(other);
      assert.notEqual(said, "", `${name}: ${what}, and nobody sees it`);
      // Why a step cannot follow is for the rules to say; that a line is missing shows to both.
      const so = await verified(other);
      if (how.drop) assert.notEqual(so, "");
      else assert.equal(said.replaceAll("’", "'"), so, `${name}: ${what}`);
    }
  }
});

test("a replay with a changed card is shown, and does not hold: the place is named", async () => {
  const page = await set.person("Ana", PHONE);
  const lines = await golden("wackee_six-1");
  const at = lines.findIndex((line) => line.includes('"e":"refilled"'));
  await serve(page, lines.with(at, lines[at].replace(/("card":")[^"]*(","e":"refilled")/, "$1red-13$2")));
  await open(page, ID);
  // What lies face down is open in a replay.
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  const faces = await page.locator(".to-come .card").evaluateAll((nodes) => nodes.map((node) => node.className));
  assert.deepEqual(faces.map((name) => /paper-(\w+)/.exec(name)?.[1]), JSON.parse(lines[1]).game.revealed[0].face_down.map((card) => card.split("-")[0]));
  await page.getByRole("button", { name: "Does not hold" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "This replay does not hold" }).waitFor();
  assert.match(await dialog.locator(".replay-fault").innerText(), new RegExp(`^Line ${at + 1}: events\\[1\\]\\.card is "red-13", and by the rules it is "blue-1"$`));
});

test("without SHA-256 the page says what it could not check", async () => {
  const page = await set.person("Ana");
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await serve(page, await golden("super_rack_o-1"));
  await open(page, ID);
  await page.getByRole("button", { name: "Partly checked" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/only over https, or on the machine where the server runs/).waitFor();
  assert.equal(await dialog.locator('[data-done="false"]').count(), 4);
});

test("what is no game is said in words", async () => {
  set.watch.allow(/status of 404/);
  const page = await set.person("Ana");
  const answer = await page.goto(`/replay/${ID}`);
  assert.match(await answer.headerValue("content-security-policy"), /default-src 'self'/);
  await page.getByRole("alert").getByText("There is no game with this id.").waitFor();
  await page.goto("/replay/%3Cb%3Ehello%3C%2Fb%3E/");
  await page.getByRole("alert").getByText("There is no game with this id.").waitFor();
  await page.getByRole("link", { name: "To the first page", exact: true }).click();
  await page.getByRole("heading", { name: "Slapdown" }).first().waitFor();
  await serve(page, ["{}"]);
  await page.goto(`/replay/${ID}`);
  await page.getByRole("alert").getByText("What the server sent is no replay.").waitFor();
});

test("it fits on small screens, and nothing flies where motion is unwanted", async () => {
  for (const name of GOLDEN) {
    for (const device of [PHONE, SMALL, LYING]) {
      const page = await set.person("Ana", { ...device, reducedMotion: "reduce" });
      await serve(page, await golden(name));
      await open(page, ID);
      await page.getByRole("button", { name: "Pause" }).click();
      assert.deepEqual(await misfits(page, UNPRESSED), [], `${name} at ${device.viewport.width}`);
      await page.keyboard.press("n");
      if (name === "wackee_six-1") {
        await page.locator(".replay-text").getByText(/ beat .* by \d+ ms\.$/).waitFor();
        assert.equal(await page.locator(".loose").count(), 0);
        assert.deepEqual(await misfits(page, UNPRESSED), []);
      }
      await page.keyboard.press("End");
      await page.getByRole("region", { name: "Score sheet" }).waitFor();
      assert.deepEqual(await misfits(page, UNPRESSED), []);
      await page.context().close();
    }
  }
});

/** A golden replay in which people have long names. */
async function longNamed(name) {
  const lines = await golden(name);
  const head = JSON.parse(lines[0]);
  const names = ["Ætherträumer von Uhlenb", "Victoria Longname-Smith"];
  head.sides.flatMap(({ people }) => people).slice(0, 2).forEach((person, index) => { person.name = names[index]; });
  return lines.with(0, JSON.stringify(head));
}

/** Opens a replay that people with long names have played, and lets it stand. */
async function still(name, device) {
  const page = await set.person("Ana", device);
  await serve(page, await longNamed(name));
  await open(page, ID);
  await page.getByRole("button", { name: "Pause" }).click();
  return page;
}

test("what happened is listed as it is read, and the list follows the replay", async () => {
  const page = await still("wackee_six-1", DESKTOP);
  for (const index of [4, 70, 400]) {
    await page.evaluate((index) => document.querySelector("slap-replay").player.stop(index), index);
    await page.keyboard.press("ArrowRight");
    const { list, told } = await page.evaluate(() => {
      const box = (node) => (({ top, bottom, height }) => ({ top, bottom, height }))(node.getBoundingClientRect());
      return { list: box(document.querySelector(".replay-log .talk-lines")), told: [...document.querySelectorAll(".replay-told")].map(box) };
    });
    const last = told.at(-1);
    assert.ok(last.top >= list.top && last.bottom <= list.bottom, `at ${index}: ${JSON.stringify({ list, last })}`);
    assert.ok(told.every(({ bottom }, line) => line === 0 || told[line - 1].bottom <= bottom), `at ${index}: upside down`);
    assert.ok(told.every(({ height }) => height >= 44), `at ${index}: too low for a finger`);
  }
});

test("what happened is read on every screen, and of a contested slap all but long names", { timeout: 60_000 }, async () => {
  for (const [width, height] of [[320, 568], [390, 664], [667, 375], [844, 390]]) {
    const at = `${width}×${height}`;
    const device = { ...PHONE, viewport: { width, height } };
    const page = await still("wackee_six-1", device);
    await page.evaluate(() => document.querySelector("slap-replay").player.stop(70));
    await page.keyboard.press("ArrowRight");
    /** What of a text is cut, by its own box and by the screen. */
    const cut = (selector) => page.locator(selector).evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const [box, own] = [node, document.documentElement].map((one) => one.getBoundingClientRect());
      return [...node.childNodes].flatMap((part) => {
        if (part instanceof Text) range.selectNodeContents(part);
        const rects = part instanceof Text ? [...range.getClientRects()] : [part.getBoundingClientRect()];
        return rects.filter((one) => one.bottom > box.bottom + 2 || one.right > box.right + 1 || one.right > own.right || one.bottom > own.bottom).map(() => part.textContent);
      });
    });
    assert.ok(await page.locator(".replay-said").isVisible(), at);
    assert.match(await page.locator(".replay-said").textContent(), / plays? /);
    assert.deepEqual(await cut(".replay-said"), [], at);
    await page.keyboard.press("n");
    for (const what of [/ and .* go for the same place …$/, / beat .* by 2 ms\.$/]) {
      await page.locator(".replay-text").getByText(what).waitFor();
      assert.deepEqual(await cut(".replay-text"), [], at);
    }
    await page.context().close();
  }
  // The names of the sides of a rack, on the line along it.
  for (const [width, height] of [[667, 375], [844, 390]]) {
    const page = await still("super_rack_o-1", { ...PHONE, viewport: { width, height } });
    const faults = await page.locator(".sro-edge").evaluateAll((nodes) => nodes.filter((node) => node.checkVisibility()).flatMap((node) => {
      const [box, text] = [node, node.querySelector("span")].map((one) => one.getBoundingClientRect());
      return text.width > box.width || text.top < box.top || text.bottom > box.bottom || text.left < 0 ? [node.textContent] : [];
    }));
    assert.deepEqual(faults, [], `${width}×${height}`);
    await page.context().close();
  }
});
