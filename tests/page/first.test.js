// The first screen, and what holds for every answer of the page: its policy, and that it asks nobody else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./support/browser.js";
import { stage } from "./support/stage.js";

const set = stage();

test("the page opens by itself and says what it is", async () => {
  const page = await set.person("Ana", PHONE);
  const answer = await page.goto("/");
  assert.equal(answer?.status(), 200);
  await page.getByRole("heading", { name: "Slapdown" }).first().waitFor();
  assert.equal(await page.title(), "Slapdown");
});

test("the policy lets no foreign or inline script run", async () => {
  const page = await set.person("Ana");
  const answer = await page.goto("/");
  const policy = (await answer?.headerValue("content-security-policy")) ?? "";
  assert.match(policy, /default-src '(self|none)'/);
  assert.doesNotMatch(policy, /unsafe-|https?:|\*/);
});
