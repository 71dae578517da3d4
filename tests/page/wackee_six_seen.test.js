// What is seen and heard of the table of Wackee Six on each screen: nothing that matters is cut, nothing lies over a
// pile, each side can be told from the others. The table is handed views, so that all that is rare is there at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { DESKTOP, PHONE } from "./support/browser.js";
import { addBots, arrive, call, deal, dressed, join, newTable, options, until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { start } from "./support/wackee_six.js";

const set = stage();
const PHONES = [[390, 844], [390, 664], [320, 568], [667, 375], [844, 390]];
const SIZES = [...PHONES, [840, 600], [1024, 768], [1440, 900]];

/** A page with `put(wanted)`, which shows a table as it is wanted, and `said`, what was read aloud. */
async function table() {
  const page = await set.person("Ana", PHONE);
  await arrive(page);
  await newTable(page, "Wackee Six");
  await dressed(page, "wackee_six/table.css");
  await page.evaluate(async () => {
    const { default: game } = await import("/games/wackee_six.js");
    if (!customElements.get(game.tag)) customElements.define(game.tag, game.element);
    const { room, you } = document.querySelector("slap-app").store.snapshot;
    const names = ["Quiet Stoat", "Brisk Otter", "Brisk Osprey", "Sharp Weasel", "Calm Badger", "Victoria Longname-Smith"];
    document.querySelector("slap-lobby").remove();
    window.put = ({ sides = 6, team = false, role = team ? "row" : "solo", watches = false, row, options = {}, ...view }) => {
      const members = Array.from({ length: sides }, (_, index) => (team ? ["row", "deck"] : ["solo"]).map((role) => (
        { ...room.members[0], player: `${role}${index}`, name: role === "deck" ? `Partner ${index}` : names[index], side: index + 1, role }))).flat();
      window.snapshot = {
        seq: 1, room: { ...room, phase: "playing", members, options: { ...room.options, ...options } },
        you: watches ? { ...you, as: "spectator", side: null, role: null } : { ...you, player: `${role}0`, side: 1, role },
        game: {
          phase: "playing", starts_at: null, stuck_at: null, rotations: 0, ends_at: null, vote_at: null, vote: null, scores: null, revealed: null, away: [],
          sides: Array.from({ length: sides }, (_, index) => ({
            side: index + 1, team, row: row ?? ["blue-9", "wild", "red-5", "yellow-9", "blue-11", "red-8"], face_down: 6, stock: 39, waste: 3, top: "yellow-2",
            played: 0, out: false, wild_locked_at: null,
          })),
          piles: [["red", 4], ["blue", 7], ["green", 13]].map(([color, top], index) => ({ pile: index + 1, color, top, card: `${color}-${top}`, by: 2, closed: top === 13 })),
          ...view,
        },
      };
      Object.assign(window, { acted: [], said: [], told: { ok: { type: "ok", id: 1, seq: 2 } }, game });
      const node = document.createElement(game.tag);
      node.begin({
        act: async (action) => { window.acted.push(action); return window.told; },
        say: (text) => { window.said.push(text); }, sound() {}, buzz() {}, calm: () => true, leftHanded: () => false,
      });
      // In a box of its own: the room is in its lobby, and the page hides its box with each piece of news.
      const box = document.querySelector(".table-box");
      const own = box.cloneNode(false);
      own.removeAttribute("hidden");
      own.replaceChildren(node);
      box.replaceWith(own);
      node.update(window.snapshot, []);
    };
    window.happen = (event) => document.querySelector(game.tag).update(window.snapshot, [event]);
  });
  return page;
}

/** Drags a card onto a pile with the mouse. */
async function drag(page, spot, pile) {
  const [a, b] = await Promise.all([`[data-spot="${spot}"]`, `.pile[data-pile="${pile}"]`].map(async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  // It is taken up while the pointer is still over it.
  await page.mouse.move(a.x, a.y - 14);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

/** What is cut of sentences, but for the names in them: those are cut within themselves. */
const cut = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].flatMap((node) => {
  const box = node.getBoundingClientRect();
  const parts = node.childElementCount === 0 ? [node] : [...node.querySelectorAll("span, bdi, button")];
  return parts.filter((part) => part.checkVisibility()).flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...(part.matches("bdi") ? part : range).getClientRects()].filter((rect) => rect.width > 0 && (rect.left < box.left - 1 || rect.right > box.right + 1 || rect.top < box.top - 2 || rect.bottom > box.bottom + 2))
      .map(() => `${node.className}: ${part.textContent}`);
  });
}), selector);

