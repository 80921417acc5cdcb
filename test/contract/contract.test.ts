import { expect, test } from "vitest";
import * as refusals from "../../server/http/refusal.ts";
import { slugs } from "../../src/games/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Problem } from "../../src/wire/problem.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
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

const LISTED = [
  refusals.malformedUrl(),
  refusals.overloaded(),
  refusals.maintenance(),
  refusals.noRoundOpen(1),
  refusals.clockUnreliable(),
  refusals.unknownGame(slugs),
  refusals.noStream("full"),
  refusals.notWholeNumber("limit", 1),
  refusals.tooManyRounds(),
  refusals.noSuchRound(),
  refusals.keyUnchecked(),
  refusals.keyMissing(),
  refusals.keyInvalid(),
  refusals.keySuspended(),
  refusals.keyExpired(),
  refusals.keyForOtherMode(false),
  refusals.needsFrame(),
  refusals.otherSite("https://www.example.org"),
];

// Cause: after a text of the service had changed, the contract still quoted the old one.
test.each(LISTED.map(({ data, message }) => [data?.code, message] as const))(
  "the contract's example of %s quotes the service",
  (code, message) => {
    const { value } = contract.components.examples[code ?? ""] as { value: Problem };
    expect(value).toMatchObject({ code, detail: message });
  },
);

test("the contract has the languages and the page size of the service", () => {
  const text = JSON.stringify(contract);
  expect(text).toContain(`A language: ${langs.join(", ")}. Default`);
  expect(text).toContain(`The maximum number of rounds, at most ${MAX_RESULTS}.`);
  expect(text).toContain(`results?limit=${MAX_RESULTS}&after`);
});
