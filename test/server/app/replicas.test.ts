import { join } from "node:path";
import { expect, test } from "vitest";
import { StartError } from "../../../server/runtime/start-error.ts";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import { startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

test("the service refuses to start with a clock before the first round", async () => {
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