/** Which of the nodes lie over a pile or an own card. */
const over = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const a = node.getBoundingClientRect();
  if (a.width === 0) throw new Error(`${selector} is not seen`);
  return a.left < 0 || a.right > innerWidth || [...document.querySelectorAll(".pile, .own .card")].some((card) => {
    const b = card.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}).map((node) => `${node.className} ${node.textContent}`), selector);

test("what happened is read to its end on every screen, however long the names", { timeout: 120_000 }, async () => {
  const page = await table();
  const status = page.locator(".own .status");
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const at = `${width}×${height}`;
    for (const by of [4, 6]) {
      await page.evaluate((by) => {
        put({ ends_at: performance.now() + 599_000, options: { round_limit_ms: 600_000 } });
        window.told = { error: { code: "beaten", message: "", detail: { by, margin_ms: 1129 } } };
      }, by);
      await page.locator("[data-spot='row.3']").click();
      await status.getByText(/was first by 1129 ms\.$/).waitFor();
      assert.deepEqual(await cut(page, ".own .status, .own .score"), [], at);
    }
    // The clock of a round is there too, beside the line.
    await page.locator(".round-clock").getByText("9:59").waitFor();
    assert.deepEqual(await over(page, ".round-clock"), [], at);
    assert.deepEqual(await cut(page, ".round-clock"), [], at);
    const places = () => page.locator(".pile, .own .card").evaluateAll((nodes) => nodes.map(({ offsetLeft, offsetTop }) => `${offsetLeft} ${offsetTop}`).join());
    const before = await places();
    await page.evaluate(() => document.querySelector(game.tag).update({ ...snapshot, game: { ...snapshot.game, ends_at: null } }, []));
    await page.locator(".round-clock").waitFor({ state: "hidden" });
    assert.equal(await places(), before, `${at}: something moves with the clock`);

    await page.evaluate(() => put({ sides: 5, row: ["blue-9", "wild", "red-6", "yellow-9", "blue-11", "red-12"] }));
    const empty = await places();
    await page.locator("[data-spot='row.2']").click();
    await status.getByText("Wild and …? Tap the card that follows it.").waitFor();
    assert.deepEqual(await cut(page, ".own .status"), [], at);
    await page.evaluate(() => {
      put({ sides: 5, team: true });
      happen({ e: "pair_played", side: 1, seat: 2, wild: "waste", companion: "waste", card: "yellow-12", pile: 1 });
    });
    await status.getByText("Your partner played a wild and yellow 12").waitFor();
    assert.deepEqual(await cut(page, ".own .status"), [], at);
    await page.evaluate(() => {
      put({ sides: 5 });
      happen({ e: "pair_played", side: 5, seat: 9, wild: "waste", companion: "waste", card: "yellow-12", pile: 1 });
    });
    await status.getByText(/played a wild and yellow 12$/).waitFor();
    assert.deepEqual(await cut(page, ".own .status"), [], at);
    assert.equal(await places(), empty, `${at}: something moves with what is said`);
    await page.evaluate(() => {
      put({ sides: 5, team: true });
      document.querySelector(game.tag).update({ ...snapshot, game: { ...snapshot.game, away: [2] } }, []);
    });
    await status.getByText("Your partner is away: row and deck are yours.").waitFor();
    assert.deepEqual(await cut(page, ".own .status"), [], at);
  }
});

