// How many frames a second the page draws while it watches six bots at full speed, on a processor that the
// browser slows down. Server and bots share the machine with the browser, so three figures are taken in one
// run: the table standing still (what this browser can draw at all), the table hearing everything and drawing
// nothing, and the table drawing.
//
// Arguments: how many times slower the processor is made, for how many seconds it is looked at, and a folder
// with another state of web/ to be measured beside this one (in turns, so that both bear the same load).

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PHONE, launch } from "../support/browser.js";
import { arrive, newTable, options, until } from "../support/people.js";
import { Server } from "../support/server.js";

const [slower = 4, seconds = 10] = process.argv.slice(2, 4).map(Number);
const other = process.argv[4];
/** The page as it is here, whatever the binary holds. */
const here = new URL("../../../web", import.meta.url).pathname;
/** How long the table is looked at while nothing happens. */
const IDLE_MS = 3_000;
/** What the browser itself measures of its main thread, as it is called there. */
const PARTS = { script: "ScriptDuration", style: "RecalcStyleDuration", layout: "LayoutDuration" };

/** Runs inside the page: counts frames until `most` ms have passed, or the round is over. */
function count({ most, playing }) {
  return new Promise((done) => {
    const { store } = document.querySelector("slap-app");
    const [begin, drawn, seq] = [performance.now(), store.drawn, store.seq];
    const gaps = [];
    let last = 0;
    const frame = (at) => {
      if (last > 0) gaps.push(at - last);
      last = at;
      const goes = performance.now() - begin < most && (!playing || store.snapshot.room.phase === "playing");
      if (goes) requestAnimationFrame(frame);
      else done({ ms: performance.now() - begin, gaps, drawn: store.drawn - drawn, events: store.seq - seq });
    };
    requestAnimationFrame(frame);
  });
}

/** Serves the page's files out of another folder. */
const from = (folder) => (route) => {
  const file = join(folder, new URL(route.request().url()).pathname);
  if (!existsSync(file)) return route.fallback();
  const contentType = file.endsWith(".css") ? "text/css" : "text/javascript";
  return route.fulfill({ body: readFileSync(file), contentType });
};

/** A page at a table with six bots, and what is seen of it. */
async function measure(browser, folder, playMs) {
  const server = await Server.start();
  const context = await browser.newContext({ baseURL: server.url, ...PHONE });
  context.setDefaultTimeout(120_000);
  try {
    if (folder) await context.route(/\.(js|css)$/, from(folder));
    const page = await context.newPage();
    const ask = async (request) => {
      const answer = await page.evaluate((frame) => document.querySelector("slap-app").client.ask(frame), request);
      if (!("ok" in answer)) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
    };
    await arrive(page);
    await newTable(page, "Wackee Six");
    await ask({ type: "stand" });
    for (let side = 1; side <= 6; side += 1) await ask({ type: "add_bot", side });
    await options(page, { starter: "host", countdown_ms: 500, bot_pace_ms: 0, rounds: 100 });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const used = async () => {
      const { metrics } = await devtools.send("Performance.getMetrics");
      const value = (wanted) => metrics.find(({ name }) => name === wanted).value * 1000;
      return { all: value("ThreadTime"), ...Object.fromEntries(Object.entries(PARTS).map(([part, name]) => [part, value(name)])) };
    };

    const sums = {};
    const look = async (kind, how) => {
      const before = await used();
      const seen = await page.evaluate(count, how);
      const after = await used();
      const sum = sums[kind] ??= { ms: 0, drawn: 0, events: 0, gaps: [], used: {} };
      for (const key of ["ms", "drawn", "events"]) sum[key] += seen[key];
      for (const key in after) sum.used[key] = (sum.used[key] ?? 0) + after[key] - before[key];
      sum.gaps.push(...seen.gaps);
    };
    const phase = (wanted) => until(page, (phase) => document.querySelector("slap-app").store.snapshot.game?.phase === phase, wanted);

    // A round of bots is over soon: as many are watched as it takes, every third without drawing anything.
    for (let round = 0; (sums.drawing?.ms ?? 0) < playMs || !sums.listening; round += 1) {
      await ask({ type: "start" });
      await phase("dealt");
      if (round === 0) await look("idle", { most: IDLE_MS });
      await ask({ type: "act", action: { do: "start" } });
      await phase("playing");
      const listening = round % 3 === 1;
      if (listening) await page.evaluate(() => {
        const { store } = document.querySelector("slap-app");
        window.drawAsEver = store.draw;
        store.draw = () => {};
      });
      await look(listening ? "listening" : "drawing", { most: playMs, playing: true });
      if (listening) {
        await page.evaluate(() => {
          const { store } = document.querySelector("slap-app");
          store.draw = window.drawAsEver;
          store.touch();
        });
      }
      await until(page, () => document.querySelector("slap-app").store.snapshot.room.phase !== "playing");
    }
    return sums;
  } finally {
    await context.close();
    await server[Symbol.asyncDispose]();
  }
}

/** @param {any} into @param {any} more */
function add(into, more) {
  for (const [kind, sum] of Object.entries(more)) {
    const all = into[kind] ??= { ms: 0, drawn: 0, events: 0, gaps: [], used: {} };
    for (const key of ["ms", "drawn", "events"]) all[key] += sum[key];
    for (const key in sum.used) all.used[key] = (all.used[key] ?? 0) + sum.used[key];
    all.gaps.push(...sum.gaps);
  }
}

const WORDS = {
  idle: "the table stands still",
  listening: "it hears all, draws nothing",
  drawing: "it draws",
};

function tell(sums) {
  for (const [kind, { ms, gaps, drawn, events, used }] of Object.entries(sums)) {
    gaps.sort((one, two) => one - two);
    const at = (part) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * part))].toFixed(1);
    const rate = (number) => (number / (ms / 1000)).toFixed(1);
    console.log(`${WORDS[kind]} (${(ms / 1000).toFixed(1)} s): ${rate(gaps.length)} frames a second; between two: median ${at(0.5)} ms, `
      + `95 % ${at(0.95)} ms, longest ${at(1)} ms`);
    const parts = Object.keys(PARTS).map((part) => `${part} ${rate(used[part])}`).join(", ");
    // What the browser adds to slow the processor down is in it.
    console.log(`  drawn ${rate(drawn)} times for ${rate(events)} events a second; main thread ${rate(used.all)} ms a second (${parts})`);
  }
}

const browser = await launch();
try {
  console.log(`processor slowed ${slower}×, six bots at full speed`);
  if (!other) {
    tell(await measure(browser, null, seconds * 1000));
  } else {
    const [own, theirs] = [{}, {}];
    for (let turn = 0; turn < 4; turn += 1) {
      add(turn % 2 ? own : theirs, await measure(browser, turn % 2 ? here : other, seconds * 500));
    }
    console.log(`-- ${other}`);
    tell(theirs);
    console.log("-- the page as it is");
    tell(own);
  }
} finally {
  await browser.close();
}
