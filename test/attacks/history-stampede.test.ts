/*
 * Attack: a thousand viewers request the history when a round ends. Effect: each request created its own response, two
 * seconds of work in total. Defence: requests share the response in progress.
 */
import { expect, test } from "vitest";
import { historyResponses } from "../../server/http/history-responses.ts";
import { createOracle } from "../../server/oracle/oracle.ts";
import type { WithPastBeacons } from "../../server/oracle/past-beacons.ts";
import { createNextTurn } from "../../server/runtime/loop-turns.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";
import { NOW_MS } from "../support/service.ts";

const [game] = games as [Game];
const free = async () => {};

function history() {
  const store = { asked: 0 };
  const withPastBeacons: WithPastBeacons = async (_game, _rounds, make) => {
    store.asked += 1;
    return make();
  };
  return {
    store,
    responseTo: historyResponses(
      createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" }),
      withPastBeacons,
      createNextTurn(),
    ),
  };
}

test.each([
  ["the latest 20 results", { limit: 20 }],
  ["the latest 500 results", { limit: 500 }],
  ["20 older results", { limit: 20, before: 9_000 }],
])("a thousand simultaneous requests for %s share one response", async (_, page) => {
  const { responseTo, store } = history();
  const asked = Array.from({ length: 1_000 }, () => responseTo(game, NOW_MS, page, free));
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect(store.asked).toBe(page.limit / 20);
});