test("a vote lies over no pile and in one line; the offer to rotate can be put off", { timeout: 120_000 }, async () => {
  const page = await table();
  const ballot = page.getByRole("group", { name: "A vote" });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const at = `${width}×${height}`;
    const looked = async (names) => {
      assert.deepEqual(await over(page, ".ballot:not([hidden])"), [], at);
      assert.deepEqual(await cut(page, ".ballot:not([hidden])"), [], at);
      const boxes = await Promise.all(names.map((name) => ballot.getByRole("button", { name }).boundingBox()));
      assert.ok(boxes.every((box) => box.height >= 43.5 && box.width >= 43.5), `${at}: ${JSON.stringify(boxes)}`);
      assert.ok(Math.max(...boxes.map(({ y }) => y)) - Math.min(...boxes.map(({ y }) => y)) < 1, `${at}: two lines`);
    };
    await page.evaluate(() => put({ team: true, vote: { for: "rotate", by: 6, yes: [6], ends_at: performance.now() + 19_000 } }));
    await ballot.getByText(/asks to rotate the stocks \(0:1\d\)$/).first().waitFor();
    await looked(["Agree", "No"]);
    await page.evaluate(() => put({ vote_at: performance.now() - 1 }));
    await ballot.getByText("No card was laid for a while.").waitFor();
    await looked(["Rotate the stocks", "Not now"]);
  }
  await ballot.getByRole("button", { name: "Not now" }).click();
  await ballot.waitFor({ state: "hidden" });
  // The same news again does not bring it back; after another card it is offered anew.
  const again = (played) => page.evaluate((played) => {
    const sides = snapshot.game.sides.map((side) => ({ ...side, played }));
    document.querySelector(game.tag).update({ ...snapshot, game: { ...snapshot.game, sides, vote_at: performance.now() - 1 } }, []);
  }, played);
  await again(0);
  assert.equal(await ballot.isVisible(), false);
  await again(1);
  await ballot.getByRole("button", { name: "Rotate the stocks" }).click();
  assert.deepEqual(await page.evaluate(() => acted), [{ do: "vote", for: "rotate", agree: true }]);
});

