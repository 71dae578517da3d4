// Playing Wackee Six by the page's own controls, as fast as the page lets one.

import { snapshot, until } from "./people.js";

/** @typedef {import("playwright-core").Page} Page */

/** What somebody with good eyes would do now. @param {Page} page */
async function next(page) {
  return page.evaluate(async () => {
    const { fits, held, pairs } = await import("/games/wackee_six/fit.js");
    const { room, game, you } = document.querySelector("slap-app").store.snapshot;
    const { seq } = document.querySelector("slap-app").store;
    if (room.phase !== "playing") return { does: "stop", seq };
    const mine = game.sides.find(({ side }) => side === you.side);
    if (game.phase !== "playing") return { does: "wait", seq };
    for (const { spot, card } of held(mine)) {
      if (card !== "wild") {
        if (fits(game, card)) return { does: "play", spots: [spot], seq };
        continue;
      }
      const [pair] = pairs(game, mine, spot);
      if (pair) return { does: "pair", spots: [spot, pair.companion.spot], seq };
    }
    return { does: mine.stock + mine.waste > 0 ? "turn" : "wait", seq };
  });
}

/** Taps with a finger, wherever the node is at the moment. @param {Page} page */
async function tap(page, selector) {
  const box = await page.locator(selector).boundingBox();
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

const KEY = (spot) => (spot === "waste" ? "Enter" : spot.slice(4));

/** The two ways to play. */
export const HANDS = {
  taps: {
    play: (page, [spot]) => tap(page, `[data-spot="${spot}"]`),
    async pair(page, [wild, companion]) {
      await tap(page, `[data-spot="${wild}"]`);
      // Where only one card can follow, the first tap has played both.
      if (await page.locator(`[data-spot="${wild}"][data-chosen]`).count()) await tap(page, `[data-spot="${companion}"]`);
    },
    turn: (page) => tap(page, ".stock"),
  },
  keys: {
    play: (page, [spot]) => page.keyboard.press(KEY(spot)),
    async pair(page, [wild, companion]) {
      await page.keyboard.press(KEY(wild));
      if (await page.locator(`[data-spot="${wild}"][data-chosen]`).count()) await page.keyboard.press(KEY(companion));
    },
    turn: (page) => page.keyboard.press("Space"),
  },
};

/** Says "Let's get Wackee!" as the starter. @param {Page} page */
export async function start(page) {
  await page.locator(".over").getByRole("button").click();
  await until(page, () => document.querySelector("slap-app").store.snapshot.game.phase === "playing");
}

/**
 * Plays until the round is over. Gives back how often it did what.
 * @param {Page} page
 * @param {typeof HANDS.taps} hands
 */
export async function playRound(page, hands) {
  const done = { play: 0, pair: 0, turn: 0, wait: 0 };
  for (;;) {
    const { does, spots, seq } = await next(page);
    if (does === "stop") return done;
    done[does] += 1;
    if (does !== "wait") await hands[does](page, spots);
    // Whatever was pressed has become something, be it that somebody else was first.
    await until(page, (before) => document.querySelector("slap-app").store.seq > before, seq);
  }
}

/** Whether somebody's table says that nothing of his own is under way. @param {Page} page */
export const settled = (page) => until(page, () => !document.querySelector("[data-away]"));

export { snapshot };
