// Four people play Super Rack-O by the page's own controls: draws, exchanges, an order, its reverse, the
// counter-reverse, and what each of them sees of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { drawingSeen, watchDrawing } from "./support/drawing.js";
import { addBots, arrive, call, compareWithState, deal, join, newTable, options, snapshot, until, watch } from "./support/people.js";
import { stage } from "./support/stage.js";

const set = stage();
const TITLE = "Super Rack-O";
const NAMES = ["Ana", "Bo", "Chidi", "Dee"];

/** Somebody's slots that hold a kind of card. */
function holding(view, seat, kind) {
  const { rack } = view.seats.find((own) => own.seat === seat);
  return ["blue", "red"].flatMap((side) =>
    rack[side].flatMap((card, index) => (card?.endsWith(`-${kind}`) ? [`${side}.${index + 1}`] : [])));
}

/** Waits until all pages have the same number. */
async function together(pages) {
  const seqs = await Promise.all(pages.map(async (page) => (await snapshot(page)).seq));
  const last = Math.max(...seqs);
  await Promise.all(pages.map((page) => until(page, (seq) => document.querySelector("slap-app").store.seq >= seq, last)));
}

/** Presses, and waits until the table has gone on. */
async function does(page, press) {
  const { seq } = await snapshot(page);
  await press();
  await until(page, (before) => document.querySelector("slap-app").store.seq > before
    && !document.querySelector("super-rack-o-table[aria-busy]"), seq);
}

const slot = (page, name) => page.locator(`.sro-rack.own [data-slot="${name}"]`);
const row = (page, number) => page.locator(`.sro-rack.other [data-row="${number}"]`);
const sentence = (page) => page.locator(".sro-say:visible");

/** Plays by taps until somebody orders somebody to cross a row who can reverse it, and whose reverse can be countered. */
async function untilAnOrder(pages) {
  for (let turn = 0; turn < 200; turn += 1) {
    await together(pages);
    const views = await Promise.all(pages.map(async (page) => (await snapshot(page)).game));
    const seat = views[0].turn;
    const page = pages[seat - 1];
    const view = views[seat - 1];
    const canReverse = views.map((own, index) => holding(own, index + 1, "reverse").length > 0);
    const target = [1, 2, 3, 4].find((other) => other !== seat && canReverse[other - 1]);
    const [swapSlot] = holding(view, seat, "swap");
    await does(page, () => page.locator(".sro-pile.draw").click());
    const { drawn } = (await snapshot(page)).game;
    const armed = canReverse[seat - 1] && target !== undefined;
    if (armed && (swapSlot || drawn.endsWith("-swap"))) {
      await (drawn.endsWith("-swap") ? page.locator(".sro-pile.hand") : slot(page, swapSlot)).click();
      await page.getByRole("group", { name: "Whom" }).getByRole("button", { name: NAMES[target - 1] }).click();
      return { seat, target, page };
    }
    // Swap and reverse cards are kept, in the place of what is neither.
    const keep = /swap|reverse/.test(drawn);
    const plain = ["blue", "red"].flatMap((side) => view.seats[seat - 1].rack[side].map((card, index) => [card, `${side}.${index + 1}`]))
      .find(([card]) => !/swap|reverse/.test(card));
    await does(page, () => (keep ? slot(page, plain[1]) : page.locator(".sro-pile.discard")).click());
  }
  throw new Error("in 200 turns nobody could be ordered who could reverse it");
}

