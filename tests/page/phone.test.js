// What phones and browsers do to a page: plain http, keyboards, drags, sounds, wrong clocks, sleep, an older page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, DESKTOP } from "./support/browser.js";
import { Line } from "./support/line.js";
import { addBots, arrive, call, deal, join, newTable, options, snapshot, until, watch } from "./support/people.js";
import { installRobot } from "./support/robot.js";
import { Server } from "./support/server.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();
const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };

/** Takes away what browsers give to secure pages only. */
const plainHttp = () => {
  for (const name of ["clipboard", "share", "wakeLock"]) Object.defineProperty(Navigator.prototype, name, { value: undefined });
  Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
};

test("over plain http: a table, its code copied, a game; and no link that only this machine can open", { timeout: 60_000 }, async () => {
  const ana = await set.person("Ana", PHONE);
  await ana.addInitScript(plainHttp);
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await ana.getByRole("button", { name: "Invite", exact: true }).tap();
  const dialog = ana.getByRole("dialog");
  await dialog.getByText("Only this machine can open the page so far.").waitFor();
  assert.equal(await dialog.locator("img").count(), 0);
  assert.doesNotMatch(await dialog.innerText(), /127\.0\.0\.1|localhost|0\.0\.0\.0/);
  assert.equal(await dialog.getByRole("button", { name: "Send" }).count(), 0);
  await ana.evaluate(() => document.addEventListener("copy", () => { window.copied = getSelection().toString() || document.activeElement.value; }));
  await dialog.getByRole("button", { name: "Copy code" }).tap();
  await ana.locator(".toast").getByText("Copied.").waitFor();
  assert.equal(await ana.evaluate(() => window.copied.replace("-", "")), code);
  await ana.keyboard.press("Escape");
  await addBots(ana, 1);
  await deal([ana]);
  await ana.locator(".card[data-spot]").first().waitFor();
});

test("with the page's address named, link and picture lead there", { timeout: 60_000 }, async (t) => {
  const server = await Server.start(["--public-url", "http://cards.example:8080/table/"]);
  t.after(() => server[Symbol.asyncDispose]());
  const ana = await set.person("Ana", { ...DESKTOP, baseURL: server.url });
  await arrive(ana);
  const code = await newTable(ana, "Super Rack-O");
  await ana.locator(".lobby-invite").getByText(`cards.example:8080/table/r/${code}`).waitFor();
  const picture = ana.getByRole("img", { name: /QR code/ });
  await until(ana, () => document.querySelector(".qr").naturalWidth > 0);
  assert.ok((await picture.boundingBox()).width >= 150);
});

test("with the keyboard open, name and Sit down are in view; equal names are told apart, an empty one stays", { timeout: 60_000 }, async () => {
  const [ana, bo] = [await set.person("Ana"), await set.person("Bo", SMALL)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await arrive(bo, `/r/${code}`);
  const name = bo.getByLabel("Your name");
  await until(bo, () => (document.querySelector("slap-arrive input")?.value ?? "") !== "");
  const proposed = await name.inputValue();
  await name.tap();
  // The keyboard takes its part of the window.
  await bo.setViewportSize({ width: 320, height: 308 });
  const sit = bo.getByRole("button", { name: "Sit down" });
  await until(bo, () => [...document.querySelectorAll("slap-arrive input, slap-arrive .main")].every((node) => {
    const box = node.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  }));
  await name.fill("   ");
  await sit.tap();
  await until(bo, () => document.querySelector("slap-app").store.snapshot?.you.side === 2);
  const { room, you } = await snapshot(bo);
  assert.equal(room.members.find(({ player }) => player === you.player).name, proposed);
  await bo.evaluate(() => document.querySelector("slap-app").call("ana"));
  for (const page of [ana, bo]) await page.getByText("ana (2)", { exact: true }).first().waitFor();
});

test("a name of anything stays within its place", { timeout: 60_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", SMALL), await set.person("Bo", SMALL)];
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  for (const name of ["🂡".repeat(8), "ا\u0301ب ت", "W".repeat(20), "Z\u0300\u0301\u0302\u0303\u0304a"]) {
    await bo.goto("about:blank");
    await join(bo, code, name).catch((error) => { if (!/Timeout/.test(error.message)) throw error; });
    await until(ana, () => document.querySelector("slap-app").store.snapshot.room.members.length === 2);
    for (const page of [ana, bo]) {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, name);
      const out = await page.evaluate(() => [...document.querySelectorAll(".sitter-name")].filter((node) => {
        const [own, side] = [node.getBoundingClientRect(), node.closest(".side-seat").getBoundingClientRect()];
        return own.right > side.right + 1 || own.bottom > side.bottom + 1;
      }).length);
      assert.equal(out, 0, `${name} leaves its place`);
    }
    await bo.evaluate(() => document.querySelector("slap-app").leave());
    await until(ana, () => document.querySelector("slap-app").store.snapshot.room.members.length === 1);
  }
});

