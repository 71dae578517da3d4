// What the Super Rack-O table says, where it says it, and where the keys act: on a table that stands still.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { misfits } from "./support/layout.js";
import { until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { FINISHED, happen, order, show, standStill } from "./support/super_rack_o.js";

const set = stage();
const SIZES = [[390, 844], [390, 664], [320, 568], [667, 375], [844, 390], [1440, 900]];
const LONG = "W".repeat(24);

/** What has the focus: a slot, a panel, the table, or nothing in it that can be seen. */
const focus = (page) => page.evaluate(() => {
  const node = document.activeElement;
  const table = document.querySelector("super-rack-o-table");
  if (!table.contains(node) || !node.checkVisibility()) return `lost to ${node?.tagName}`;
  return node.dataset.slot ?? (node === table ? "table" : node.getAttribute("aria-label"));
});
const aloud = (page, text) => until(page, (text) => document.querySelector("[aria-live=polite]").textContent.includes(text), text);
const seen = (page, text) => page.locator("super-rack-o-table").getByText(text).and(page.locator(":visible")).first().waitFor();
const asked = (page) => page.evaluate(() => window.asked.splice(0));
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const line = (page) => page.locator(".sro-status .sro-say");

test("the focus stays on the table when panels open and close, and keys act at once", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana");
  await standStill(page);
  const swap = { cards: { "red.3": "blue-swap" }, game: { step: "place", drawn: "blue-5" } };
  await show(page, swap);
  await page.locator('.own [data-slot="red.3"]').focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Give an order" }).waitFor();
  assert.equal(await focus(page), "Give an order");
  // Nobody is hit who was not named: neither by a row nor by a slot.
  await aloud(page, "Who must cross a row?");
  await page.keyboard.press("3");
  await page.locator('.own [data-slot="blue.1"]').evaluate((slot) => slot.click());
  await aloud(page, "First say whom: tap a name.");
  assert.deepEqual(await asked(page), []);
  await page.keyboard.press("ArrowRight");
  await aloud(page, "Tap the row \u2068Steady Gull\u2069 must cross.");
  await page.keyboard.press("ArrowRight");
  await aloud(page, "Tap the row \u2068Bright Marten\u2069 must cross.");
  await page.keyboard.press("Escape");
  await frames(page);
  assert.equal(await focus(page), "red.3");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Give an order" }).waitFor();
  await page.getByRole("button", { name: "Steady Gull" }).and(page.locator(".sro-chip")).click();
  await page.keyboard.press("3");
  await frames(page);
  assert.deepEqual(await asked(page), [{ do: "exchange", slot: "red.3", swap: { target: 2, row: 3 } }]);
  assert.equal(await focus(page), "red.3");

  // An order comes while a pile has the focus that goes with it.
  await show(page, {});
  await page.locator(".sro-pile.draw").focus();
  await show(page, { game: order(), cards: { "blue.2": "red-reverse" } });
  assert.equal(await focus(page), "An order against you");
  await page.keyboard.press("v");
  await frames(page);
  assert.equal(await focus(page), "Give an order");
  await page.keyboard.press("Escape");
  await frames(page);
  assert.equal(await focus(page), "An order against you");
  await aloud(page, "orders you to cross row 5");
  await page.getByRole("button", { name: "Reverse", exact: true }).focus();
  await page.keyboard.press("Enter");
  await frames(page);
  await page.getByRole("button", { name: "Back" }).focus();
  await page.keyboard.press("Enter");
  await frames(page);
  assert.equal(await focus(page), "An order against you");
  await page.keyboard.press("a");
  assert.deepEqual(await asked(page), [{ do: "accept" }]);
  await show(page, {});
  assert.match(await focus(page), /^Draw a card/);

  // The list of keys, and back from it.
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("call Super Rack-O").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  assert.deepEqual(await asked(page), [{ do: "draw" }]);
});