test("a swap, its reverse and the counter-reverse, as four people see them", { timeout: 150_000 }, async () => {
  const pages = [];
  for (const [index, name] of NAMES.entries()) pages.push(await set.person(name, index % 2 ? DESKTOP : PHONE));
  await arrive(pages[0]);
  await call(pages[0], NAMES[0]);
  const code = await newTable(pages[0], TITLE);
  await options(pages[0], { window_ms: 150_000, turn_clock_ms: 0 });
  for (const [index, page] of pages.entries()) if (index) await join(page, code, NAMES[index]);
  await deal(pages);
  for (const page of pages) await watchDrawing(page, { card: ".sro-slot, .sro-pile .sro-card", face: "data-card" });

  const { seat, target, page } = await untilAnOrder(pages);
  const [victim, orderer] = [NAMES[target - 1], NAMES[seat - 1]];
  await page.locator(".sro-rack.other").and(page.getByRole("group", { name: `Rack of ${victim}` })).waitFor();
  await does(page, () => row(page, 5).click());
  await together(pages);

  // The window is against the victim alone; the others read of it.
  const under = pages[target - 1];
  const panel = (one) => one.getByRole("group", { name: "An order against you" });
  await panel(under).waitFor();
  assert.match(await sentence(under).innerText(), new RegExp(`${orderer} orders you to cross row 5`));
  for (const other of pages) if (other !== under) assert.equal(await panel(other).isVisible(), false);
  const third = pages.find((one) => one !== under && one !== page);
  assert.match(await sentence(third).innerText(), new RegExp(`${orderer}.* orders .*${victim}.* to cross row 5`));

  // Reverse: the orderer is under an order now, for the row that was named.
  await does(under, async () => {
    await panel(under).getByRole("button", { name: "Reverse" }).click();
    await row(under, 3).click();
  });
  await together(pages);
  await panel(page).waitFor();
  assert.match(await sentence(page).innerText(), new RegExp(`${victim} reversed: cross your row 3`));

  // Counter-reverse, by the slot in which the reverse card stands.
  const [reverseSlot] = holding((await snapshot(page)).game, seat, "reverse");
  await does(page, async () => {
    await slot(page, reverseSlot).click();
    await row(page, 7).click();
  });
  await together(pages);
  await panel(under).waitFor();
  const before = (await snapshot(under)).game.seats[target - 1].rack;
  const [blue, red] = [before.blue[6], before.red[6]];
  await does(under, () => panel(under).getByRole("button", { name: "Accept" }).click());
  await together(pages);

  // The last order alone was carried out, and the turn is the next one's.
  const after = (await snapshot(under)).game;
  assert.deepEqual([after.seats[target - 1].rack.blue[6], after.seats[target - 1].rack.red[6]], [red, blue]);
  assert.equal(after.turn, (seat % 4) + 1);
  const name = await slot(under, "blue.7").getAttribute("aria-label");
  const [color, number] = red.split("-");
  assert.ok(name.includes(/^\d/.test(number) ? `${color} ${number}` : number), `${name} for ${red}`);
  await third.locator(".sro-seat", { hasText: orderer }).getByText("reversed, row 7").waitFor();
  for (const one of pages) {
    const seen = await drawingSeen(one);
    assert.deepEqual(seen.faults, []);
    assert.ok(seen.most <= 1 && seen.cards > 0, JSON.stringify(seen));
    await compareWithState(one);
  }
});

test("a turn by keys alone, and what cannot be done is said", { timeout: 60_000 }, async () => {
  const page = await set.person("Ana");
  await arrive(page);
  await newTable(page, TITLE);
  await options(page, { turn_clock_ms: 0, bot_pace_ms: 0, window_ms: 150_000 });
  await addBots(page, 1);
  await deal([page]);
  const mine = async () => {
    await until(page, () => {
      const { game } = document.querySelector("slap-app").store.snapshot;
      return (game.window?.against ?? game.turn) === 1 && !document.querySelector("super-rack-o-table[aria-busy]");
    });
    const { game } = await snapshot(page);
    if (game.window) {
      await does(page, () => page.keyboard.press("a"));
      await mine();
    }
  };
  await mine();
  await page.keyboard.press("x");
  await page.getByText("There is nothing in your hand: draw first.").first().waitFor();
  await does(page, () => page.keyboard.press("d"));
  const { drawn } = (await snapshot(page)).game;
  const held = (await snapshot(page)).game.seats[0].rack.blue[2];
  await page.keyboard.press("b");
  if (held.endsWith("-swap")) {
    await page.keyboard.press("3");
    await does(page, () => page.keyboard.press("n"));
  } else {
    await does(page, () => page.keyboard.press("3"));
  }
  assert.equal((await snapshot(page)).game.seats[0].rack.blue[2], drawn);

  await mine();
  await page.keyboard.press("c");
  await page.getByText("Your rack is not finished.").first().waitFor();
  const { game } = await snapshot(page);
  await page.keyboard.press("f");
  if (/swap|reverse/.test(game.discard.top)) {
    await page.getByText("Swap and reverse cards cannot be taken: draw a card.").first().waitFor();
  } else {
    const out = game.seats[0].rack.red[7];
    await page.keyboard.press("r");
    if (out.endsWith("-swap")) {
      await page.keyboard.press("8");
      await does(page, () => page.keyboard.press("n"));
    } else {
      await does(page, () => page.keyboard.press("8"));
    }
    const own = (await snapshot(page)).game.seats[0];
    assert.equal(own.rack.red[7], game.discard.top);
    assert.ok(own.known.includes("red.8"));
    assert.match(await slot(page, "red.8").getAttribute("aria-label"), /known to all/);
  }
});

