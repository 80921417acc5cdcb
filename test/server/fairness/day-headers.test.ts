import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { committedDays } from "../../../server/fairness/commitments.ts";
import { openDayHeaders } from "../../../server/fairness/day-headers.ts";
import { openHeaderJournal } from "../../../server/fairness/header-journal.ts";
import { loadSigningKey } from "../../../server/fairness/secret.ts";
import type { Log } from "../../../server/runtime/log.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";
import { hasValidSignature } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { makeHeader } from "../../../src/fairness/publish.ts";
import { dayAt, dayStartMs } from "../../../src/fairness/utc-day.ts";
import { games } from "../../../src/games/index.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { engines } from "../../support/engines.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { SIGNING_KEY } from "../../support/test-proofs.ts";

const HOUR_MS = 3_600_000;
const TODAY = dayAt(NOW_MS);
const [game] = games as [(typeof games)[0]];
type Place = Parameters<typeof tempStore>[0];

async function open(
  place: Place,
  nowMs: number,
  {
    secret = VECTOR_SECRET,
    entropy = "seed" as Entropy,
    chain = QUICKNET,
    signingKey = SIGNING_KEY,
    /** The journal's folder; a new one by default. */
    dataDir = "",
    isAlone = true,
    vouchedDay = null as number | null,
    log = (() => {}) as Log,
  } = {},
) {
  const { store } = await tempStore(place);
  return openDayHeaders(
    {
      store,
      journal: await openHeaderJournal(dataDir || (await tempFolder())),
      isAlone,
      vouchedDay,
      log,
      days: committedDays({ of: () => secret }),
      signingKey,
      entropy,
      chain,
    },
    nowMs,
  );
}

const publishedDays = (headers: Awaited<ReturnType<typeof open>>) =>
  Array.from({ length: 8 }, (_, index) => TODAY - 2 + index).filter((day) =>
    games.every((other) => headers.of(other, day) !== undefined),
  );

describe.each(engines)("on $name", (engine) => {
  test("the first start publishes the headers of two days", async () => {
    const place = await engine.place();
    const headers = await open(place, NOW_MS);
    expect(publishedDays(headers)).toEqual([]);
    await headers.publishDue(NOW_MS + HOUR_MS);
    expect(publishedDays(headers)).toEqual([TODAY, TODAY + 1]);
    for (const other of games) {
      const header = headers.of(other, TODAY);
      expect(header).toMatchObject({ game: other.slug, publishedAt: NOW_MS + HOUR_MS });
      expect(hasValidSignature(header!)).toBe(true);
    }
  });

  test("two servers that publish at the same time agree on one header for each day", async () => {
    const place = await engine.place();
    const [first, second] = await Promise.all([open(place, NOW_MS), open(place, NOW_MS)]);
    await Promise.all([first.publishDue(NOW_MS), second.publishDue(NOW_MS + 5_000)]);
    for (const day of publishedDays(first)) {
      for (const other of games) {
        expect(first.of(other, day)).toEqual(second.of(other, day));
      }
    }
    expect(publishedDays(first)).toEqual(publishedDays(second));
  });

  test("a server whose secret changed in the middle of a day refuses to start", async () => {
    const place = await engine.place();
    await (await open(place, NOW_MS)).publishDue(NOW_MS);
    await expect(open(place, NOW_MS + 7 * HOUR_MS, { secret: new Uint8Array(32) })).rejects.toThrow(
      /header published for 2026-07-01 commits to different rounds .* Restore the secret/,
    );
  });
});

test("every day is published at least 24 hours before it begins", async () => {
  const headers = await open(undefined, NOW_MS);
  for (let atMs = NOW_MS; atMs <= NOW_MS + 96 * HOUR_MS; atMs += HOUR_MS / 2) {
    await headers.publishDue(atMs);
    const last = publishedDays(headers).at(-1) as number;
    // The first unpublished day begins in more than a day.
    expect(dayStartMs(last + 1) - atMs).toBeGreaterThan(24 * HOUR_MS);
  }
  const header = headers.of(game, TODAY + 3);
  expect(dayStartMs(TODAY + 3) - header!.publishedAt).toBeGreaterThanOrEqual(24 * HOUR_MS);
});

test("a day's header is published an hour before its deadline", async () => {
  const headers = await open(undefined, NOW_MS);
  const dueMs = dayStartMs(TODAY + 2) - 25 * HOUR_MS;
  await headers.publishDue(dueMs - 1);
  expect(publishedDays(headers)).toEqual([TODAY, TODAY + 1]);
  await headers.publishDue(dueMs);
  expect(publishedDays(headers)).toEqual([TODAY, TODAY + 1, TODAY + 2]);
});