test("empty places are seen: their outline and their mark have a contrast of at least 3 to 1", { timeout: 60_000 }, async () => {
  const page = await table();
  await page.evaluate(() => put({ top: null, piles: [] }));
  const low = await page.evaluate(() => {
    const numbers = (text) => text.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const table = numbers(getComputedStyle(document.documentElement).backgroundColor);
    const contrast = (color, opacity) => {
      const alpha = (color[3] ?? 1) * opacity;
      const [a, b] = [light(color.slice(0, 3).map((value, index) => value * alpha + table[index] * (1 - alpha))), light(table)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    return [...document.querySelectorAll(".pile.empty")].flatMap((node) => {
      const outline = numbers(/rgba?\([^)]*\)/.exec(getComputedStyle(node).boxShadow)[0]);
      const mark = getComputedStyle(node.querySelector(".suit"));
      return [["outline", contrast(outline, 1)], [node.className, contrast(numbers(mark.color), Number(mark.opacity))]];
    }).filter(([, value]) => value < 3);
  });
  assert.deepEqual(low, []);
});

test("on phones each side has letters of its name, units as the others have, and left and points are two lines; its place tells all of it", { timeout: 60_000 }, async () => {
  const page = await table();
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    const at = `${width}×${height}`;
    for (const [wanted, letters] of [[{}, 7], [{ watches: true }, 6]]) {
      await page.evaluate((wanted) => put(wanted), wanted);
      const chips = await page.locator(".chip").evaluateAll((nodes) => nodes.map((node) => {
        const name = node.querySelector(".chip-name");
        const [text] = name.querySelectorAll("*").length ? [null] : [name.firstChild];
        const right = name.getBoundingClientRect().right;
        const seen = [...text.data].filter((_, index) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return range.getBoundingClientRect().right <= right + 0.5;
        }).length;
        const [left, points, emblem] = [".chip-left", ".chip-points", ".emblem"].map((part) => node.querySelector(part).getBoundingClientRect());
        const box = node.getBoundingClientRect();
        return {
          seen: Math.min(seen, text.length), all: text.length, size: parseFloat(getComputedStyle(name).fontSize),
          apart: points.top - left.top, inside: [left, points].every((one) => one.left >= emblem.right && one.right <= box.right && one.bottom <= box.bottom),
        };
      }));
      for (const chip of chips) {
        assert.ok(chip.seen >= Math.min(letters, chip.all), `${at}: ${JSON.stringify(chips)}`);
        assert.ok(chip.size >= 11 && chip.apart >= 12 && chip.inside, `${at}: ${JSON.stringify(chips)}`);
      }
      // Dots where a name is cut; units in each chip or in none, and all of them.
      const units = await page.locator(".chip").evaluateAll((nodes) => nodes.map((node) => [
        getComputedStyle(node.querySelector(".chip-name")).textOverflow,
        ...[...node.querySelectorAll(".chip-cell")].map((cell) => {
          const [own, unit] = [cell, cell.querySelector("i")].map((one) => one.getBoundingClientRect());
          return unit.width === 0 ? "none" : unit.top < own.bottom - 4 && cell.scrollWidth <= cell.clientWidth ? "unit" : "cut";
        }),
      ].join()));
      assert.ok(["ellipsis,none,none", "ellipsis,unit,unit"].includes(units[0]) && new Set(units).size === 1, `${at}: ${units.join(" ")}`);
    }
    await page.evaluate(() => put({ team: true }));
    await page.locator(".chip").nth(1).click();
    await page.locator(".chip-item[data-open] .chip-full").getByText("Brisk Osprey & Partner 2", { exact: true }).waitFor();
    await page.evaluate(() => put({ sides: 2 }));
    assert.ok((await page.locator(".chip").boundingBox()).width <= 200, `${at}: a stretched strip`);
    // What a pile is and who laid last do not touch.
    await page.evaluate(() => put({}));
    const touch = await page.locator(".pile[data-by]").evaluateAll((nodes) => nodes.filter((node) => {
      const [mark, emblem] = [node.querySelector(".suit path"), node.querySelector(".emblem")].map((part) => part.getBoundingClientRect());
      return mark.right > emblem.left && mark.bottom > emblem.top;
    }).length);
    assert.equal(touch, 0, `${at}: emblem and mark overlap`);
  }
});

