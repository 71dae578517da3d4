// What is dragged on the Super Rack-O table is seen, moves nothing else, and falls where the pointer is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { arrive, deal, join, newTable, options, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";

const set = stage();
const TALL = { ...PHONE, viewport: { width: 390, height: 844 } };

/** What moves a pointer over a page: a finger, or a mouse. */
async function pointer(page, finger) {
  if (!finger) {
    return { down: async ({ x, y }) => { await page.mouse.move(x, y); await page.mouse.down(); }, move: ({ x, y }) => page.mouse.move(x, y, { steps: 3 }), up: () => page.mouse.up() };
  }
  const session = await page.context().newCDPSession(page);
  const send = (type, at) => session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  return { down: (at) => send("touchStart", at), move: (at) => send("touchMove", at), up: () => send("touchEnd") };
}

const middle = (page, selector) => page.locator(selector).evaluate((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
});
/** Where everything is that could be moved. */
const boxes = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".sro-rack.own [data-slot], .sro-pile, .sro-seat, .sro-status")]
  .map((node, index) => [node.dataset.slot ?? `${index} ${node.className.split(" ").slice(0, 2).join(" ")}`, ["x", "y", "width", "height"].map((side) => Math.round(node.getBoundingClientRect()[side] * 10)).join(" ")])));
/** What is marked, what goes along, and what the pointer is over. */
const seen = (page, at) => page.evaluate(({ x, y }) => {
  const ghost = document.querySelector(".sro-ghost");
  const box = ghost?.getBoundingClientRect();
  const over = document.elementFromPoint(x, y);
  const name = (node) => node?.dataset.slot ?? (node?.classList.contains("sro-pile") ? node.className.split(" ")[1] : null);
  return {
    under: box !== undefined && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    inside: box !== undefined && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    card: ghost?.dataset.card,
    over: name(over?.closest("[data-slot], .sro-pile")),
    marked: [...document.querySelectorAll(".target")].map(name),
    outline: [...document.querySelectorAll(".target")].map((node) => getComputedStyle(node).outlineStyle),
  };
}, at);

for (const [how, device] of [["a finger", TALL], ["a mouse", DESKTOP]]) {
  test(`${how}: the card in hand and the discard go along, move nothing, mark and hit what is under the pointer`, { timeout: 90_000 }, async () => {
    const pages = [await set.person("Ana", device), await set.person("Bo", device)];
    await arrive(pages[0]);
    const code = await newTable(pages[0], "Super Rack-O");
    await options(pages[0], { turn_clock_ms: 0, window_ms: 150_000 });
    await join(pages[1], code, "Bo");
    await deal(pages);
    const hands = new Map();
    for (const page of pages) hands.set(page, await pointer(page, device.hasTouch === true));
    const onTurn = async () => {
      const seqs = await Promise.all(pages.map(async (page) => (await snapshot(page)).seq));
      await Promise.all(pages.map((page) => until(page, (seq) => document.querySelector("slap-app").store.seq >= seq
        && !document.querySelector("super-rack-o-table[aria-busy]"), Math.max(...seqs))));
      const { turn } = (await snapshot(pages[0])).game;
      return { page: pages[turn - 1], seat: turn };
    };
    const gone = async (page, seq) => until(page, (before) => document.querySelector("slap-app").store.seq > before
      && !document.querySelector("super-rack-o-table[aria-busy]"), seq);
    const card = (game, seat, name) => game.seats[seat - 1].rack[name.split(".")[0]][Number(name.split(".")[1]) - 1];
    /** Drags over all that is named, looks at each, and lets go over the last. */
    const drag = async (page, from, over) => {
      const hand = hands.get(page);
      await page.evaluate(() => Promise.all(document.getAnimations().map((motion) => motion.finished.catch(() => {}))));
      const before = await boxes(page);
      const held = await page.locator(`${from} .sro-card`).getAttribute("data-card");
      await hand.down(await middle(page, from));
      for (const [name, selector, marks] of over) {
        const at = await middle(page, selector);
        await hand.move(at);
        // Moves are told with the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const look = await seen(page, at);
        assert.equal(look.over, name);
        assert.deepEqual(look.marked, marks ? [name] : []);
        if (marks) assert.deepEqual(look.outline, ["solid"]);
        assert.ok(look.under && look.inside, `${held} is not at the pointer over ${name}: ${JSON.stringify(look)}`);
        assert.equal(look.card, held);
        assert.deepEqual(await boxes(page), before, `over ${name} something moved`);
      }
      const { seq } = await snapshot(page);
      await hand.up();
      return seq;
    };
    const slotOver = (name) => [name, `.own [data-slot="${name}"]`, true];

    // Into a slot, by way of others and of the discard pile; the last but one of the rows, where a shift shows most.
    let { page, seat } = await onTurn();
    const plain = (game, one) => ["red.2", "red.3", "blue.2", "blue.3", "red.4", "blue.4", "red.5"].find((name) => !card(game, one, name).endsWith("swap"));
    await page.locator(".sro-pile.draw").click();
    await until(page, () => document.querySelector("slap-app").store.snapshot.game.drawn !== null && !document.querySelector("super-rack-o-table[aria-busy]"));
    const { game } = await snapshot(page);
    const target = plain(game, seat);
    await gone(page, await drag(page, ".sro-pile.hand", [slotOver("blue.8"), ["discard", ".sro-pile.discard", true], ["draw", ".sro-pile.draw", false], slotOver(target)]));
    assert.equal(card((await snapshot(page)).game, seat, target), game.drawn);
    assert.equal(await page.locator(".sro-ghost, .target").count(), 0);

    // The discard, into a slot of whoever comes next; the pile itself is no place for it.
    for (let turns = 0; ; turns += 1) {
      assert.ok(turns < 20, "no discard could be taken in 20 turns");
      ({ page, seat } = await onTurn());
      const { top } = (await snapshot(page)).game.discard;
      if (!/swap|reverse/.test(top)) {
        const into = plain((await snapshot(page)).game, seat);
        await gone(page, await drag(page, ".sro-pile.discard", [["draw", ".sro-pile.draw", false], slotOver("red.8"), slotOver(into)]));
        assert.equal(card((await snapshot(page)).game, seat, into), top);
        return;
      }
      await page.locator(".sro-pile.draw").click();
      await until(page, () => document.querySelector("slap-app").store.snapshot.game.drawn !== null && !document.querySelector("super-rack-o-table[aria-busy]"));
      const { seq } = await snapshot(page);
      await page.locator(".sro-pile.discard").click();
      await gone(page, seq);
    }
  });
}
