// Cause: what a row holds was taken for what had been written there. A slip in SQL or a fault of the
// disk then ended the next start in a stack trace, which names neither the row nor what to do.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import { readRevision } from "../../server/store/revision.ts";
import type { Store, StorePlace } from "../../server/store/store.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { engines, settingsFor } from "../support/engines.ts";
import { NOW_MS, OTHER_SECRET_HEX, startService, type ServiceOptions } from "../support/service.ts";
import { tempFolder, tempStore } from "../support/temp-store.ts";

type Spoil = (store: Store) => Promise<unknown>;

const spoils: [string, Spoil, RegExp][] = [
  [
    "a header that is no JSON",
    (store) =>
      store.db
        .updateTable("day_header")
        .set({ header: "{" })
        .where("game", "=", "baccarat")
        .execute(),
    /row "baccarat, \d+" of the table day_header is damaged: it holds no header/,
  ],
  [
    "a header without its fields",
    (store) => store.db.updateTable("day_header").set({ header: "{}" }).execute(),
    /of the table day_header is damaged: it holds no header/,
  ],
  [
    "a header of another day",
    (store) =>
      store.db
        .updateTable("day_header")
        .set((is) => ({ day: is("day", "+", 300) }))
        .execute(),
    /of the table day_header is damaged: it holds the header of another day/,
  ],
  [
    "a secret from a day that is none",
    (store) =>
      store.db
        .insertInto("secret_era")
        .values({ from_day: 2_000_000_000, fingerprint: "x" })
        .execute(),
    /row "2000000000" of the table secret_era is damaged/,
  ],
  [
    "junk for the fingerprint of the secret",
    ({ db }) =>
      db.updateTable("meta").set({ value: "{" }).where("name", "=", "secret_fingerprint").execute(),
    /row "secret_fingerprint" of the table meta is damaged/,
  ],
  [
    "a time until which rounds were told that is none",
    (store) =>
      store.db
        .insertInto("meta")
        .values({ name: "told_until", value: "x" })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: "x" }))
        .execute(),
    /row "told_until" of the table meta is damaged: it is no time/,
  ],
];

/** What a hand may take away from the tables. */
const gaps: [string, Spoil][] = [
  ["a lost table", ({ db }) => db.schema.dropTable("beacon").execute()],
  ["a lost column", ({ db }) => db.schema.alterTable("day_header").dropColumn("header").execute()],
];

/** What a hand may leave of the count of changes. */
const revisions: [string, Spoil][] = [
  [
    "a word",
    (store) =>
      store.db.updateTable("meta").set({ value: "x" }).where("name", "=", "revision").execute(),
  ],
  ["nothing", (store) => store.db.deleteFrom("meta").where("name", "=", "revision").execute()],
];

/** Data that a service has run on, and then a hand. */
async function spoiled(place: StorePlace, spoil: Spoil, env = {}): Promise<ServiceOptions> {
  const DATA_DIR = await tempFolder();
  const options = {
    env: { DATA_DIR, ...settingsFor(place), SIGNING_KEY: OTHER_SECRET_HEX, ...env },
  };
  const service = await startService(options);
  await service.close();
  const store = await openStore(place);
  await spoil(store);
  await store.close();
  return options;
}