test("a clock that is an hour wrong counts down as any other", { timeout: 60_000 }, async () => {
  const ana = await set.person("Ana");
  await ana.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 3_600_000;
  });
  await arrive(ana);
  await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 3_000 });
  await addBots(ana, 1);
  await deal([ana]);
  const counted = ana.evaluate(() => new Promise((done) => {
    const seen = new Set();
    const look = () => {
      const big = document.querySelector(".over-big")?.textContent;
      if (big) seen.add(big);
      if (document.querySelector("slap-app").store.snapshot.game?.phase === "playing") done([...seen]);
      else requestAnimationFrame(look);
    };
    look();
  }));
  await start(ana);
  for (const said of await counted) assert.match(said, /^([123]|Go!)$/);
});

test("a finger drags a card onto its pile; the page stays where it is, and so do all piles", { timeout: 90_000 }, async () => {
  const ana = await set.person("Ana", PHONE);
  await arrive(ana);
  await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 500, min_turn_gap_ms: 0, idle_vote_ms: 0 });
  await addBots(ana, 2);
  await deal([ana]);
  await start(ana);
  // Where they are laid out: one that takes a card swells for a moment.
  const places = () => ana.locator(".pile").evaluateAll((nodes) => nodes.map(({ offsetLeft, offsetTop }) => `${offsetLeft} ${offsetTop}`));
  const before = await places();
  // Until a natural card fits: then to the pile that takes it, or to the middle if that is a new one.
  await installRobot(ana);
  assert.ok(await ana.evaluate(() => robot.play("a card that fits", 12)), "the round was over before any card fitted");
  const from = await ana.evaluate(() => robot.fitting());
  const centre = async (selector) => {
    const box = await ana.locator(selector).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [a, b] = [await centre(`[data-spot="${from.spot}"]`), await centre(".piles")];
  const touch = await ana.context().newCDPSession(ana);
  const point = (type, at) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await point("touchStart", a);
  for (let part = 1; part <= 4; part += 1) await point("touchMove", { x: a.x + (b.x - a.x) * part / 4, y: a.y + (b.y - a.y) * part / 4 });
  await ana.locator(`[data-spot="${from.spot}"][data-held]`).waitFor();
  assert.deepEqual(await places(), before);
  await point("touchEnd");
  await ana.locator(".own .status").getByText(/^You played|was first by/).waitFor();
  assert.deepEqual(await ana.evaluate(() => [scrollX, scrollY, visualViewport.scale]), [0, 0, 1]);
  assert.deepEqual(await places(), before);
  // And one that is let go of elsewhere lies where it lay.
  const held = await ana.locator("[data-spot='row.1']").getAttribute("data-card");
  const c = await centre("[data-spot='row.1']");
  await point("touchStart", c);
  await point("touchMove", { x: c.x + 30, y: c.y - 20 });
  await point("touchMove", { x: c.x + 60, y: c.y - 30 });
  await point("touchEnd");
  await until(ana, () => !document.querySelector("[data-held], .loose.lost"));
  if (held) assert.equal(await ana.locator("[data-spot='row.1']").getAttribute("data-card"), held);
});

test("no sound before a gesture, and muted stays muted", { timeout: 60_000 }, async () => {
  const ana = await set.person("Ana");
  await ana.addInitScript(() => {
    window.opened = 0;
    const Real = AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        window.opened += 1;
      }
    };
  });
  await arrive(ana);
  assert.equal(await ana.evaluate(() => window.opened), 0);
  await newTable(ana, "Wackee Six");
  assert.equal(await ana.evaluate(() => window.opened), 1);
  const sounds = async () => {
    await ana.getByRole("button", { name: "Menu" }).click();
    return ana.getByRole("dialog").getByRole("checkbox", { name: "Sounds" });
  };
  await (await sounds()).uncheck();
  await ana.reload();
  await until(ana, () => document.querySelector("slap-app")?.store.snapshot !== null);
  assert.equal(await (await sounds()).isChecked(), false);
  assert.equal(await ana.evaluate(() => window.opened), 0);
});