test("refusals and costs are seen wherever they come", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", PHONE);
  await standStill(page);
  await page.locator("super-rack-o-table").focus();

  // A finished rack under an order: the button stays, and says why it must wait.
  await show(page, { game: order(), seats: FINISHED });
  const call = page.getByRole("group", { name: "An order against you" }).getByRole("button", { name: "Super Rack-O!" });
  await call.waitFor();
  await page.keyboard.press("c");
  await seen(page, "Not before the order is settled.");
  await seen(page, /orders you to cross row 5/);
  // It is past as soon as something else is to be done.
  await show(page, {});
  assert.match(await line(page).textContent(), /^Your turn/);
  await show(page, { game: order(), seats: FINISHED });

  // The line breaks on Accept.
  await page.evaluate(() => { window.answer = () => ({ lost: true }); });
  await page.getByRole("button", { name: "Accept" }).click();
  await seen(page, "The connection was lost; look at the table before you go on.");
  await show(page, {});
  await seen(page, "The connection was lost; look at the table before you go on.");

  // A call too early costs a turn: said at once, as long as it is so, and when the turn is skipped.
  await page.evaluate(() => { window.answer = () => ({ error: { code: "not_finished", message: "Your rack is not finished." } }); });
  await show(page, { room: { options: { false_call: "skip_turn" } } });
  await page.keyboard.press("c");
  await seen(page, "Your rack is not finished. You lose your next turn.");
  await aloud(page, "You lose your next turn.");
  await page.evaluate(() => { window.answer = () => ({ ok: {} }); });
  await page.keyboard.press("d");
  await show(page, { game: { turn: 2 }, seats: { 1: { skips_next: true }, 2: { skips_next: true }, 3: { skips_next: true } } });
  await seen(page, /is to draw or take. You lose a turn./);
  assert.equal(await page.locator(".sro-seat").nth(0).locator(".sro-icon.skip").isVisible(), false, "on a phone the clock comes first");
  await page.locator(".sro-seat").nth(1).getByText("loses a turn").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator(".sro-seat").nth(0).locator(".sro-icon.skip").waitFor();
  await happen(page, { e: "discarded", seat: 4, card: "blue-3", why: "player", turn: { seat: 2, skipped: [1], ends_in: null }, draw_pile: 40, discard: { count: 4, top: "blue-3" } });
  await seen(page, "Your turn was skipped: you had called too early.");
  await aloud(page, "Your turn is skipped.");

  // What the clock did is said for a while.
  await show(page, {});
  const pile = { draw_pile: 40, discard: { count: 4, top: "blue-3" } };
  await happen(page, { e: "drawn", seat: 1, card: "blue-3", why: "clock", reshuffled: false, ...pile },
    { e: "discarded", seat: 1, card: "blue-3", why: "clock", turn: { seat: 2, skipped: [], ends_in: null }, ...pile });
  await seen(page, "Time was up: blue 3 was drawn and discarded for you.");
  await aloud(page, "Time is up: you drew blue 3.");
  await show(page, { game: order() });
  await happen(page, { e: "settled", seat: 1, row: 5, why: "clock", turn: { seat: 3, skipped: [], ends_in: null } });
  await seen(page, "Time was up: your row 5 was crossed.");

  // Nothing to take: the words do not offer it.
  await show(page, { game: { discard: { count: 1, top: "red-swap" } } });
  await page.keyboard.press("b");
  await page.keyboard.press("1");
  await seen(page, "Draw a card first.");
});

test("who was first in a race for the call is said, by how much, and stays", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", PHONE);
  await standStill(page);
  await show(page, { seats: FINISHED });
  await page.evaluate(() => { window.answer = () => ({ error: { code: "round_over", message: "The round is over.", detail: { margin_ms: 4 } } }); });
  await page.getByRole("button", { name: "Call Super Rack-O!" }).tap();
  const rack = { blue: Array(8).fill("blue-wild"), red: Array(8).fill("red-wild") };
  await happen(page, { e: "won", seat: 3, how: "called", racks: [2, 3, 4].map((seat) => ({ seat, rack })) });
  await seen(page, "Bright Marten was first, by 4 ms.");
  await aloud(page, "was first, by 4 ms.");
  // It is still there when the sentence of a moment is gone.
  await until(page, () => !document.querySelector(".sro-status.notice"));
  await seen(page, "Bright Marten was first, by 4 ms.");
  // Not in the next game.
  await show(page, {});
  await show(page, { game: { phase: "over", turn: null, step: null, winner: 3 }, seats: { 3: { rack } } });
  assert.equal(await line(page).textContent(), "Bright Marten has Super Rack-O!");
});

/** What is cut, and how many letters of each name can be read. */
const read = (page) => page.evaluate(() => {
  const cut = [...document.querySelectorAll(".sro-say, .sro-cards, .sro-note, .sro-hint, .sro-panel, .sro-did:not(:has(+ span:not(:empty))), .sro-last, .sro-status .button, .sro-line .button:not(.sro-chip), .sro-under, .sro-edge, .sro-wrong")]
    .filter((node) => node.checkVisibility() && (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1))
    .map((node) => `${node.className}: ${node.textContent} ${node.scrollWidth}×${node.scrollHeight} in ${node.clientWidth}×${node.clientHeight}`);
  const box = document.querySelector("super-rack-o-table").getBoundingClientRect();
  const out = [...document.querySelectorAll(".sro-panel, .sro-rack, .sro-status, .sro-seats, .sro-row")].filter((node) => node.checkVisibility())
    .filter((node) => { const own = node.getBoundingClientRect(); return own.bottom > box.bottom + 1 || own.right > box.right + 1; }).map((node) => `out: ${node.className}`);
  const letters = (node) => {
    const range = document.createRange();
    const text = node.firstChild;
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = getComputedStyle(node).font;
    const dots = pen.measureText("…").width;
    for (let count = text.length; count > 0; count -= 1) {
      range.setStart(text, 0);
      range.setEnd(text, count);
      if (range.getBoundingClientRect().width <= node.clientWidth - (count < text.length ? dots : 0) + 0.5) return count;
    }
    return 0;
  };
  const names = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility()).map((node) => Math.min(letters(node), 12));
  return { cut: [...cut, ...out], chips: names(".sro-seat .sro-name"), whom: names(".sro-chip bdi") };
});

