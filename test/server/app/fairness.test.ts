import { describe, expect, test } from "vitest";
import { committedDays } from "../../../server/fairness/commitments.ts";
import { verify } from "../../../src/fairness/check-round.ts";
import { dayOfRound } from "../../../src/fairness/utc-day.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../../src/round/phases.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { NOW_MS, playRound, sharedService, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";

const DAY_MS = 86_400_000;
const DATE = "2026-07-01";

const headerPath = (game: Game, date = DATE) => `/fairness/${game.slug}/${date}.json`;
const recordPath = (game: Game, round: number) => `/embed/${game.slug}/api/rounds/${round}`;

async function verifyAt({ read }: TestService, game: Game, round: number, date = DATE) {
  const { keys } = (await read("/fairness/keys.json")) as { keys: string[] };
  return verify({
    record: await read(recordPath(game, round)),
    header: await read(headerPath(game, date)),
    keys: { pinned: keys, shown: [] },
    chains: [],
    // The service's first days.
    dayBefore: null,
  });
}

describe.each(games)("the proof of $slug", (game) => {
  const service = sharedService();
  const first = roundAt(NOW_MS, game.intervalMs);

  test("a finished round of a published day has a valid proof", async () => {
    const round = first + 5;
    await playRound(service(), game, round);
    expect((await verifyAt(service(), game, round)).verdict).toBe("consistent");
    const [entry] = (await service().read(
      `/embed/${game.slug}/api/results?limit=1`,
    )) as HistoryEntry[];
    const { outcome } = (await service().read(recordPath(game, round))) as { outcome: object };
    expect(entry).toMatchObject({ round, ...outcome });
  });

  // Cause: such a round was refuted: "fail Published in advance".
  test("a round from before the service was set up is undecided", async () => {
    service().clock.nowMs = NOW_MS + DAY_MS / 2;
    const { verdict, checks } = await verifyAt(service(), game, first);
    const firstRound = String(first + 1);
    expect(checks).toContainEqual(
      expect.objectContaining({ reason: "published-older", values: { firstRound } }),
    );
    expect(verdict).toBe("undecided");
  });

  test("a round publishes only its commitment until its result", async () => {
    const round = first + 9;
    const { ask, clock } = service();
    const fields = [
      "version",
      "game",
      "round",
      "headerHash",
      "commitment",
      "closesAt",
      "drandRound",
    ];
    const resultMs = phaseStartMs(round, "result", game);
    for (const nowMs of [NOW_MS, roundStartMs(round, game.intervalMs), resultMs - 1]) {
      clock.nowMs = nowMs;
      const response = await ask(recordPath(game, round));
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(Object.keys((await response.json()) as object)).toEqual(fields);
    }
    clock.nowMs = resultMs;
    const response = await ask(recordPath(game, round));
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const record = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(record)).toEqual([...fields, "seed", "proof", "beacon", "outcome"]);
    clock.nowMs = resultMs + DAY_MS;
    expect(await (await ask(recordPath(game, round))).json()).toEqual(record);
  });
});

describe("a day's header", () => {
  const service = sharedService();
  const [game] = games as [Game];

  test("a header stays published permanently, for pages from any origin", async () => {
    const response = await service().ask(headerPath(game));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({ version: "tbs/1", date: DATE, entropy: "seed" });
  });
});

describe("a secret that replaces another", () => {
  const [game] = games as [Game];
  const LATER = "08d4e2999d3014f6e8b338160ed38526de6c56c13fc63a6b4dbacff6f1f76cb7";
  const env = { LATER_SECRETS: `2026-07-04:${LATER}` };

  test("a new secret does not change earlier rounds", async () => {
    const { dataDir, close } = await startService({ env });
    await close();
    const hoursMs = (hours: number) => Date.UTC(2026, 6, 3) + hours * 3_600_000;
    const service = await startService({ nowMs: hoursMs(12), env: { ...env, DATA_DIR: dataDir } });
    service.clock.nowMs = hoursMs(23);
    const change = roundAt(hoursMs(24), game.intervalMs);
    for (const [round, secret, date] of [
      [change - 1, VECTOR_SECRET, "2026-07-03"],
      [change, Buffer.from(LATER, "hex"), "2026-07-04"],
    ] as const) {
      await playRound(service, game, round);
      expect((await verifyAt(service, game, round, date)).verdict).toBe("consistent");
      const { seedOf } = committedDays({ of: () => secret })(
        game,
        dayOfRound(round, game.intervalMs),
      );
      const { seed } = (await service.read(recordPath(game, round))) as { seed: string };
      expect(seed).toBe(Buffer.from(seedOf(round)).toString("hex"));
    }
    const entries = (await service.read(
      `/embed/${game.slug}/api/results?limit=2&before=${change + 1}`,
    )) as HistoryEntry[];
    expect(entries.map(({ round }) => round)).toEqual([change, change - 1]);
  });
});
