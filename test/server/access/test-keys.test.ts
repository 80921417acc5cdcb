import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { keyModeOf } from "../../../server/access/key-text.ts";
import { LOCALHOST } from "../../../server/access/origins.ts";
import { EXPIRED_TEST_KEY, OPENING_TEST_KEY } from "../../../server/access/test-keys.ts";
import { directivesOf } from "../../support/embed-page.ts";
import { startSandbox } from "../../support/sandbox.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();
const TABLE = `/embed/baccarat/?key=${OPENING_TEST_KEY}`;
const framed = (referer: string) => ({
  headers: { accept: "application/json", "sec-fetch-dest": "iframe", referer },
});

test("the docs name the public test keys, and no live key has their form", async () => {
  const page = await readFile("src/content/docs/test-your-integration.md", "utf8");
  for (const key of [OPENING_TEST_KEY, EXPIRED_TEST_KEY]) {
    expect(keyModeOf(key)).toBe("test");
    expect(page).toContain(key);
  }
});

test("the valid test key opens tables only in frames on localhost", async () => {
  const { ask } = service();
  const response = await ask(TABLE, framed("http://localhost:5173/"));
  expect(response.status).toBe(200);
  expect(directivesOf(response.headers)["frame-ancestors"]).toEqual(LOCALHOST);
  const elsewhere = await ask(TABLE, framed("https://casino.example/"));
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
    403,
    { code: "key_other_site", detail: expect.stringContaining("only at http://localhost") },
  ]);
  const alone = await ask(TABLE, {
    headers: { accept: "application/json", "sec-fetch-dest": "document" },
  });
  expect([alone.status, await alone.json()]).toMatchObject([403, { code: "key_needs_frame" }]);
});

test("the expired test key is reported as expired", async () => {
  const response = await service().ask(
    `/embed/baccarat/?key=${EXPIRED_TEST_KEY}`,
    framed("http://localhost/"),
  );
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { title: "Expired", code: "key_expired" },
  ]);
});

test("the valid test key opens a sandbox's table on any site", async () => {
  const { url } = await startSandbox();
  const response = await fetch(url + TABLE, { headers: { "sec-fetch-dest": "document" } });
  expect(response.status).toBe(200);
  expect(directivesOf(response.headers)).not.toHaveProperty("frame-ancestors");
});
