import { expect, test } from "vitest";
import { exactly } from "../../../server/oracle/time-source.ts";
import { followGame } from "../../../server/webhooks/due-events.ts";
import { openEventLog } from "../../../server/webhooks/event-log.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { drandOracle } from "../../support/drand-oracle.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";

const baccarat = findGame("baccarat") as Game;

test("bets whose beacon came before this server started closed when it was promised", async () => {
  const round = roundAt(NOW_MS, baccarat.intervalMs);
  const closedMs = roundStartMs(round, baccarat.intervalMs) + baccarat.drand.closesMs;
  const nowMs = closedMs + 6_000;
  // What is loaded from the store is held since ever.
  const { oracle } = drandOracle({ now: () => nowMs, comesAtMs: () => -Infinity });
  const { store } = await tempStore();
  const game = followGame(baccarat, nowMs, {
    oracle,
    entryOf: async () => undefined,
    nextTurn: async () => {},
    maintenance: { isDown: () => false },
    clock: { fault: () => null },
  });
  const { events } = await game.find(await openEventLog(store), exactly(nowMs));
  expect(events).toEqual([{ game: "baccarat", round, type: "round.closed", atMs: closedMs }]);
});
