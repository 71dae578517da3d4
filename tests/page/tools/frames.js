// How many frames a second the page draws while it watches six bots at full speed.
// Arguments: how many times slower the processor is made, and for how many seconds it is looked at.

import { PHONE, launch } from "../support/browser.js";
import { arrive, newTable, options, until } from "../support/people.js";
import { Server } from "../support/server.js";

const [slower = 4, seconds = 10] = process.argv.slice(2).map(Number);

const server = await Server.start();
const browser = await launch();
try {
  const context = await browser.newContext({ baseURL: server.url, ...PHONE });
  const page = await context.newPage();
  await arrive(page);
  await newTable(page, "Wackee Six");
  await page.evaluate(async () => {
    const { client } = document.querySelector("slap-app");
    await client.ask({ type: "stand" });
    for (let side = 1; side <= 6; side += 1) await client.ask({ type: "add_bot", side });
  });
  await options(page, { starter: "automatic", countdown_ms: 500, bot_pace_ms: 0, rounds: 100 });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });

  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const threadMs = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ThreadTime").value * 1000;
  };

  let [frames, drawn, events, played, worked] = [0, 0, 0, 0, 0];
  const gaps = [];
  // A round of bots is over soon: as many rounds are watched as it takes.
  while (played < seconds * 1000) {
    await page.evaluate(() => document.querySelector("slap-app").client.ask({ type: "start" }));
    await until(page, () => document.querySelector("slap-app").store.snapshot.game?.phase === "playing");
    const workedBefore = await threadMs();
    const seen = await page.evaluate((most) => new Promise((done) => {
      const { store } = document.querySelector("slap-app");
      const [begin, drawnBefore, seqBefore] = [performance.now(), store.drawn, store.seq];
      const gaps = [];
      let last = begin;
      const frame = (at) => {
        if (gaps.length || at > begin) gaps.push(at - last);
        last = at;
        const goes = store.snapshot.room.phase === "playing" && at - begin < most;
        if (goes) requestAnimationFrame(frame);
        else done({ ms: at - begin, gaps, drawn: store.drawn - drawnBefore, events: store.seq - seqBefore });
      };
      requestAnimationFrame(frame);
    }), seconds * 1000 - played);
    worked += await threadMs() - workedBefore;
    played += seen.ms;
    frames += seen.gaps.length;
    drawn += seen.drawn;
    events += seen.events;
    gaps.push(...seen.gaps);
    if (played < seconds * 1000) await until(page, () => document.querySelector("slap-app").store.snapshot.room.phase !== "playing");
  }
  gaps.sort((one, other) => one - other);
  const at = (part) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * part))].toFixed(1);
  const rate = (count) => (count / (played / 1000)).toFixed(1);
  console.log(`processor slowed ${slower}×, ${(played / 1000).toFixed(1)} s of play by six bots at full speed`);
  console.log(`frames: ${rate(frames)} a second; between two: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
  // What the browser adds to slow the processor down is in it.
  console.log(`main thread: ${rate(worked)} ms of processor time a second`);
  console.log(`drawn: ${rate(drawn)} times a second; events: ${rate(events)} a second`);
} finally {
  await browser.close();
  await server[Symbol.asyncDispose]();
}
