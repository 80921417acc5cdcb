import { expect, test } from "vitest";
import * as refusals from "../../server/http/refusal.ts";
import { slugs } from "../../src/games/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Problem } from "../../src/wire/problem.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import { contract, requireWebhook } from "../support/contract.ts";

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
  refusals.keyNeedsFrame(),
  refusals.keyForOtherSite("https://www.example.org"),
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
