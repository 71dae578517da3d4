// Two people go for the same spot: one gets it, the other's page says who was first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { arrive, compareWithState, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";
import { installWire } from "./support/wire.js";
import { HANDS } from "./support/wackee_six.js";

const set = stage();

/**
 * Runs inside a page: six plain sockets play until two sides hold the same card and one pile takes it. With
 * six sides that is soon so.
 */
async function leadUp() {
  const { fits, held, takers } = await import("/games/wackee_six/fit.js");
  const names = ["Ana", "Bo", "Chidi", "Dee", "Eli", "Fay"];
  const clients = [];
  for (const name of names) clients.push(await wire.connect(name, "full"));
  const options = { countdown_ms: 0, min_turn_gap_ms: 0, idle_vote_ms: 0, absent: "hold", rounds: 9 };
  const { code } = await clients[0].must({ type: "create_room", game: "wackee_six", options });
  for (const [index, client] of clients.entries()) {
    if (index) await client.must({ type: "join_room", code });
    await client.must({ type: "sit", side: index + 1 });
  }
  const natural = (side) => held(side).filter(({ card }) => card !== "wild");
  const contested = (game) => {
    for (const one of game.sides) {
      for (const other of game.sides.slice(one.side)) {
        for (const { card, spot } of natural(one)) {
          const same = natural(other).find((theirs) => theirs.card === card);
          if (same && takers(game, card).length === 1) return { card, sides: [one.side, other.side], spots: [spot, same.spot] };
        }
      }
    }
    return null;
  };
  const state = (client) => client.frames.at(-1);
  for (let step = 0; step < 3000; step += 1) {
    const client = clients[step % 6];
    await client.reaches(Math.max(...clients.map(({ seq }) => seq)));
    const { room, game, you } = state(client);
    if (room.phase !== "playing") {
      for (const one of clients) await one.must({ type: "ready", ready: true });
      await clients[0].must({ type: "start" });
      await clients[0].must({ type: "act", action: { do: "start" } });
    } else if (game.phase === "playing") {
      const found = contested(game);
      if (found) {
        return { code, card: found.card, people: found.sides.map((side, index) =>
          ({ side, name: names[side - 1], token: clients[side - 1].welcome.token, spot: found.spots[index] })) };
      }
      const fit = natural(game.sides.find(({ side }) => side === you.side)).find(({ card }) => fits(game, card));
      await client.ask({ type: "act", action: fit ? { do: "play", card: fit.card, from: fit.spot } : { do: "turn" } });
    } else {
      await client.next(({ type }) => type === "state", "the table going on");
    }
  }
  throw new Error("no spot was ever contested");
}

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
