import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LaterSecret } from "../../../server/config/config.ts";
import { openDatedSecrets } from "../../../server/fairness/dated-secrets.ts";
import { engines, postgres, settingsFor, sqlite } from "../../support/engines.ts";
import { openTestService, OTHER_SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const secretOf = (byte: number) => new Uint8Array(32).fill(byte);
const FIRST = secretOf(1);
/** 2026-12-01, as a UTC day. */
const DAY = 20_788;
const later = (fromDay: number, byte: number): LaterSecret => ({ fromDay, secret: secretOf(byte) });

async function start(engine = sqlite) {
  const { store } = await tempStore(await engine.place());
  const dataDir = await tempFolder();
  const open = (...laterSecrets: LaterSecret[]) =>
    openDatedSecrets(FIRST, { dataDir, databaseUrl: null, laterSecrets }, store);
  const publish = async (day: number) => {
    await store.db.insertInto("day_header").values({ game: "x", day, header: "{}" }).execute();
  };
  const file = join(dataDir, "secret.2026-12-01");
  return { store, dataDir, open, publish, file };
}

describe.each(engines)("on $name", (engine) => {
  test("a later secret applies exactly from its first day", async () => {
    const { open, publish } = await start(engine);
    await publish(DAY - 1);
    const secrets = await open(later(DAY + 9, 3), later(DAY, 2));
    expect([0, DAY - 1, DAY, DAY + 8, DAY + 9, DAY + 999].map((day) => secrets.of(day)[0])).toEqual(
      [1, 1, 2, 2, 3, 3],
    );
    // It still applies after its days were published.
    await publish(DAY + 1);
    const again = await open(later(DAY, 2), later(DAY + 9, 3));
    expect(again.of(DAY)).toEqual(secretOf(2));
  });

  test("a later secret cannot apply to a published day", async () => {
    const { open, publish } = await start(engine);
    await publish(DAY);
    await expect(open(later(DAY, 2))).rejects.toThrow(
      /cannot apply from 2026-12-01\. The headers of all days up to 2026-12-01 are already published/,
    );
    await expect(open(later(DAY - 1, 2))).rejects.toThrow(/already published/);
  });

  test("a stored later secret cannot be changed", async () => {
    const { open } = await start(engine);
    await open(later(DAY, 2));
    await expect(open(later(DAY, 3))).rejects.toThrow(/not match the announced secret/);
    await expect(open()).rejects.toThrow(/applies from 2026-12-01 is missing/);
    await expect(open(later(DAY + 1, 2))).rejects.toThrow(/applies from 2026-12-01 is missing/);
  });
});

test("a secret file in the data folder is loaded while the service runs", async () => {
  const { open, file } = await start();
  const secrets = await open();
  expect(secrets.of(DAY)).toEqual(FIRST);
  await writeFile(file, `${"02".repeat(32)}\n`);
  await secrets.check();
  expect(secrets.of(DAY)).toEqual(secretOf(2));
  expect(secrets.of(DAY - 1)).toEqual(FIRST);
  await rm(file);
  await expect(secrets.check()).rejects.toThrow(/secret\.2026-12-01 in the data folder/);
  expect(secrets.of(DAY)).toEqual(secretOf(2));
});

// Cause: a server that could not start because of another setting had already stored the new secret, without which no
// server could then start.
test("a server that refuses to start with different settings does not store a later secret", async () => {
  const env = settingsFor(await postgres.place());
  await startService({ env });
  const LATER_SECRETS = `2026-12-01:${OTHER_SECRET_HEX}`;
  const refused = openTestService({ env: { ...env, LATER_SECRETS, TIME_ZONE: "Asia/Seoul" } });
  await expect(refused).rejects.toThrow("different settings: TIME_ZONE");
  await startService({ env });
});