test("a finger drags the card in hand to a slot, and the discard to another", { timeout: 60_000 }, async () => {
  const [ana, bo] = [await set.person("Ana", PHONE), await set.person("Bo", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, TITLE);
  await options(ana, { turn_clock_ms: 0, window_ms: 150_000 });
  await join(bo, code, "Bo");
  await deal([ana, bo]);
  const pages = [ana, bo];
  const touches = new Map();
  for (const page of pages) touches.set(page, await page.context().newCDPSession(page));
  /** Drags from one node to another, and lets go there. */
  const drag = async (page, from, to) => {
    const at = async (selector) => {
      const box = await page.locator(selector).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [a, b] = [await at(from), await at(to)];
    const point = (type, where) => touches.get(page).send("Input.dispatchTouchEvent", { type, touchPoints: where ? [where] : [] });
    await point("touchStart", a);
    for (let part = 1; part <= 4; part += 1) await point("touchMove", { x: a.x + (b.x - a.x) * part / 4, y: a.y + (b.y - a.y) * part / 4 });
    assert.equal(await page.locator(".sro-ghost").count(), 1, "nothing goes with the finger");
    await point("touchEnd");
    await page.locator(".sro-ghost").waitFor({ state: "detached" });
  };
  /** A slot whose card is neither swap nor reverse. */
  const plain = (rack) => ["blue", "red"].flatMap((side) => rack[side].map((card, index) => [card, `${side}.${index + 1}`]))
    .find(([card]) => !/swap|reverse/.test(card));
  let [placed, taken] = [false, false];
  for (let turns = 0; turns < 40 && !(placed && taken); turns += 1) {
    await together(pages);
    const seat = (await snapshot(ana)).game.turn;
    const page = pages[seat - 1];
    const { game } = await snapshot(page);
    const [, name] = plain(game.seats[seat - 1].rack);
    const there = async () => (await snapshot(page)).game.seats[seat - 1].rack[name.split(".")[0]][Number(name.split(".")[1]) - 1];
    if (placed && !/swap|reverse/.test(game.discard.top)) {
      await does(page, () => drag(page, ".sro-pile.discard", `.own [data-slot="${name}"]`));
      assert.equal(await there(), game.discard.top);
      taken = true;
      continue;
    }
    await does(page, () => page.locator(".sro-pile.draw").tap());
    const { drawn } = (await snapshot(page)).game;
    // Let go of beside everything it is still in the hand.
    await drag(page, ".sro-pile.hand", ".sro-seats");
    assert.equal((await snapshot(page)).game.drawn, drawn);
    await does(page, () => drag(page, ".sro-pile.hand", placed ? ".sro-pile.discard" : `.own [data-slot="${name}"]`));
    if (!placed) assert.equal(await there(), drawn);
    placed = true;
  }
  assert.ok(placed && taken);
  for (const page of pages) await compareWithState(page);
});

test("who watches sees no rack, and the game's end shows them all", { timeout: 60_000 }, async () => {
  const [ana, bo, dee] = [await set.person("Ana"), await set.person("Bo", PHONE), await set.person("Dee", PHONE)];
  await arrive(ana);
  const code = await newTable(ana, TITLE);
  await options(ana, { turn_clock_ms: 0, absent: "leave" });
  await join(bo, code, "Bo");
  await deal([ana, bo]);
  await watch(dee, code);
  await dee.locator(".sro-seat").first().waitFor();
  assert.equal(await dee.locator(".sro-seat").count(), 2);
  const { game } = await snapshot(dee);
  assert.deepEqual(new Set(game.seats.flatMap(({ rack }) => [...rack.blue, ...rack.red])), new Set([null]));
  assert.equal(await dee.locator(".sro-rack.own").isVisible(), false);
  assert.equal(await dee.locator(".sro-call").isVisible(), false);

  await bo.evaluate(() => document.querySelector("slap-app").leave());
  for (const page of [ana, dee]) {
    await until(page, () => document.querySelector("slap-app").store.snapshot.game.phase === "over");
    await page.getByRole("region", { name: "Score sheet" }).waitFor();
    assert.ok((await snapshot(page)).game.seats.every(({ rack }) => [...rack.blue, ...rack.red].every(Boolean)));
    await compareWithState(page);
  }
  // What a call that comes too late is answered: the table tells by how much.
  const { error } = await ana.evaluate(() => document.querySelector("slap-app").client.ask({ type: "act", action: { do: "call" } }));
  assert.equal(error.code, "round_over");
  assert.ok(error.detail.margin_ms >= 0, JSON.stringify(error));
});