describe.each(engines)("on $name", ({ place }) => {
  test.each(spoils)("%s: the start names the row and the way out", async (_, spoil, words) => {
    const options = await spoiled(await place(), spoil);
    await rm(join(options.env?.["DATA_DIR"] ?? "", "signed-headers.ndjson"));
    // Until when rounds were told matters where the clock is judged.
    const start = startService({ ...options, isJudged: true });
    const error: unknown = await start.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "StoreError", fault: "damaged" });
    expect(String(error)).toMatch(words);
    expect(String(error)).toMatch(/Put the row right, or the whole database, from a backup/);
  });

  // The start ended in a stack trace.
  test.each(gaps)("%s: the start says so, and the way out", async (_, spoil) => {
    const start = startService(await spoiled(await place(), spoil));
    await expect(start).rejects.toMatchObject({
      name: "StoreError",
      message: expect.stringMatching(/not as its version made it.* put a backup in its place/),
    });
  });

  // It was refused, though the server has noted each header that it served.
  test("a damaged header is put back from what was noted when it was signed", async () => {
    const at = await place();
    const read = async () => {
      const store = await openStore(at);
      const rows = await store.db.selectFrom("day_header").selectAll().orderBy("game").execute();
      await store.close();
      return rows;
    };
    let before: unknown;
    const options = await spoiled(at, async (store) => {
      before = await store.db.selectFrom("day_header").selectAll().orderBy("game").execute();
      await store.db.updateTable("day_header").set({ header: "{" }).execute();
    });
    const service = await startService(options);
    expect(service.log.join()).toMatch(/"header put back".*is damaged: it holds no header/);
    expect(await read()).toEqual(before);
  });

  // It was refused, though it only counts what servers have to load anew, and they can load everything.
  test.each(revisions)("%s for a count of changes gives way to a higher one", async (_, spoil) => {
    const at = await place();
    const options = await spoiled(at, async (store) => {
      await store.db
        .insertInto("server")
        .values({ id: "another", revision: 41, seen_at: 1 })
        .execute();
      await spoil(store);
    });
    const { log, ask } = await startService(options);
    expect(log.join()).toMatch(/"count of changes mended".* the table meta is damaged/);
    const { store } = await tempStore(at);
    expect(await readRevision(store)).toBe(42);
    expect((await ask("/healthz")).status).toBe(200);
  });

  describe("a damaged header of a day long over, which no line of this server notes,", () => {
    const LATER_MS = NOW_MS + 20 * 86_400_000;
    const DATE = "2026-07-01";
    const OLD = `/fairness/baccarat/${DATE}.json`;

    /** Started on the first of July and again on the 21st, on a folder that has noted nothing. */
    async function laterStart(at: StorePlace, spoil: Spoil) {
      const DATA_DIR = await tempFolder();
      const late = { PUBLISH_LATE: "2026-07-23", SIGNING_KEY: OTHER_SECRET_HEX };
      const env = { DATA_DIR, ...settingsFor(at), ...late };
      for (const nowMs of [NOW_MS, LATER_MS]) {
        const service = await startService({ nowMs, env });
        await service.close();
      }
      const store = await openStore(at);
      await spoil(store);
      await store.close();
      await rm(join(env.DATA_DIR, "signed-headers.ndjson"));
      return startService({ nowMs: LATER_MS + 60_000, env });
    }

    const spoilOf =
      (day: number, header: string): Spoil =>
      (store) =>
        store.db
          .updateTable("day_header")
          .set({ header })
          .where("game", "=", "baccarat")
          .where("day", "=", day)
          .execute();
    const FIRST = dayAt(NOW_MS);

    test("costs that day alone, which answers 503 in words", async () => {
      const { ask, log } = await laterStart(await place(), spoilOf(FIRST, "{"));
      expect(log.join()).toMatch(/"header left out","game":"baccarat"/);
      const first = (FIRST - dayAt(Date.UTC(2026, 0, 1))) * 2_880 + 1;
      for (const path of [OLD, `/embed/baccarat/api/rounds/${first + 5}`]) {
        const answer = await ask(path);
        expect([path, answer.status]).toEqual([path, 503]);
        expect(await answer.text()).toContain("The header of that day is damaged");
      }
      for (const path of [
        "/healthz",
        "/embed/baccarat/api/current",
        "/embed/baccarat/api/results",
        "/fairness/baccarat/2026-07-02.json",
        "/fairness/baccarat/2026-07-21.json",
        `/fairness/dragontiger/${DATE}.json`,
      ]) {
        expect([path, (await ask(path)).status]).toEqual([path, 200]);
      }
    });

    test("stops a start where it is one of the last days'", async () => {
      for (const day of [FIRST + 20, FIRST + 21]) {
        const error = await laterStart(await place(), spoilOf(day, "{")).catch(String);
        expect(error).toMatch(/table day_header is damaged/);
      }
    });

    test("stops it where the row has the header of another day", async () => {
      const spoil: Spoil = async (store) => {
        const rows = await store.db.selectFrom("day_header").selectAll().execute();
        const last = rows.find(({ game, day }) => game === "baccarat" && day === FIRST + 21);
        await spoilOf(FIRST, last?.header ?? "")(store);
      };
      const error = await laterStart(await place(), spoil).catch(String);
      expect(error).toMatch(/it holds the header of another day/);
    });
  });

  test("a demo key whose row is damaged gives way to a new one", async () => {
    const spoil: Spoil = (store) =>
      store.db
        .updateTable("subscription")
        .set({ ends_at: 2 ** 60 })
        .execute();
    const options = await spoiled(await place(), spoil, { DEMO: "on" });
    const { ask, demoKey } = await startService(options);
    expect((await ask(`/embed/baccarat/?key=${demoKey}`)).status).toBe(200);
  });
});
