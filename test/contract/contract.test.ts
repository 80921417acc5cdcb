import { expect, test } from "vitest";
import { slugs } from "../../src/games/index.ts";
import { contract, requireWebhook } from "../support/contract.ts";
import { issueKey, sharedService } from "../support/service.ts";
/** In the `result` phase of the card games. */
const NOW_MS = Date.UTC(2026, 6, 1, 12, 0, 26);

const service = sharedService({ nowMs: NOW_MS });
const closed = sharedService({ nowMs: NOW_MS, down: slugs });

const perGame = slugs.flatMap((slug): [path: string, status: number][] => [
  [`/embed/${slug}/api/current`, 200],
  [`/embed/${slug}/api/current?lang=%E0%A4%A`, 200],
  [`/embed/${slug}/api/results`, 200],
  [`/embed/${slug}/api/results?limit=0`, 400],
  [`/embed/${slug}/api/schedule`, 200],
  [`/embed/${slug}/api/rounds/${slug === "bigsixball" ? 261_361 : 522_721}`, 200],
  [`/embed/${slug}/api/rounds/999999999`, 404],
  [`/fairness/${slug}/2026-07-01.json`, 200],
  [`/fairness/${slug}/2020-01-01.json`, 404],
  [`/embed/${slug}/?key=KEY`, 200],
  [`/embed/${slug}/`, 401],
]);

const ADDRESSES: readonly [path: string, status: number][] = [
  ...perGame,
  ["/embed/poker/api/current", 404],
  ["/embed/poker/api/schedule", 404],
  ["/lobby/api/current", 200],
  ["/lobby/?key=KEY", 200],
  ["/lobby/", 401],
  ["/fairness/keys.json", 200],
  ["/healthz", 200],
];

test.each(ADDRESSES)("%s returns %i as the contract states", async (path, status) => {
  const { keyText } = await issueKey(service());
  const response = await service().ask(path.replace("KEY", keyText));
  await response.body?.cancel();
  expect(response.status).toBe(status);
});

test.each(slugs)("%s returns 304 and 503 as the contract states", async (slug) => {
  const api = `/embed/${slug}/api`;
  const etag = (await service().ask(`${api}/results`)).headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  expect((await service().ask(`${api}/results`, { headers })).status).toBe(304);
  for (const path of [`${api}/current`, `${api}/stream`]) {
    expect((await closed().ask(path)).status).toBe(503);
  }
});

test("each example of a webhook matches the contract", () => {
  const types = Object.keys(contract.webhooks);
  const bodies = Object.entries(contract.components.examples).filter(([name]) =>
    types.some((type) => name.startsWith(`${type}.`)),
  );
  expect(bodies.length).toBeGreaterThan(types.length);
  for (const [, { value }] of bodies) {
    requireWebhook(value);
  }
});
