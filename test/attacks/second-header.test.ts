/*
 * Attack: an honest house's database is restored to a state before a day was published, and the server signs that day
 * again, at a different time. Two valid headers for one day prove that the house cheats. Defence: each server journals
 * the headers it serves in its own synced file, which a restore does not touch, republishes the journalled header, and
 * does not sign a past day unless it knows that it has not signed it before.
 */
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { dateOfDay, dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import { postgres, settingsFor } from "../support/engines.ts";
import { NOW_MS, openTestService, withStoreOf } from "../support/service.ts";
import type { ServiceOptions } from "../support/service.ts";
import { tempFolder, tempStore } from "../support/temp-store.ts";

const HOUR_MS = 3_600_000;
const TODAY = dayAt(NOW_MS);
const SIGNING_KEY = "947ed2ec8957efc99c4572dcf52970c3021be169eec6e0cbd3cc9d5ec0ed7c18";
const JOURNAL = "signed-headers.ndjson";

async function serve<T>(
  options: ServiceOptions,
  work: (read: (day: number) => Promise<string[]>) => Promise<T>,
): Promise<T> {
  const [service, end] = await openTestService(options);
  try {
    return await work(async (day) =>
      Promise.all(
        games.map(async ({ slug }) => {
          const response = await service.ask(`/fairness/${slug}/${dateOfDay(day)}.json`);
          return response.text();
        }),
      ),
    );
  } finally {
    await end();
  }
}

const headersAt = (env: Record<string, string>, nowMs: number, day: number) =>
  serve({ env, nowMs }, (read) => read(day));

describe("a server on SQLite", () => {
  /** Runs a service for three days, restores its backup from the first day, and returns its headers for the third. */
  async function restoreBackup() {
    const DATA_DIR = await tempFolder();
    const file = join(DATA_DIR, "tableside.sqlite");
    await headersAt({ DATA_DIR }, NOW_MS, TODAY);
    await copyFile(file, `${file}.backup`);
    const served = await headersAt({ DATA_DIR }, NOW_MS + 24 * HOUR_MS, TODAY + 2);
    expect(served.join("")).toContain('"signature"');
    await rm(`${file}-wal`, { force: true });
    await rm(`${file}-shm`, { force: true });
    await copyFile(`${file}.backup`, file);
    return { DATA_DIR, served };
  }

  test("a restored server serves the header that is already public", async () => {
    const { DATA_DIR, served } = await restoreBackup();
    expect(await headersAt({ DATA_DIR }, NOW_MS + 25 * HOUR_MS, TODAY + 2)).toEqual(served);
    // The header is also in the database again.
    const rows = await withStoreOf(DATA_DIR, ({ db }) =>
      db
        .selectFrom("day_header")
        .selectAll()
        .where("day", "=", TODAY + 2)
        .execute(),
    );
    expect(rows.map(({ header }) => header).toSorted()).toEqual(served.toSorted());
  });

  test("a server without its journal of signed headers does not sign past days", async () => {
    const { DATA_DIR } = await restoreBackup();
    await rm(join(DATA_DIR, JOURNAL));
    const later = NOW_MS + 49 * HOUR_MS;
    const date = dateOfDay(TODAY + 2);
    await expect(headersAt({ DATA_DIR }, later, TODAY + 2)).rejects.toThrow(
      new RegExp(`The header of ${date} should have been published .* PUBLISH_LATE=2026-07-04`),
    );
    // The house vouches that it was never published.
    const env = { DATA_DIR, PUBLISH_LATE: dateOfDay(TODAY + 3) };
    expect((await headersAt(env, later, TODAY + 2)).join("")).toContain('"signature"');
  });

  test("a server that crashes while publishing never publishes a second header", async () => {
    const DATA_DIR = await tempFolder();
    const served = await headersAt({ DATA_DIR }, NOW_MS, TODAY);
    const journal = join(DATA_DIR, JOURNAL);
    // The header is in the database, but not in the journal.
    await rm(journal);
    expect(await headersAt({ DATA_DIR }, NOW_MS + HOUR_MS, TODAY)).toEqual(served);
    expect((await readFile(journal, "utf8")).split("\n")).toEqual(expect.arrayContaining(served));
    // The header is in the journal, but not in the database.
    await withStoreOf(DATA_DIR, ({ db }) => db.deleteFrom("day_header").execute());
    expect(await headersAt({ DATA_DIR }, NOW_MS + 2 * HOUR_MS, TODAY)).toEqual(served);
  });
});

// Cause: a backup was restored next to another service's headers, and every day looked like a contradiction.
test("a server refuses to start with another service's headers", async () => {
  const [own, other] = [await tempFolder(), await tempFolder()];
  await headersAt({ DATA_DIR: own }, NOW_MS, TODAY);
  await headersAt({ DATA_DIR: other }, NOW_MS, TODAY);
  await copyFile(join(other, JOURNAL), join(own, JOURNAL));
  await expect(headersAt({ DATA_DIR: own }, NOW_MS, TODAY)).rejects.toThrow(
    /contains headers of another service\. Move it elsewhere/,
  );
});

test("no day is published if its header cannot be recorded on disk", async () => {
  const DATA_DIR = await tempFolder();
  // A folder with the journal's name cannot be appended to.
  await mkdir(join(DATA_DIR, JOURNAL));
  await expect(headersAt({ DATA_DIR }, NOW_MS, TODAY)).rejects.toThrow(/cannot be used \(EISDIR\)/);
});

test("servers that share a database record the same header", async () => {
  const place = await postgres.place();
  const shared = { ...settingsFor(place), SIGNING_KEY };
  const [firstDir, secondDir] = [await tempFolder(), await tempFolder()];
  const env = (DATA_DIR: string) => ({ ...shared, DATA_DIR });
  const [first, end] = await openTestService({ env: env(firstDir), nowMs: NOW_MS });
  onTestFinished(end);
  const served = await headersAt(env(secondDir), NOW_MS + 60_000, TODAY);
  expect(await readFile(join(firstDir, JOURNAL), "utf8")).toContain(served[0]);
  expect(await readFile(join(secondDir, JOURNAL), "utf8")).toContain(served[0]);
  expect(first.dataDir).toBe(firstDir);

  // Restores a state before anything was published.
  const { store } = await tempStore(place);
  await store.db.deleteFrom("day_header").execute();
  expect(await headersAt(env(secondDir), NOW_MS + 2 * HOUR_MS, TODAY)).toEqual(served);

  // A server that was offline for long cannot know what the others have published in the meantime.
  await expect(headersAt(env(firstDir), NOW_MS + 100 * HOUR_MS, TODAY + 4)).rejects.toThrow(
    /should have been published by/,
  );
});
