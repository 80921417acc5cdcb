import { join } from "node:path";
import { expect, test } from "vitest";
import { StartError } from "../../../server/runtime/start-error.ts";
import { games } from "../../../src/games/index.ts";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import { phaseTimes } from "../../support/phase-times.ts";
import { startService, type TestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

const PARTS = [
  "current",
  "schedule",
  "results?limit=100",
  "results?before=1000",
  "results?limit=x",
];

async function bytesOf(service: TestService, path: string): Promise<string> {
  const answer = await service.ask(path);
  return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`;
}

test("two services with one secret agree byte for byte", async () => {
  const [one, other] = await Promise.all([startService(), startService()]);
  for (const game of games) {
    for (const { nowMs } of phaseTimes(game, 70_000)) {
      one.clock.nowMs = nowMs;
      other.clock.nowMs = nowMs;
      for (const part of PARTS) {
        const path = `/embed/${game.slug}/api/${part}`;
        expect(await bytesOf(one, path)).toBe(await bytesOf(other, path));
      }
    }
  }
});

test("two services on one data folder share the secret", async () => {
  const first = await startService({ env: { ORACLE_SECRET: "" } });
  const second = await startService({ env: { ORACLE_SECRET: "", DATA_DIR: first.dataDir } });
  expect(await bytesOf(second, "/embed/baccarat/api/results?limit=500")).toBe(
    await bytesOf(first, "/embed/baccarat/api/results?limit=500"),
  );
  const stranger = await startService({ env: { ORACLE_SECRET: "" } });
  expect(await stranger.read("/embed/baccarat/api/results")).not.toEqual(
    await first.read("/embed/baccarat/api/results"),
  );
});

test("a clock before the first round is refused", async () => {
  const dataDir = join(await tempFolder(), "data");
  const attempt = startService({ nowMs: GENESIS_MS - 1, env: { DATA_DIR: dataDir } });
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow(/clock says 2025-12-31T23:59:59\.999Z/);
  const service = await startService({ nowMs: GENESIS_MS, env: { DATA_DIR: dataDir } });
  expect(await service.read("/embed/baccarat/api/current")).toMatchObject({
    round: 1,
    daily_round: 1,
    date: "2026-01-01",
    phase: "betting",
    remainMs: 15_000,
  });
});