test("no sentence is cut and names are read, in all sizes", { timeout: 120_000 }, async () => {
  const page = await set.person("Ana", { ...PHONE, isMobile: false });
  await standStill(page);
  const clock = { ends_in: 299_000 };
  const scenes = {
    turn: [{ game: clock, room: { totals: [{ side: 1, total: 1 }, { side: 2, total: 2 }] } }],
    "a swap card drawn": [{ game: { ...clock, step: "place", drawn: "red-swap" }, seats: { 2: { known: ["blue.1"] } } }],
    "an order to give": [{ game: { ...clock, step: "place", drawn: "red-5" }, cards: { "red.3": "blue-swap" } }, 'own [data-slot="red.3"]'],
    "a long name to order": [{ game: { ...clock, step: "place", drawn: "red-5" }, cards: { "red.3": "blue-swap" }, members: { 2: { name: LONG }, 3: { name: LONG }, 4: { name: LONG } } }, 'own [data-slot="red.3"]'],
    "under an order": [{ game: order(), cards: { "blue.5": "red-reverse", "red.5": "blue-reverse" } }],
    "under a reverse of a long name": [{ game: order({ kind: "reverse" }), members: { 2: { name: LONG } }, seats: FINISHED }],
    "another's turn": [{ game: { ...clock, turn: 3, step: "place" }, seats: { 1: { skips_next: true }, 2: { skips_next: true } }, members: { 3: { name: LONG }, 4: { online: false, bot_in: 23_000 } } }],
    "an order between others": [{ game: order({ against: 3, by: 4 }), seats: { 1: { skips_next: true } }, members: { 3: { name: LONG }, 4: { name: LONG } } }],
    "a rack looked at": [{ game: { turn: 3 } }, "seat"],
  };
  for (const [scene, [what, pressed]] of Object.entries(scenes)) {
    await page.setViewportSize({ width: 390, height: 844 });
    await show(page, what);
    if (pressed) await page.locator(`.sro-${pressed}`.replace(".sro-own", ".sro-rack.own")).first().click();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await frames(page);
      const { cut, chips, whom } = await read(page);
      const where = `${scene} at ${width}×${height}`;
      assert.deepEqual(cut, [], where);
      // Letters of the width of most; the long name is of the widest there is.
      const few = width < 390 ? 5 : 7;
      if (!scene.includes("long") && !JSON.stringify(what).includes(LONG)) {
        for (const count of [...chips, ...whom]) assert.ok(count >= few, `${count} letters of a name: ${where}`);
      }
      assert.deepEqual(await misfits(page, ".other:not(.orders) .sro-row"), [], where);
    }
    if (pressed) await page.keyboard.press("Escape");
  }
  // Who watches has four chips.
  await show(page, { game: { ...clock, turn: 3 } });
  await page.evaluate(() => { const { store } = document.querySelector("slap-app"); store.snapshot = { ...store.snapshot, you: { ...store.snapshot.you, as: "spectator", side: null } }; store.touch(); });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await frames(page);
    const { cut, chips } = await read(page);
    assert.deepEqual(cut, [], `watching at ${width}×${height}`);
    assert.equal(chips.length, 4);
    for (const count of chips) assert.ok(count >= (width < 390 ? 4 : 6), `${chips} letters of names, watching at ${width}×${height}`);
  }
  await seen(page, /Rack of Bright Marten/);
});

