// Takes pictures of the page in the states and sizes that matter, into a folder that is named.
// Arguments: the folder, and how the names of the wanted pictures begin (all, if nothing is said).

import { mkdir } from "node:fs/promises";
import { join as path } from "node:path";
import { launch } from "../support/browser.js";
import { addBots, arrive, call, deal, join, newTable, options, snapshot, until } from "../support/people.js";
import { Server } from "../support/server.js";
import { HANDS, playRound, start } from "../support/wackee_six.js";

const [folder, wanted = ""] = process.argv.slice(2);
const SIZES = { phone: [390, 844], bars: [390, 664], small: [320, 568], lying: [844, 390], desktop: [1440, 900] };

await mkdir(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();

async function person() {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  context.setDefaultTimeout(120_000);
  await arrive(page);
  return page;
}

/** Pictures of a page as it is now, in several sizes. */
async function shoot(page, name, sizes) {
  for (const size of sizes) {
    const [width, height] = SIZES[size];
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.activeElement?.matches("button") && document.activeElement.blur());
    // Two frames: the layout of the new size, and what answers to it. Then whatever moves has arrived, but for
    // what takes long by its nature, such as the bar of a window.
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const brief = document.getAnimations().filter((motion) => motion.effect.getComputedTiming().endTime < 2_000);
      await Promise.all(brief.map((motion) => motion.finished.catch(() => {})));
    });
    const file = path(folder, `${name}-${width}x${height}.png`);
    await page.screenshot({ path: file });
    console.log(file);
  }
}

/** Opens the menu of a table and chooses. */
async function choose(page, label) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: label }).click();
}