test("for ears and keys: the list of keys, followers of a wild, whose cards they are, the waste, the countdown", { timeout: 60_000 }, async () => {
  const page = await table();
  await page.setViewportSize(DESKTOP.viewport);
  await page.evaluate(() => put({ row: ["blue-9", "wild", "red-6", "yellow-9", "blue-11", "red-12"] }));
  await page.locator("wackee-six").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Keys" }).waitFor();
  await dialog.getByText("turn three; held, it goes on").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.locator("wackee-six").focus();
  await page.keyboard.press("w");
  await page.locator("[data-spot='row.2'][aria-description='held up']").waitFor();
  assert.deepEqual(await page.locator("[aria-description='can follow the wild']").evaluateAll((nodes) => nodes.map((node) => node.dataset.spot)), ["row.1", "row.3"]);
  assert.equal(await page.locator(".pile[aria-description='takes it']").count(), 2);
  assert.deepEqual(await page.evaluate(() => said), ["Wild and blue 9, row 1; or red 6, row 3?"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[aria-description]").count(), 0);

  await page.evaluate(() => put({ watches: true }));
  await page.getByRole("group", { name: "Row of Quiet Stoat" }).waitFor();
  await page.getByRole("group", { name: "Deck of Quiet Stoat" }).getByRole("button", { name: "Stock, 39 cards" }).waitFor();
  const told = await page.evaluate(() => {
    put({});
    return game.describe({ e: "turned", side: 1, top: "yellow-2", stock: 36, waste: 6 }, snapshot).text;
  });
  assert.equal(told, "Waste: yellow 2.");
  await page.evaluate(() => put({ phase: "countdown", starts_at: performance.now() + 1_900 }));
  await until(page, () => said.join() === "2,1");
});

test("a card that is dropped on another colour is told so; one that no longer fits is told that", { timeout: 60_000 }, async () => {
  const page = await table();
  await page.evaluate(() => put({}));
  await drag(page, "row.6", 2);
  await page.locator(".own .status").getByText("Red 8 does not go on blue.", { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => acted), []);
  await page.evaluate(() => {
    put({});
    window.told = { error: { code: "does_not_fit", message: "" } };
  });
  await drag(page, "row.3", 1);
  await page.locator(".own .status").getByText("That does not fit any more.", { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => acted), [{ do: "play", card: "red-5", from: "row.3", pile: 1 }]);
});

test("in a team each is told who played: by tap, by drag, and a wild pair", { timeout: 150_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", DESKTOP)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await options(ana, { countdown_ms: 0, bot_pace_ms: 600, min_turn_gap_ms: 0, idle_vote_ms: 0, strict_roles: false, rounds: 100 });
  await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
  await join(bo, code, "Bo");
  await bo.evaluate(() => document.querySelector("slap-app").asks.sit(1));
  await until(bo, () => document.querySelector("slap-app").store.snapshot.you.role === "deck");
  await addBots(ana, 2);

  /** Bo turns, and lays what fits as long as it is not what is wanted, until that is there; null if the round is over. */
  const prepare = (what) => bo.evaluate(async (what) => {
    const { fits, held, pairs, takers } = await import("/games/wackee_six/fit.js");
    const { store, client } = document.querySelector("slap-app");
    for (;;) {
      const { room, game } = store.snapshot;
      if (room.phase !== "playing") return null;
      if (game.phase !== "playing") {
        await new Promise((done) => setTimeout(done, 30));
        continue;
      }
      const own = game.sides[0];
      const cards = held(own);
      if (what === "a pair") {
        for (const { spot } of cards.filter(({ card }) => card === "wild")) {
          const all = pairs(game, own, spot);
          if (all.length > 0) return { wild: spot, spot: all[0].companion.spot, card: all[0].companion.card };
        }
      } else {
        const found = cards.find(({ card }) => card !== "wild" && takers(game, card).length > 0);
        if (found) return { ...found, pile: takers(game, found.card)[0].pile };
      }
      const fit = cards.find(({ spot, card }) => card !== "wild" && fits(game, card) && (spot === "waste" || card.endsWith("-1")));
      const asked = client.ask({ type: "act", action: fit ? { do: "play", card: fit.card, from: fit.spot } : { do: "turn" } });
      await Promise.all([asked, new Promise((done) => setTimeout(done, 24))]);
    }
  }, what);

  const ready = async (what) => {
    for (;;) {
      const { phase } = await ana.evaluate(() => document.querySelector("slap-app").store.snapshot.room);
      if (phase !== "playing") {
        await deal([ana, bo]);
        await start(ana);
      }
      const found = await prepare(what);
      if (found !== null) return found;
    }
  };
  /** From here on each page keeps what its line and its log say. */
  const listen = (page) => page.evaluate(() => {
    const status = document.querySelector(".own .status");
    status.removeAttribute("data-mood");
    window.lines = [];
    window.logged = document.querySelector("slap-app").store.log.at(-1)?.key ?? 0;
    window.looks?.disconnect();
    window.looks = new MutationObserver(() => window.lines.push(status.textContent));
    window.looks.observe(status, { childList: true, characterData: true, subtree: true });
  });
  /** Whose it was, by the last word of line and log, and everything that the line has said. */
  const told = async (page, what, by) => {
    await until(page, ([what, by]) => {
      const { log } = document.querySelector("slap-app").store;
      return document.querySelector(".own .status").textContent.startsWith(`${by} played ${what}`)
        && log.some(({ key, text }) => key > window.logged && text === `${by} played ${what}.`);
    }, [what, by]);
    const other = by === "You" ? "Your partner" : "You";
    const wrong = await page.evaluate(([what, other]) => [...window.lines, ...document.querySelector("slap-app").store.log
      .filter(({ key }) => key > window.logged).map(({ text }) => text)].filter((text) => text.startsWith(`${other} play`) && text.includes(what)), [what, other]);
    assert.deepEqual(wrong, [], `${by} played ${what}`);
  };
  const words = (card) => card.replace("-", " ");
  /** Whoever plays sees what is to be played. */
  const sees = (page, { spot, card }) => page.locator(`[data-spot="${spot}"][data-card="${card}"]`).waitFor();
  const hands = {
    async tap(page, { spot }) {
      await page.locator(`[data-spot="${spot}"]`).click();
    },
    drag: (page, { spot, pile }) => drag(page, spot, pile),
  };
  const looks = () => Promise.all([ana, bo].map(listen));
  /** Whether it lies in the middle, and nobody else was first. */
  const went = async (page, what) => {
    await until(page, (what) => document.querySelector(".own .status[data-mood=bad]") !== null || window.lines.some((line) => line.includes(`played ${what}`)), what);
    return await page.locator(".own .status[data-mood=bad]").count() === 0;
  };
  for (const [own, other, name] of [[ana, bo, "tap"], [bo, ana, "tap"], [ana, bo, "drag"], [bo, ana, "drag"]]) {
    let found;
    do {
      found = await ready("a card");
      await sees(own, found);
      await looks();
      await hands[name](own, found);
    } while (!await went(own, words(found.card)));
    await told(own, words(found.card), "You");
    await told(other, words(found.card), "Your partner");
  }
  let what;
  do {
    const { wild, spot, card } = await ready("a pair");
    what = `a wild and ${words(card)}`;
    await sees(ana, { spot: wild, card: "wild" });
    await sees(ana, { spot, card });
    await looks();
    await ana.locator(`[data-spot="${wild}"]`).click();
    // Where only one card can follow, the first tap has played both.
    if (await ana.locator(`[data-spot="${wild}"][data-chosen]`).count()) await ana.locator(`[data-spot="${spot}"]`).click();
  } while (!await went(ana, what));
  await told(ana, what, "You");
  await told(bo, what, "Your partner");
});

test("in a replay the cards to come show number and suit within themselves", { timeout: 60_000 }, async () => {
  const body = gunzipSync(await readFile(new URL("../golden/wackee_six-1.ndjson.gz", import.meta.url))).toString();
  for (const [width, height] of SIZES) {
    const page = await set.person("Ana", { viewport: { width, height } });
    await page.route("**/api/v1/games/*/replay", (route) => route.fulfill({ contentType: "application/x-ndjson", body }));
    await page.goto("/replay/f6a12ca8-ffc3-4a66-8a14-0ccc72763361");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("Home");
    await until(page, () => document.querySelectorAll(".to-come .card").length === 6);
    const faults = () => page.evaluate(() => [...document.querySelectorAll(".to-come .card")].flatMap((card) => {
      const box = card.getBoundingClientRect();
      const frame = card.closest(".down").getBoundingClientRect();
      return [...card.children].filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const { left, right, top, bottom, width, height } = (part.matches(".num") ? range : part.firstElementChild).getBoundingClientRect();
        return width < 5 || height < 5 || left < box.left || right > box.right || top < box.top - 2 || bottom > box.bottom + 1;
      }).map((part) => `${card.getAttribute("class")}: ${part.getAttribute("class")}`).concat(box.right > frame.right || box.bottom > frame.bottom ? ["outside"] : []);
    }));
    await until(page, () => document.querySelector(".to-come").style.getPropertyValue("--unit") !== "");
    assert.deepEqual(await faults(), [], `${width}×${height}`);
    await page.context().close();
  }
});