// Cause: of two servers on a restored database, the one without a journalled header started first, and published a
// different header during the hour in which early publishing is allowed.
test("a server republishes a journalled header that a restored database lacks", async () => {
  const shared = { isAlone: false };
  const { place, store } = await tempStore();
  await (await open(place, NOW_MS, shared)).publishDue(NOW_MS);
  const atMs = dayStartMs(TODAY + 1) - HOUR_MS / 2;
  const dataDir = await tempFolder();
  const before = await open(place, atMs, { ...shared, dataDir });
  await before.publishDue(atMs);
  await before.publishDue(atMs + 60_000);
  const published = before.of(game, TODAY + 2);
  expect(published).toBeDefined();

  await store.db
    .deleteFrom("day_header")
    .where("day", "=", TODAY + 2)
    .execute();
  const first = await open(place, atMs + 120_000, shared);
  await first.publishDue(atMs + 120_000);
  const second = await open(place, atMs + 135_000, { ...shared, dataDir });
  await second.publishDue(atMs + 135_000);
  await first.publishDue(atMs + 180_000);
  expect(first.of(game, TODAY + 2)).toEqual(published);
  expect(second.of(game, TODAY + 2)).toEqual(published);
});

// Cause: a server that crashed after journalling two of three games restored those two to the store, and its journal
// differed from the headers that the other server had signed.
test("a day's headers for all games are stored together", async () => {
  const { place, store } = await tempStore();
  const dataDir = await tempFolder();
  const count = async () => (await store.db.selectFrom("day_header").selectAll().execute()).length;
  const last = games.at(-1)!.slug;
  const failAtLast = sql`create trigger fail before insert on day_header when new.game = ${sql.lit(last)}
    begin select raise(abort, 'It broke off.'); end`;
  await failAtLast.execute(store.db);
  const headers = await open(place, NOW_MS, { dataDir });
  await expect(headers.publishDue(NOW_MS)).rejects.toThrow("It broke off.");
  expect(await count()).toBe(0);
  await sql`drop trigger fail`.execute(store.db);
  await headers.publishDue(NOW_MS);
  const all = await count();

  await store.db.deleteFrom("day_header").execute();
  await failAtLast.execute(store.db);
  await expect(open(place, NOW_MS, { dataDir })).rejects.toThrow("It broke off.");
  expect(await count()).toBe(0);
  await sql`drop trigger fail`.execute(store.db);
  const again = await open(place, NOW_MS, { dataDir });
  expect(await count()).toBe(all);
  expect(publishedDays(again)).toEqual(publishedDays(headers));
});

test.each(["seed", "drand"] as const)(
  "headers with different round lengths are rejected in %s mode",
  async (entropy) => {
    // Phase lengths changed once before any release, so that bets closed 3 s later.
    const { place, store } = await tempStore();
    await (await open(place, NOW_MS, { entropy })).publishDue(NOW_MS);
    const rows = await store.db.selectFrom("day_header").selectAll().execute();
    const [old] = rows.filter((row) => row.game === game.slug && row.day === TODAY);
    const header = JSON.parse(old!.header) as SignedHeader;
    const closesMs = header.closesMs + 3_000;
    await store.db
      .updateTable("day_header")
      .set({ header: JSON.stringify({ ...header, closesMs }) })
      .where("game", "=", game.slug)
      .where("day", "=", TODAY)
      .execute();
    await expect(open(place, NOW_MS + 72 * HOUR_MS, { entropy })).rejects.toThrow(
      new RegExp(`bets close after ${closesMs} ms of .* Start the version that published it`),
    );
  },
);

test("the service refuses to start with a damaged header in the database", async () => {
  const { place, store } = await tempStore();
  await (await open(place, NOW_MS)).publishDue(NOW_MS);
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  const other = rows.find(({ day }) => day === TODAY + 1)?.header ?? "";
  for (const [header, words] of [
    ["{", "Expected property name"],
    [other, "it contains another day's header"],
  ] as const) {
    await store.db
      .updateTable("day_header")
      .set({ header })
      .where("game", "=", game.slug)
      .where("day", "=", TODAY)
      .execute();
    await expect(open(place, NOW_MS)).rejects.toThrow(
      `The row "${game.slug}, ${TODAY}" of the day_header table is damaged: ${words}`,
    );
  }
});

test("a damaged line in the journal of signed headers is rejected", async () => {
  const dataDir = await tempFolder();
  const file = join(dataDir, "signed-headers.ndjson");
  const input = { day: TODAY, root: "07".repeat(32), chain: null, publishedAt: NOW_MS };
  const headers = games.map((other) => makeHeader({ game: other, ...input }, SIGNING_KEY));
  await (await openHeaderJournal(dataDir)).record(headers);
  const before = await readFile(file, "utf8");
  expect((await openHeaderJournal(dataDir)).all()).toEqual(headers);
  for (const line of ["junk", "[]", '{"version":"tbs/1"]', before.slice(0, 99)]) {
    await writeFile(file, `${before}${line}`);
    await expect(openHeaderJournal(dataDir)).rejects.toThrow(
      `Line ${headers.length + 1} of ${file}`,
    );
  }
});

test("a server never signs with a different key", async () => {
  const { store } = await tempStore();
  const dataDir = await tempFolder();
  const file = join(dataDir, "signing-key");
  const load = (given: string | null = null) => loadSigningKey({ dataDir, given }, store);
  const key = await load();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await load()).toEqual(key);
  expect(await load(Buffer.from(key).toString("hex"))).toEqual(key);
  await expect(load("5b".repeat(32))).rejects.toThrow(/not the one that signed before/);
  await writeFile(file, "5b5b");
  await expect(load()).rejects.toThrow(/left unchanged/);
  await rm(file);
  await expect(load()).rejects.toThrow(/is missing/);
});