const scenes = {
  async first() {
    const page = await person();
    await shoot(page, "first", ["phone", "small", "lying", "desktop"]);
  },

  async lobby() {
    const [ana, bo] = [await person(), await person()];
    await call(ana, "Ana");
    const code = await newTable(ana, "Wackee Six");
    await join(bo, code, "Bo");
    await addBots(ana, 2);
    await options(ana, { target: 150, wild_13: true });
    await bo.getByRole("button", { name: /ready/i }).and(bo.locator(".main")).click();
    await shoot(ana, "lobby", ["phone", "small", "lying", "desktop"]);
    await shoot(bo, "lobby-guest", ["phone"]);
    await ana.getByRole("button", { name: "Options" }).click();
    await shoot(ana, "options", ["phone", "desktop"]);
  },

  async wackee() {
    const ana = await person();
    await call(ana, "Ana");
    await newTable(ana, "Wackee Six");
    await options(ana, { rounds: 3, countdown_ms: 1000, bot_pace_ms: 900 });
    await addBots(ana, 5);
    await deal([ana]);
    await shoot(ana, "wackee-dealt", ["phone"]);
    await start(ana);
    const played = playRound(ana, HANDS.taps);
    // Whatever goes wrong meanwhile is told first.
    played.catch(() => {});
    await until(ana, () => document.querySelector("slap-app").store.snapshot.game.piles.length >= 11);
    await shoot(ana, "wackee", ["bars", "small", "lying", "desktop", "phone"]);
    await played;
    await ana.getByRole("region", { name: "Score sheet" }).waitFor();
    await shoot(ana, "sheet", ["phone", "small", "lying", "desktop"]);
    await ana.getByRole("button", { name: "See the table" }).click();
    await shoot(ana, "folded", ["phone", "lying"]);
  },

  async replay() {
    const ana = await person();
    await call(ana, "Ana");
    await newTable(ana, "Wackee Six");
    await options(ana, { rounds: 1, countdown_ms: 1000, bot_pace_ms: 400 });
    await addBots(ana, 3);
    await deal([ana]);
    await start(ana);
    await playRound(ana, HANDS.taps);
    const link = ana.getByRole("link", { name: "Watch the replay" });
    const address = await link.getAttribute("href");
    await ana.goto(address);
    await until(ana, () => document.querySelector("slap-replay")?.verdict != null);
    await ana.keyboard.press("Space");
    const slider = await ana.getByLabel("Where the replay stands").boundingBox();
    await ana.mouse.click(slider.x + slider.width * 0.6, slider.y + slider.height / 2);
    await shoot(ana, "replay", ["phone", "bars", "small", "lying", "desktop"]);
    if (await ana.getByRole("button", { name: "Next contested slap" }).isVisible()) {
      await ana.keyboard.press("n");
      await until(ana, () => {
        const { time, scene } = document.querySelector("slap-replay").player;
        return scene !== null && time > scene.late;
      });
      await ana.keyboard.press("Space");
      await shoot(ana, "replay-contest", ["phone", "lying", "desktop"]);
    }
  },

  async team() {
    const [ana, bo, dee] = [await person(), await person(), await person()];
    await call(ana, "Ana");
    const code = await newTable(ana, "Wackee Six");
    await options(ana, { countdown_ms: 0, idle_vote_ms: 1, bot_pace_ms: 10_000 });
    await ana.locator("[data-own]").getByLabel("What you do").selectOption("row");
    await join(bo, code, "Bo");
    await bo.getByRole("button", { name: "Join Star" }).click();
    await until(ana, () => document.querySelector("slap-app").store.snapshot.room.members.filter(({ side }) => side === 1).length === 2);
    await shoot(ana, "team-lobby", ["phone", "small", "desktop"]);
    await addBots(ana, 2);
    await deal([ana, bo]);
    await start(ana);
    for (let turn = 0; turn < 3; turn += 1) await bo.locator(".stock").click();
    await shoot(ana, "team-row", ["bars", "lying"]);
    await shoot(bo, "team-deck", ["bars", "lying"]);
    await arrive(dee, `/r/${code}`);
    await dee.getByRole("button", { name: "Watch", exact: true }).click();
    await dee.locator("wackee-six[data-watching]").waitFor();
    await shoot(dee, "watching", ["bars", "lying", "desktop"]);
    await bo.evaluate(() => document.querySelector("slap-app").asks.chat("Shall we?"));
    await ana.getByRole("button", { name: /^Talk/ }).click();
    await shoot(ana, "talk", ["bars", "lying"]);
    await ana.locator("slap-talk").getByRole("button", { name: "Close" }).click();
    await ana.getByRole("button", { name: "Menu" }).click();
    await shoot(ana, "menu", ["bars", "lying"]);
    await ana.keyboard.press("Escape");
    await choose(bo, "Ask to end the match");
    await bo.getByRole("button", { name: "Ask to end the match" }).and(bo.locator(".bad")).click();
    await shoot(bo, "vote", ["bars", "lying"]);
  },

  async stuck() {
    const [ana, bo] = [await person(), await person()];
    await call(ana, "Ana");
    const code = await newTable(ana, "Wackee Six");
    await options(ana, { countdown_ms: 0, idle_vote_ms: 1 });
    await join(bo, code, "Bo");
    await deal([ana, bo]);
    await start(ana);
    await bo.getByRole("button", { name: "Rotate the stocks" }).click();
    const ballot = ana.getByRole("group", { name: "A vote" });
    await ballot.getByRole("button", { name: "Agree" }).click();
    await ana.getByText("Rotation").waitFor();
    await shoot(ana, "stuck", ["bars"]);
    await until(ana, () => document.querySelector("slap-app").store.snapshot.game.phase === "playing");
    await choose(ana, "Ask for a pause");
    await bo.getByRole("group", { name: "A vote" }).getByRole("button", { name: "Agree" }).click();
    await ana.locator(".over").getByText("Paused").waitFor();
    await shoot(ana, "paused", ["bars", "lying"]);
  },

  async rack() {
    const ana = await person();
    await call(ana, "Ana");
    await newTable(ana, "Super Rack-O");
    await options(ana, { window_ms: 150_000, bot_pace_ms: 100, turn_clock_ms: 120_000 });
    await addBots(ana, 3);
    await deal([ana]);
    let shotTurn = false;
    for (;;) {
      await until(ana, () => {
        const { room, game } = document.querySelector("slap-app").store.snapshot;
        return (room.phase !== "playing" || (game.window?.against ?? game.turn) === 1) && !document.querySelector("[aria-busy]");
      });
      const { room, game, seq } = await snapshot(ana);
      if (room.phase !== "playing") throw new Error("the game ended before anybody ordered Ana to cross a row");
      if (game.window) break;
      await ana.locator(game.step === "take" ? ".sro-pile.draw" : ".sro-pile.discard").click();
      await until(ana, (before) => document.querySelector("slap-app").store.seq > before, seq);
      if (!shotTurn && game.step === "take" && game.draw_pile < 36) {
        shotTurn = true;
        await shoot(ana, "rack-turn", ["phone", "bars", "small", "lying", "desktop"]);
        await ana.setViewportSize({ width: 390, height: 844 });
      }
    }
    await shoot(ana, "rack-window", ["phone", "bars", "small", "lying", "desktop"]);
  },
};

try {
  for (const [name, scene] of Object.entries(scenes)) if (name.startsWith(wanted)) await scene();
} finally {
  await browser.close();
  await server[Symbol.asyncDispose]();
}
