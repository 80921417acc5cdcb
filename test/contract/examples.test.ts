import { describe, expect, test } from "vitest";
import { EXAMPLE_MS, EXAMPLE_SECRET, middleOf } from "../../server/contract/example-rounds.ts";
import type { OpenApiResponse } from "../../server/contract/openapi.ts";
import { verify } from "../../src/fairness/check-round.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { PublishedKeys } from "../../src/fairness/published-keys.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { games } from "../../src/games/index.ts";
import { PHASES, roundAt } from "../../src/round/phases.ts";
import { contract } from "../support/contract.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";
import { sharedService } from "../support/service.ts";

/** With the secret of the examples. */
const service = sharedService({ nowMs: EXAMPLE_MS });

/** The examples of an address of the contract. */
function examplesAt(path: string, type = "application/json"): unknown[] {
  const response = contract.paths[path]?.get.responses["200"];
  const content = response && "content" in response ? response.content?.[type] : undefined;
  return Object.values(content?.examples ?? {}).map(
    ({ $ref }) => contract.components.examples[$ref.split("/").at(-1) ?? ""]?.value,
  );
}

test("the examples are those of a secret that everybody knows", () => {
  expect(EXAMPLE_SECRET).toEqual(VECTOR_SECRET);
});

describe.each(games)("the examples of $slug", (game) => {
  const round = roundAt(EXAMPLE_MS, game.intervalMs);
  const api = `/embed/${game.slug}/api`;

  test("are what the service answers in each phase", async () => {
    const states = [];
    for (const phase of PHASES) {
      service().clock.nowMs = middleOf(game, round, phase);
      states.push(await service().read(`${api}/current`));
    }
    expect(examplesAt(`${api}/current`)).toEqual(states);
    expect(examplesAt(`${api}/stream`, "text/event-stream")).toEqual(states);
  });

  test("are what it lists and schedules once the result stands", async () => {
    service().clock.nowMs = middleOf(game, round, "result");
    expect(examplesAt(`${api}/results`)).toEqual([await service().read(`${api}/results?limit=2`)]);
    expect(examplesAt("/embed/{slug}/api/schedule")).toContainEqual(
      await service().read(`${api}/schedule`),
    );
  });

  test("prove their round: header, record and outcome check out", async () => {
    const [record, open] = examplesAt(`${api}/rounds/{round}`) as [RoundRecord, OpenRecord];
    const headers = examplesAt("/fairness/{slug}/{date}.json") as SignedHeader[];
    const header = headers.find((each) => each.game === game.slug);
    const [{ keys }] = examplesAt("/fairness/keys.json") as [PublishedKeys];
    const signing = { pinned: keys, shown: [] };
    expect(verify({ record, header, keys: signing, chains: [] })).toMatchObject({
      verdict: "consistent",
    });
    expect(record).toMatchObject(open);
    // The service has the same secret, and a key of its own to sign with.
    service().clock.nowMs = middleOf(game, round, "result");
    const { headerHash: _, ...dealt } = record;
    expect(await service().read(`${api}/rounds/${round}`)).toMatchObject(dealt);
  });
});

test("only health and the pages have none", () => {
  const without = Object.entries(contract.paths).filter(([path, { get }]) => {
    const { content = {} } = get.responses["200"] as OpenApiResponse;
    return examplesAt(path, Object.keys(content)[0]).length === 0;
  });
  expect(without.map(([path]) => path)).toEqual(["/healthz", "/embed/{slug}/", "/lobby/"]);
});
