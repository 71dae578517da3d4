// Parts that need no page: chance out of a seed, where a replay stands as time passes, and when news are spoken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Speaker } from "../../web/parts/speak.js";
import { runBy } from "../../web/parts/time.js";
import { Draw } from "../../web/viewer/chance.js";
import { difference } from "../../web/viewer/compare.js";
import { Player } from "../../web/viewer/player.js";

const seedOf = (byte) => new Uint8Array(32).fill(byte);

test("the key stream is the published one", () => {
  // RFC 8439, appendix A.1: the key streams of the test vectors 1 and 2.
  const draw = new Draw(seedOf(0));
  const bytes = Buffer.alloc(128);
  for (let word = 0; word < 32; word += 1) bytes.writeUInt32LE(draw.word(), 4 * word);
  assert.equal(bytes.toString("hex"),
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    + "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
});

test("the draw and the shuffle are those of the server", () => {
  // The vectors that src/games/rng.rs is pinned by.
  const draw = new Draw(seedOf(7));
  assert.deepEqual(Array.from({ length: 8 }, () => draw.below(54)), [25, 13, 39, 23, 46, 18, 0, 48]);
  const cards = Array.from({ length: 12 }, (_, index) => index);
  draw.shuffle(cards);
  assert.deepEqual(cards, [7, 9, 6, 0, 5, 2, 8, 11, 4, 3, 1, 10]);
});

test("the first difference is named with its place", () => {
  const so = { row: ["red-5", { top: 3 }], side: 1 };
  assert.equal(difference("event", { row: ["red-5", { top: 3 }], side: 1, more: true }, so), "");
  assert.equal(difference("event", { row: ["red-5", { top: 4 }], side: 2 }, so), "event.row[1].top is 4, and by the rules it is 3");
  assert.equal(difference("event", { row: ["red-5"], side: 1 }, so), 'event.row is ["red-5"], and by the rules it is ["red-5",{"top":3}]');
  assert.equal(difference("event", { side: 1 }, so), 'event.row is left out, and by the rules it is ["red-5",{"top":3}]');
});

/** Two rounds. A wait of a minute between them is shown as 3 s; a race is lost by 2 ms at 1.002 s. */
function story() {
  const moments = [
    { at: 0, time: 0 }, { at: 500, time: 500 }, { at: 1_000, time: 1_000 }, { at: 1_002, time: 1_002 }, { at: 2_000, time: 2_000 },
    { at: 62_000, time: 5_000 }, { at: 62_500, time: 5_500 },
  ];
  const rounds = [{ round: 1, first: 0 }, { round: 2, first: 5 }];
  return {
    moments, rounds, length: 7_000,
    contests: [{ first: 2, late: 3, race: { margin_ms: 2 } }],
    roundAt: (index) => rounds.findLastIndex(({ first }) => first <= index),
  };
}

test("time passes at the speed that was chosen, and not in a pause", () => {
  const player = new Player(story());
  assert.deepEqual(player.pass(1_000), []);
  player.toggle();
  assert.deepEqual(player.pass(499), []);
  assert.deepEqual(player.pass(1), [1]);
  player.speed = 2;
  assert.deepEqual(player.pass(251), [2, 3]);
  assert.equal(player.time, 1_002);
  player.speed = 0.5;
  assert.deepEqual(player.pass(996), []);
  assert.equal(player.time, 1_500);
  player.speed = 8;
  assert.deepEqual(player.pass(10_000), [4, 5, 6]);
  assert.equal(player.playing, false, "it stands at the end");
  assert.equal(player.toggle(), true, "from the end it begins anew");
  assert.deepEqual([player.time, player.index], [0, 0]);
});

test("room time follows, and a long wait is cut out in its middle", () => {
  const player = new Player(story());
  for (const [time, at] of [[250, 250], [2_000, 2_000], [3_499, 3_499], [3_500, 60_500], [4_999, 61_999], [5_000, 62_000], [6_000, 63_000]]) {
    player.seek(time);
    assert.equal(player.at, at, `at ${time}`);
  }
});

test("a race is seen from shortly before it, slowly between the two slaps, and then it goes on", () => {
  const player = new Player(story());
  const contest = player.nextContest();
  player.show(contest);
  assert.ok(player.playing && player.time === 100 && player.index === 0);
  const { slowly } = player.scene;
  assert.equal(slowly, 750);
  // 900 ms before the first slap less half a second of slow motion; then the slap.
  player.pass(900 - 500 / slowly);
  assert.ok(Math.abs(player.time - player.scene.from) < 1e-6 && player.index === 1);
  assert.equal(player.rate, 1 / 750);
  assert.deepEqual(player.pass(499.9), []);
  assert.deepEqual(player.pass(0.2), [2]);
  assert.deepEqual(player.pass(1_499), [], "2 ms last 1.5 s");
  assert.deepEqual(player.pass(2), [3]);
  player.pass(2_200);
  assert.equal(player.scene, null);
  assert.equal(player.rate, 1);
  assert.ok(player.playing);
  // A pause in the middle keeps it, a jump ends it; after the last race comes the first.
  assert.equal(player.nextContest(), contest);
  player.show(contest);
  player.toggle();
  assert.ok(player.scene);
  player.seek(3_000);
  assert.equal(player.scene, null);
});

test("steps stand still; rounds are gone to from anywhere", () => {
  const player = new Player(story());
  player.toggle();
  player.stop(4);
  assert.deepEqual([player.index, player.time, player.playing], [4, 2_000, false]);
  player.stop(99);
  assert.equal(player.index, 6);
  player.stop(-1);
  assert.equal(player.index, 0);
  player.round(1);
  assert.equal(player.index, 5);
  player.round(-1);
  assert.equal(player.index, 0);
  player.seek(7_000);
  player.round(-1);
  assert.equal(player.index, 5, "the round that is well under way");
  player.round(1);
  assert.equal(player.time, 7_000);
});

test("no old news is spoken after what is the listener's own", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let time = 100_000;
  runBy(() => time);
  const spoken = [];
  // As much of a page as a live region needs.
  const element = () => ({ text: "", setAttribute() {}, append(...parts) { this.text += parts.join(""); }, replaceChildren({ text }) { spoken.push(text); } });
  globalThis.document = /** @type {any} */ ({ createElement: element });
  globalThis.Node = /** @type {any} */ (class {});
  t.after(() => { delete globalThis.document; delete globalThis.Node; });
  const pass = (seconds) => {
    for (let second = 0; second < seconds; second += 1) {
      time += 1_000;
      t.mock.timers.tick(1_000);
    }
    return spoken.splice(0);
  };
  const speaker = new Speaker();
  const other = (text) => ({ key: 0, text, mine: false });
  const mine = (text) => ({ key: 0, text, mine: true });
  speaker.hear([other("Bot 1 discarded red 1.")]);
  assert.deepEqual(pass(2), ["Bot 1 discarded red 1."]);
  // Not yet due: dropped. What came after it is told when it is due.
  speaker.hear([other("Bot 1 discarded red 3.")]);
  speaker.hear([other("Bot 2 draws."), mine("You have Super Rack-O!"), other("The game is over.")]);
  assert.deepEqual(pass(2), ["You have Super Rack-O!"]);
  assert.deepEqual(pass(9), ["The game is over."]);
  // Due: told before it.
  speaker.hear([other("Bot 1 discarded red 4."), mine("You drew blue 5.")]);
  assert.deepEqual(pass(9), ["Bot 1 discarded red 4. You drew blue 5."]);
});
