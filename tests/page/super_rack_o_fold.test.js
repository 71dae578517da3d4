// The Super Rack-O table folds every event into exactly what a fresh `state` says: for two players under
// different secrets and for a spectator, after every action of games of random play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./support/stage.js";
import { installWire } from "./support/wire.js";

const set = stage();

/** Kinds of events that the play must have brought about. */
const KINDS = ["dealt", "drawn", "exchanged", "discarded", "swap_played", "reversed", "settled", "called_falsely", "set_aside", "won"];

test("the folded table is the server's, event by event", { timeout: 120_000 }, async () => {
  const seed = Number(process.env.SLAPDOWN_SEED ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const page = await set.person("Ana");
  await page.goto("/");
  await installWire(page);
  const seen = await page.evaluate(play, { seed, kinds: KINDS });
  console.log(JSON.stringify(seen));
  for (const kind of [...KINDS, "known_crossed"]) assert.ok(seen[kind] > 0, `no ${kind} in ${JSON.stringify(seen)}`);
});

/** Runs inside the page. Gives back how many events of each kind were folded and compared. */
async function play({ seed, kinds }) {
  const { default: game } = await import("/games/super_rack_o.js");
  const { clocked } = await import("/parts/time.js");
  let drawnNumber = seed;
  const below = (bound) => {
    drawnNumber = (Math.imul(drawnNumber, 1664525) + 1013904223) >>> 0;
    return Math.floor((drawnNumber / 2 ** 32) * bound);
  };
  const one = (list) => list[below(list.length)];

  /** What a client makes of its frames so far. */
  const folded = (client) => {
    let view = null;
    for (const frame of client.frames) {
      if (frame.synced) continue;
      if (frame.type === "state") view = clocked(frame.game, frame.at);
      else {
        for (const event of frame.events) {
          if (kinds.includes(event.e) || event.e === "extended") view = game.apply(view, clocked(event, frame.at), frame.you, frame.room);
        }
      }
    }
    return view;
  };
  /** Instants differ by when they were heard: only whether there is one is compared. */
  const plain = (view) => JSON.stringify(view, (key, value) => (key.endsWith("_at") && value !== null ? "instant" : value));
  const sorted = (value) => (Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value);

  const players = [await wire.connect("Ana"), await wire.connect("Bo"), await wire.connect("Eli")];
  const watcher = await wire.connect("Dee");
  const everybody = [...players, watcher];
  const options = { false_call: "skip_turn", absent: "leave", window_ms: 150_000 };
  const { code } = await players[0].must({ type: "create_room", game: "super_rack_o", options });
  for (const [index, player] of players.entries()) {
    if (index) await player.must({ type: "join_room", code });
    await player.must({ type: "sit", side: index + 1 });
    await player.must({ type: "ready", ready: true });
  }
  await watcher.must({ type: "join_room", code, as: "spectator" });
  await players[0].must({ type: "start" });

  const seen = {};
  let counted = 0;
  const compare = async () => {
    for (const client of everybody) {
      const state = await client.sync();
      state.synced = true;
      const own = plain(sorted(folded(client)));
      const theirs = plain(sorted(clocked(state.game, state.at)));
      if (own !== theirs) throw new Error(`${client.welcome.player.name} at ${state.seq}\nfolded ${own}\nserver ${theirs}`);
    }
    for (const frame of watcher.frames.slice(counted)) {
      for (const { e } of frame.events ?? []) if (kinds.includes(e)) seen[e] = (seen[e] ?? 0) + 1;
    }
    counted = watcher.frames.length;
  };
  const act = async (client, action) => {
    const answer = await client.ask({ type: "act", action });
    if (answer.type === "error" && !["not_finished", "not_to_be_taken"].includes(answer.code)) {
      throw new Error(`${JSON.stringify(action)}: ${JSON.stringify(answer)}`);
    }
    await Promise.all(everybody.map((one) => one.reaches(answer.seq)));
  };

  const knownIn = (view, seat, row) => view.seats.find((own) => own.seat === seat).known.filter((slot) => slot.endsWith(`.${row}`)).length;
  /** A row to name: sooner one that crosses what everybody knows, since that knowledge has to go along. */
  const rowOf = (view, seat) => [1, 2, 3, 4, 5, 6, 7, 8].find((row) => knownIn(view, seat, row) === 1 && below(2)) ?? 1 + below(8);
  const enough = () => ["known_crossed", "swap_played", "reversed", "settled", "called_falsely"].every((kind) => (seen[kind] ?? 0) >= 2);
  await compare();
  for (let turn = 0; turn < 400 && !(turn >= 60 && enough()); turn += 1) {
    const view = folded(watcher);
    if (view.phase === "over") break;
    const seat = view.window?.against ?? view.turn;
    const client = players[seat - 1];
    const mine = folded(client);
    const rack = mine.seats.find((own) => own.seat === seat).rack;
    const slots = ["blue", "red"].flatMap((side) => rack[side].map((card, index) => [`${side}.${index + 1}`, card]));
    const order = () => {
      const target = one(view.seats.filter((own) => own.seat !== seat)).seat;
      return { target, row: rowOf(view, target) };
    };
    if (view.window) {
      const reverse = slots.find(([, card]) => card.endsWith("-reverse"));
      if (reverse && below(3)) await act(client, { do: "reverse", slot: reverse[0], row: rowOf(view, view.window.by) });
      else {
        if (knownIn(view, seat, view.window.row) === 1) seen.known_crossed = (seen.known_crossed ?? 0) + 1;
        await act(client, { do: "accept" });
      }
    } else if (below(12) === 0) {
      await act(client, { do: "call" });
    } else {
      const [slot, out] = one(slots);
      const swap = out.endsWith("-swap") && below(3) ? { swap: order() } : {};
      if (mine.step === "take") await act(client, below(3) ? { do: "draw" } : { do: "take", slot, ...swap });
      else if (mine.drawn.endsWith("-swap") && below(3)) await act(client, { do: "swap", ...order() });
      else await act(client, below(3) ? { do: "exchange", slot, ...swap } : { do: "discard" });
    }
    await compare();
  }
  // Two leave: the second makes the last one in play win.
  for (const leaver of players.slice(1)) {
    everybody.splice(everybody.indexOf(leaver), 1);
    const before = watcher.seq;
    await leaver.must({ type: "leave_room" });
    await Promise.all(everybody.map((one) => one.reaches(before + 1)));
    await compare();
  }
  return seen;
}
