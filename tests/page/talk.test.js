// Talk between two pages, what the host can do about it, and who is host when the host goes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE } from "./support/browser.js";
import { arrive, call, join, newTable, snapshot, until } from "./support/people.js";
import { stage } from "./support/stage.js";

const set = stage();

async function table() {
  const [ana, bo] = [await set.person("Ana", DESKTOP), await set.person("Bo", PHONE)];
  await arrive(ana);
  await call(ana, "Ana");
  const code = await newTable(ana, "Wackee Six");
  await join(bo, code, "Bo");
  return { ana, bo, code };
}

/** Opens a window of the host's over the people at the table. */
async function people(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "People at the table" }).click();
  return page.getByRole("dialog", { name: "People at the table" });
}

test("chat and emotes go from page to page, and a silenced page says nothing more", { timeout: 60_000 }, async () => {
  const { ana, bo } = await table();
  const chat = (page) => page.getByRole("textbox", { name: "Say something" });
  await chat(ana).fill("Ready when you are");
  await ana.keyboard.press("Enter");
  // On a phone the talk is behind a button, which counts what is new.
  await bo.getByRole("button", { name: "Talk, 1 new" }).tap();
  await bo.locator(".talk-lines .said").getByText("Ready when you are").waitFor();
  await bo.locator(".talk-lines .said", { hasText: "Ready when you are" }).getByText("Ana", { exact: true }).waitFor();
  await chat(bo).fill("One moment");
  await bo.getByRole("button", { name: "Send" }).tap();
  await ana.locator(".talk-lines .said").getByText("One moment").waitFor();

  await bo.getByRole("button", { name: "Nice one!" }).tap();
  await ana.locator(".float").getByText("Nice one!").waitFor();
  await ana.locator(".talk-lines .said").getByText("Nice one!").waitFor();
  assert.equal(await bo.locator("slap-talk").isVisible(), false, "an emote closes the sheet, so that the table is seen");

  let open = await people(ana);
  await open.getByRole("listitem").filter({ hasText: "Bo" }).getByRole("button", { name: "Silence" }).click();
  await open.getByRole("button", { name: "Let speak" }).waitFor();
  await bo.getByRole("button", { name: /^Talk/ }).tap();
  await until(bo, () => document.querySelector(".talk-form").hidden);
  // It holds across a reload.
  await bo.reload();
  await until(bo, () => document.querySelector("slap-app")?.store.snapshot?.you.side === 2);
  await bo.getByRole("button", { name: /^Talk/ }).tap();
  await until(bo, () => document.querySelector(".talk-form").hidden);
  open = ana.getByRole("dialog", { name: "People at the table" });
  await open.getByRole("button", { name: "Let speak" }).click();
  await chat(bo).waitFor();
});

test("the host goes, and the one who sat longest is host; locked out, thrown out, banned", { timeout: 60_000 }, async () => {
  const { ana, bo, code } = await table();
  const dee = await set.person("Dee", DESKTOP);
  await join(dee, code, "Dee");
  await ana.evaluate(() => document.querySelector("slap-app").leave());
  for (const page of [bo, dee]) await until(page, () => {
    const { members, host } = document.querySelector("slap-app").store.snapshot.room;
    return members.find(({ player }) => player === host)?.name === "Bo";
  });
  await dee.locator(".talk-lines").getByText("Bo is host now.").waitFor();
  const open = await people(bo);
  await open.getByRole("button", { name: "Lock the table" }).tap();
  await open.getByRole("button", { name: "Unlock the table" }).waitFor();
  await arrive(ana, `/r/${code}`);
  await ana.getByText("The host has locked this table").waitFor();
  await open.getByRole("button", { name: "Unlock the table" }).tap();
  await open.getByRole("button", { name: "Lock the table" }).waitFor();
  await open.getByRole("listitem").filter({ hasText: "Dee" }).getByRole("button", { name: "Ban Dee" }).tap();
  await bo.getByRole("button", { name: "Ban", exact: true }).tap();
  await dee.getByText("The host took you off the table.").first().waitFor();
  assert.equal((await snapshot(bo)).room.members.some(({ name }) => name === "Dee"), false);
  await open.getByText("1 kept out").waitFor();
});