test("sides have names, a rack has an owner and a way back, who is away has a time", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", PHONE);
  await standStill(page);
  await show(page, { game: { turn: 3, ends_in: 100_000 }, seats: { 2: { known: ["blue.2"] } }, members: { 3: { online: false, bot_in: 23_000 }, 4: { online: false } }, room: { totals: [{ side: 1, total: 1 }, { side: 2, total: 2 }] } });
  const sides = (rack) => page.locator(`.sro-rack.${rack} .sro-edge`).evaluateAll((nodes) => nodes.map((node) => [node.checkVisibility(), node.textContent, node.querySelectorAll("svg").length, Math.round(node.getBoundingClientRect().height) > 300].join(" ")));
  assert.deepEqual(await sides("own"), ["true blue side 2 true", "true red side 2 true"]);
  await page.locator(".sro-seat").nth(1).getByText(/^away 0:2\d$/).waitFor();
  assert.equal(await page.locator(".sro-seat").nth(1).locator(".sro-clock").textContent(), "");
  await page.locator(".sro-seat").nth(2).getByText("away", { exact: true }).waitFor();
  assert.match(await page.locator(".sro-seat").nth(0).getAttribute("aria-label"), /2 won, 1 card known/);
  await page.locator(".sro-pile.hand").getByText("won 1 of 3").waitFor();

  await page.locator(".sro-seat").nth(0).tap();
  await seen(page, "Rack of Steady Gull.");
  assert.deepEqual(await sides("other"), ["true blue side 2 true", "true red side 2 true"]);
  assert.equal(await page.locator('.other [data-row="2"]').getAttribute("aria-label"), "Row 2: unknown, known to all on the blue side; unknown on the red side");
  const outline = await page.locator('.other [data-slot="red.1"]').evaluate((node) => getComputedStyle(node).borderTopColor);
  assert.equal(outline, "rgb(107, 127, 141)");
  await page.getByRole("button", { name: "My rack" }).tap();
  await page.locator(".sro-rack.own").waitFor();
  assert.equal(await page.getByRole("button", { name: "My rack" }).isVisible(), false);

  // A finished rack is announced, and whoever comes back into an order hears of it.
  await show(page, { seats: FINISHED, cards: { "blue.1": "red-1" }, game: { step: "place", drawn: "blue-4" } });
  await happen(page, { e: "exchanged", seat: 1, slot: "blue.1", card: "blue-4", out: "red-1", from: "draw", turn: { seat: 2, skipped: [], ends_in: null }, draw_pile: 40, discard: { count: 4, top: "red-1" } });
  await aloud(page, "Your rack is finished: call Super Rack-O!");
  await show(page, { game: order() });
  await page.evaluate(() => {
    document.querySelector("slap-room").table = null;
    document.querySelector("slap-app").store.touch();
  });
  await aloud(page, "orders you to cross row 5: blue 40 ⇄ red 40");
});

test("what is on its way for long is marked, and the left hand has the piles in its order", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", DESKTOP);
  await standStill(page);
  await show(page, {});
  await page.evaluate(() => { window.answer = () => new Promise((done) => { window.release = () => done({ ok: {} }); }); });
  await page.locator(".sro-pile.draw").click();
  await page.locator(".sro-pile.draw.slow").waitFor();
  await page.evaluate(() => window.release());
  await page.locator(".sro-pile.draw:not(.slow)").waitFor();
  await show(page, { game: { step: "place", drawn: "blue-1" } });
  await page.locator('.own [data-slot="red.7"]').click();
  await page.locator('.own [data-slot="red.7"].slow').waitFor();
  await page.evaluate(() => window.release());
  await page.locator('.own [data-slot="red.7"]:not(.slow)').waitFor();

  const order = () => page.evaluate(() => [".sro-pile.draw", ".sro-pile.discard"].map((name) => document.querySelector(name).getBoundingClientRect().x)).then(([draw, discard]) => (draw < discard ? "draw first" : "discard first"));
  assert.equal(await order(), "draw first");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByLabel("Left-handed").click();
  await page.keyboard.press("Escape");
  await until(page, () => document.querySelector("[data-left]"));
  assert.equal(await order(), "discard first");
});

test("Escape takes back what is dragged, and a reverse card fits its pile on every screen", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana", DESKTOP);
  await standStill(page);
  await show(page, { game: { step: "place", drawn: "red-reverse", discard: { count: 3, top: "blue-reverse" } } });
  const middle = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle(".sro-pile.hand"));
  await page.mouse.down();
  await page.mouse.move(...await middle('.own [data-slot="blue.2"]'), { steps: 5 });
  await page.locator(".sro-ghost").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sro-ghost").waitFor({ state: "detached" });
  assert.equal(await page.locator(".target").count(), 0);
  await page.mouse.up();
  await frames(page);
  assert.deepEqual(await asked(page), []);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await frames(page);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".sro-pile .sro-card")].filter((card) => card.scrollWidth > card.clientWidth || [...card.children].some((part) => {
      const [inner, outer] = [part.getBoundingClientRect(), card.getBoundingClientRect()];
      return part.checkVisibility() && inner.width > 0 && (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5);
    })).map((card) => card.textContent)), [], `${width}×${height}`);
  }
});
