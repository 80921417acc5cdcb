import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StartError } from "../../../server/runtime/start-error.ts";
import { games } from "../../../src/games/index.ts";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import { phaseTimes } from "../../support/phase-times.ts";
import {
  NOW_MS,
  OTHER_SECRET_HEX,
  SECRET_HEX,
  startService,
  type TestService,
} from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { OTHER_RECEIVER } from "../../support/tron-node.ts";

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

test("two services with one secret and data of their own say the same, byte for byte", async () => {
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

test("two services on one data folder share the secret that the first one made", async () => {
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

/* Replicas with other settings started in silence: one asked 0.9925 for a plan of 49. */
describe("beside a server that runs, another", () => {
  test.each([
    ["TIME_ZONE", "Asia/Seoul"],
    ["TRON_ADDRESSES", OTHER_RECEIVER],
    ["USDT_CONTRACT", OTHER_RECEIVER],
    ["ENTROPY", "drand"],
  ])("with another %s does not start, and says so", async (name, value) => {
    const first = await startService();
    const env = { DATA_DIR: first.dataDir, SELL_SEED_MODE: "yes", [name]: value };
    const start = startService({ env });
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      `with other settings: ${name}. Give every server the same.`,
    );
    await startService({ env: { DATA_DIR: first.dataDir } });
  });

  test("with another key-encryption key does not start, and says so", async () => {
    const { dataDir } = await startService();
    await writeFile(join(dataDir, "key-encryption-key"), "7".repeat(64), { mode: 0o600 });
    await expect(startService({ env: { DATA_DIR: dataDir } })).rejects.toThrow(
      "with other settings: key-encryption-key.",
    );
  });

  test("with other settings starts once the first has stopped, or was killed half a minute ago", async () => {
    const first = await startService({ env: { TIME_ZONE: "Asia/Seoul" } });
    await first.close();
    const env = { DATA_DIR: first.dataDir, TIME_ZONE: "Asia/Tokyo" };
    const second = await startService({ env });
    const third = { ...env, TIME_ZONE: "UTC" };
    await expect(startService({ env: third })).rejects.toThrow("TIME_ZONE");
    await startService({ env: third, nowMs: second.clock.nowMs + 31_000 });
  });
});

describe("a restart", () => {
  test("changes no round, past or running", async () => {
    const before = await startService({ env: { ORACLE_SECRET: "" } });
    const paths = games.flatMap(({ slug }) => PARTS.map((part) => `/embed/${slug}/api/${part}`));
    const said = await Promise.all(paths.map((path) => bytesOf(before, path)));
    await before.close();
    const after = await startService({ env: { ORACLE_SECRET: "", DATA_DIR: before.dataDir } });
    expect(await Promise.all(paths.map((path) => bytesOf(after, path)))).toEqual(said);
  });

  test("a year later still gives what was given then", async () => {
    const before = await startService();
    const path = "/embed/bigsixball/api/results?limit=500&before=200000";
    const said = await bytesOf(before, path);
    const after = await startService({
      nowMs: NOW_MS + 365 * 86_400_000,
      env: { DATA_DIR: before.dataDir },
    });
    expect(await bytesOf(after, path)).toBe(said);
  });

  test("with another secret is refused, and the first one still goes", async () => {
    const { dataDir } = await startService();
    const attempt = startService({ env: { DATA_DIR: dataDir, ORACLE_SECRET: OTHER_SECRET_HEX } });
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow(/ORACLE_SECRET.*every past result would change/);
    await expect(attempt).rejects.not.toThrow(OTHER_SECRET_HEX);
    await startService({ env: { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX } });
  });

  test("with another secret in the file is refused", async () => {
    const { dataDir } = await startService({ env: { ORACLE_SECRET: "" } });
    await writeFile(join(dataDir, "secret"), `${OTHER_SECRET_HEX}\n`);
    const attempt = startService({ env: { DATA_DIR: dataDir, ORACLE_SECRET: "" } });
    await expect(attempt).rejects.toThrow(StartError);
  });
});

test("a clock before the first round is refused in words, and nothing is made", async () => {
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
