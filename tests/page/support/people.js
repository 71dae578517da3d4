// What people do on the page outside of the games, by the page's own controls, and what they wait for.

/** @typedef {import("playwright-core").Page} Page */

/** Opens the page and waits until it is greeted by the server. @param {Page} page */
export async function arrive(page, path = "/") {
  await page.goto(path);
  await until(page, () => document.querySelector("slap-app")?.client.up === true);
}

/**
 * Waits until `holds` is true in the page, looking at every frame. Never a fixed time.
 * @param {Page} page
 * @param {(argument: any) => unknown} holds
 */
export const until = (page, holds, argument) => page.waitForFunction(holds, argument, { polling: "raf" });

/** Waits until a style sheet holds: what is measured without it is measured of nothing. @param {Page} page */
export const dressed = (page, sheet) => until(page, (sheet) => [...document.styleSheets].some(({ href }) => href?.endsWith(sheet)), sheet);

/** What the page holds of the room, the table and its viewer. @param {Page} page */
export const snapshot = (page) => page.evaluate(() => document.querySelector("slap-app").store.snapshot);

/** Gives oneself a name. @param {Page} page */
export async function call(page, name) {
  await page.getByRole("button", { name: /^You are/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "That’s me" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Makes a table among friends and sits down; gives back its code. @param {Page} page */
export async function newTable(page, title) {
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await card.getByRole("button", { name: "New table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Among friends/ }).click();
  await until(page, () => document.querySelector("slap-app").store.snapshot?.you.side === 1);
  return (await snapshot(page)).room.code;
}

/** Sets options as the host, without the form (which has a test of its own). @param {Page} page */
export async function options(page, wanted) {
  const answer = await page.evaluate((values) =>
    document.querySelector("slap-app").client.ask({ type: "set_options", options: values }), wanted);
  if (!("ok" in answer)) throw new Error(`the options were refused: ${JSON.stringify(answer)}`);
}

/** Comes by the link and sits down: two taps. @param {Page} page */
export async function join(page, code, name) {
  await arrive(page, `/r/${code}`);
  if (name) await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await until(page, () => document.querySelector("slap-app").store.snapshot?.you.side != null);
}

/** Comes by the link and watches. @param {Page} page */
export async function watch(page, code) {
  await arrive(page, `/r/${code}`);
  await page.getByRole("button", { name: "Watch", exact: true }).first().click();
  await until(page, () => document.querySelector("slap-app").store.snapshot?.you.as === "spectator");
}

/**
 * Waits until the page knows what the server knows now: what others did on their pages is in what it shows.
 * @param {Page} page
 */
export const catchUp = (page) => page.evaluate(() => {
  const { store, client } = document.querySelector("slap-app");
  const answered = new Promise((done) => {
    const take = store.state;
    store.state = (frame) => {
      store.state = take;
      take.call(store, frame);
      done(frame.seq);
    };
  });
  client.sync();
  return answered;
});

/**
 * Puts bots on the next free sides. Who has just sat down is known first: a side that is taken while its button is
 * looked for has none any more.
 * @param {Page} page
 */
export async function addBots(page, count) {
  await catchUp(page);
  for (let left = count; left > 0; left -= 1) {
    const taken = new Set((await snapshot(page)).room.members.map(({ side }) => side));
    const side = [1, 2, 3, 4, 5, 6].find((one) => !taken.has(one));
    await page.locator(`[data-side="${side}"]`).getByRole("button", { name: /^Bot on / }).click();
    await until(page, (side) => document.querySelector("slap-app").store.snapshot.room.members.some((member) => member.side === side), side);
  }
}

/** Everybody says ready and the first of them deals, from the lobby or from a score sheet. @param {Page[]} pages */
export async function deal(pages) {
  const [host, ...others] = pages;
  for (const page of others) {
    await page.getByRole("button", { name: /ready/i }).and(page.locator(".main")).click();
    await until(page, () => {
      const { room, you } = document.querySelector("slap-app").store.snapshot;
      return room.members.find((member) => member.player === you.player).ready;
    });
  }
  await catchUp(host);
  const { match, round } = (await snapshot(host)).room;
  await until(host, () => {
    const { room, you } = document.querySelector("slap-app").store.snapshot;
    return room.members.every((member) => member.ready || member.side === null || member.player === you.player);
  });
  await host.locator("slap-go button.main").and(host.locator(":visible")).click();
  for (const page of pages) {
    await until(page, (before) => {
      const { room, game } = document.querySelector("slap-app").store.snapshot;
      return room.phase === "playing" && `${room.match} ${room.round}` !== before && game !== null;
    }, `${match} ${round}`);
  }
}

/**
 * Whether what the page has made of the events is what the server says: the page asks for the whole state
 * and it is laid beside what was there. Instants may differ by how long the frames took; one that is past is none.
 * @param {Page} page on a table where nothing happens at the moment
 */
export async function compareWithState(page) {
  const differs = await page.evaluate(async () => {
    const { store, client } = document.querySelector("slap-app");
    const plain = (value) => (Array.isArray(value) ? value.map(plain) : value && typeof value === "object"
      ? Object.fromEntries(Object.keys(value).sort().map((key) =>
        [key, key.endsWith("_at") && typeof value[key] === "number" ? (value[key] > performance.now() ? "an instant" : null) : plain(value[key])]))
      : value);
    const folded = store.snapshot;
    const answered = new Promise((done) => {
      const take = store.state;
      store.state = (frame) => {
        store.state = take;
        take.call(store, frame);
        done(frame);
      };
    });
    client.sync();
    const state = await answered;
    if (state.seq !== folded.seq) return `the table went on, from ${folded.seq} to ${state.seq}`;
    for (const part of ["room", "game", "you"]) {
      const [own, theirs] = [folded[part], state[part]].map((value) => JSON.stringify(plain(value)));
      if (own !== theirs) return `${part} folded ${own}\nserver ${theirs}`;
    }
    return "";
  });
  if (differs) throw new Error(differs);
}
