// Two people go for the same spot: one gets it, the other's page says who was first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { arrive, compareWithState, snapshot, until } from "./support/people.js";
import { leadUp } from "./support/race.js";
import { stage } from "./support/stage.js";
import { installWire } from "./support/wire.js";
import { HANDS } from "./support/wackee_six.js";

const set = stage();

test("of two who go for one spot, the loser reads who was first", { timeout: 90_000 }, async () => {
  const crowd = await set.person("the six");
  await crowd.goto("/");
  await installWire(crowd);
  const { code, card, people } = await crowd.evaluate(leadUp);

  // Two pages take over from the two sockets, as the same players.
  const pages = [await set.person(people[0].name, DESKTOP), await set.person(people[1].name, PHONE)];
  const hands = [HANDS.keys, HANDS.taps];
  for (const [index, page] of pages.entries()) {
    await page.addInitScript((token) => localStorage.setItem("slapdown.token", token), people[index].token);
    await arrive(page, `/r/${code}`);
    await page.locator(`[data-spot="${people[index].spot}"][data-card="${card}"]`).waitFor();
  }
  const { seq } = await snapshot(pages[0]);
  await Promise.all(pages.map((page, index) => hands[index].play(page, [people[index].spot])));

  const lines = pages.map((page) => page.locator(".own .status"));
  const loser = await Promise.any(lines.map(async (line, index) => {
    await line.getByText(/was first by \d+ ms/).waitFor();
    return index;
  }));
  const winner = 1 - loser;
  assert.match(await lines[loser].innerText(), new RegExp(`^${people[winner].name} was first by \\d+ ms`));
  await lines[winner].getByText(/^You played /).waitFor();

  // The card lies where it lay, the pile has the winner's, and both tables are the server's.
  await until(pages[loser], ([at, card]) => {
    const node = document.querySelector(`[data-spot="${at}"]`);
    return node.getAttribute("data-card") === card && !node.hasAttribute("data-away") && !document.querySelector(".loose.pending");
  }, [people[loser].spot, card]);
  const [color, number] = card.split("-");
  for (const page of pages) {
    const now = await snapshot(page);
    assert.ok(now.seq > seq);
    const pile = now.game.piles.find((one) => one.color === color && one.top === Number(number) && one.by === people[winner].side);
    assert.ok(pile, `no pile shows ${card} by side ${people[winner].side}`);
    await compareWithState(page);
  }
});