test("the screen stays on while a round is played, and no longer", { timeout: 60_000 }, async () => {
  const ana = await set.person("Ana");
  await ana.addInitScript(() => {
    window.locks = [];
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = async function ask(...kind) {
      const lock = await request.apply(this, kind).catch(() => Object.assign(new EventTarget(), { released: false, async release() { this.released = true; } }));
      window.locks.push(lock);
      return lock;
    };
  });
  await arrive(ana);
  await newTable(ana, "Super Rack-O");
  await addBots(ana, 1);
  assert.equal(await ana.evaluate(() => window.locks.length), 0);
  await deal([ana]);
  await until(ana, () => window.locks.some(({ released }) => !released));
  await ana.evaluate(() => document.querySelector("slap-app").leave());
  await until(ana, () => window.locks.length > 0 && window.locks.every(({ released }) => released));
});

test("no glyph of a table can become an emoji", { timeout: 60_000 }, async () => {
  for (const title of ["Wackee Six", "Super Rack-O"]) {
    const ana = await set.person("Ana");
    await arrive(ana);
    const seen = [];
    const look = async () => seen.push(...await ana.evaluate(() => document.body.innerText.match(/\p{Extended_Pictographic}/gu) ?? []));
    await look();
    await newTable(ana, title);
    await addBots(ana, 1);
    await look();
    await deal([ana]);
    await look();
    assert.deepEqual(seen, []);
  }
});

test("a line that never answers is given up, and an older page offers to reload", { timeout: 90_000 }, async (t) => {
  const line = await Line.to(set.server.address);
  t.after(() => line.end());
  const ana = await set.person("Ana", { ...DESKTOP, baseURL: line.url });
  // What a server with another page would say.
  await ana.route("**/version", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...await answer.json(), page: "another" } });
  });
  await arrive(ana);
  const banner = ana.locator("slap-banner");
  await banner.getByText("A newer page is there.").waitFor();
  await banner.getByRole("button", { name: "Later" }).click();
  await until(ana, () => document.querySelector("slap-banner").hidden);
  await ana.reload();
  await banner.getByText("A newer page is there.").waitFor();
  await ana.unroute("**/version");
  await banner.getByRole("button", { name: "Reload" }).click();
  await until(ana, () => document.querySelector("slap-app")?.client.up && !document.querySelector("slap-app").fresh.old
    && document.querySelector("slap-banner").hidden);

  // From now on the handshake is never answered.
  set.watch.allow(/WebSocket connection to .* failed|net::ERR_/);
  await ana.evaluate(() => {
    window.dialled = 0;
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(...address) {
        super(...address);
        window.dialled += 1;
      }
    };
  });
  line.cut();
  line.mend();
  line.hold();
  await until(ana, () => window.dialled >= 2);
  line.release();
  await until(ana, () => document.querySelector("slap-app").client.up);
});

test("the live region speaks one digest in five seconds, however much happens", { timeout: 90_000 }, async () => {
  const ana = await set.person("Ana");
  await arrive(ana);
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { starter: "automatic", countdown_ms: 0, bot_pace_ms: 0, rounds: 100 });
  await addBots(ana, 5);
  await ana.evaluate(() => document.querySelector("slap-app").client.ask({ type: "stand" }));
  const dee = await set.person("Dee", PHONE);
  await watch(dee, code);
  const heard = dee.evaluate(() => new Promise((done) => {
    const { store, speaker } = document.querySelector("slap-app");
    const [begin, seq] = [performance.now(), store.seq];
    const said = [];
    new MutationObserver(() => {
      said.push({ at: performance.now(), text: speaker.node.textContent });
      // What is of the table itself is said at once; the rest is digests.
      const digests = said.filter(({ text }) => / plays? /.test(text));
      if (digests.length === 3) done({ events: store.seq - seq, ms: digests[2].at - digests[0].at, begin });
    }).observe(speaker.node, { childList: true });
  }));
  for (;;) {
    await ana.evaluate(() => document.querySelector("slap-app").client.ask({ type: "start" }));
    const over = until(ana, () => document.querySelector("slap-app").store.snapshot.room.phase !== "playing").then(() => null, () => null);
    const result = await Promise.race([heard, over]);
    if (!result) continue;
    assert.ok(result.events > 50, "much happened");
    // The browser's own timers are never early.
    assert.ok(result.ms >= 9_000, `three digests within ${result.ms} ms`);
    break;
  }
});
