import { describe, expect, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { openStore } from "../../server/store/open-store.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { confirmUpgrade, undoUpgrade } from "../../server/upgrade/upgrade.ts";
import { placeIn } from "../support/engines.ts";
import { startService } from "../support/service.ts";
import { migrationsOf, rowsOf, tablesOf } from "./database.ts";
import { copyOf, isKept, keep, KINDS, layOut, newPlace, versions } from "./fixtures.ts";
import { live } from "./life.ts";
import { askAll } from "./questions.ts";
import type { Answer } from "./questions.ts";

/** Set to make the data of a version that has none. */
const isMaking = process.env["UPGRADE_FIXTURE"] === "make";

test("the data of this version is kept; UPGRADE_FIXTURE=make makes it, once", async () => {
  const { version } = about;
  if (isMaking && !isKept(version)) {
    for (const kind of KINDS) {
      const env = await newPlace(kind);
      const lived = await live(env, placeIn(env));
      const answers = await askAll(await copyOf(kind, env), lived);
      await keep(version, kind, env, { lived, answers });
    }
  }
  expect(isKept(version)).toBe(true);
});

describe.each(await versions())("data of version %s", (version) => {
  describe.each(KINDS)("on %s", (kind) => {
    test("loses nothing by an upgrade, which only adds, and nothing by its undoing", async () => {
      const { env } = await layOut(version, kind);
      const place = placeIn(env);
      const before = await contentOf(place);
      const done = await migrationsOf(place);
      const store = await openStore(place);
      const after = await contentOf(place);
      expect(before.rows["api_key"]).toHaveLength(6);
      expect(after).toMatchObject(before);
      expect(notLeftOut(before.tables, after.tables)).toEqual([]);

      const undone = await undoUpgrade(store, Date.now());
      await store.close();
      expect(undone).toEqual((await newMigrations()).filter((name) => !done.includes(name)));
      expect(await migrationsOf(place)).toEqual(done);
      expect(await contentOf(place)).toEqual(before);
    });

    // It was upgraded first, and the version before it had to undo that to go on.
    test.each([
      ["ORACLE_SECRET", "not the one this database was made with"],
      ["SIGNING_KEY", "not the one that signed before"],
    ])("stays as it is when a start is refused for another %s", async (name, words) => {
      const { env } = await layOut(version, kind);
      const place = placeIn(env);
      const all = () => Promise.all([rowsOf(place), tablesOf(place), migrationsOf(place)]);
      const before = await all();
      const starting = startService({ env: { ...env, [name]: "ab".repeat(32) } });
      await expect(starting).rejects.toThrow(words);
      expect(await all()).toEqual(before);
    });

    test("has the tables of a new database once the upgrade is confirmed", async () => {
      const { env } = await layOut(version, kind);
      const store = await openStore(placeIn(env));
      await confirmUpgrade(store, Date.now());
      await store.close();
      const fresh = placeIn(await newPlace(kind));
      await (await openStore(fresh)).close();
      expect(await tablesOf(placeIn(env))).toEqual(await tablesOf(fresh));
    });

    test("gets every answer that it got from its own version", async () => {
      const { env, lived, answers } = await layOut(version, kind);
      const { fixed, growing } = await askAll(env, lived);
      expect(fixed).toEqual(answers.fixed);
      expect(sitesSorted(growing)).toMatchObject(sitesSorted(answers.growing));
    });
  });
});

/** All but the single facts, among which is how far the upgrade has come. */
async function contentOf(place: StorePlace) {
  const { meta: _, ...rows } = await rowsOf(place);
  return { rows, tables: await tablesOf(place) };
}

/** All migrations of this version. */
async function newMigrations(): Promise<string[]> {
  const fresh = placeIn(await newPlace("sqlite"));
  await (await openStore(fresh)).close();
  return migrationsOf(fresh);
}

/** New columns of old tables that an earlier version would have to fill. */
function notLeftOut(
  before: Awaited<ReturnType<typeof tablesOf>>,
  after: Awaited<ReturnType<typeof tablesOf>>,
): string[] {
  const oldTables = new Set(Object.keys(before).map((at) => at.split(".")[0]));
  return Object.entries(after)
    .filter(([at, { free }]) => !Object.hasOwn(before, at) && "free" in (after[at] ?? {}) && !free)
    .map(([at]) => at)
    .filter((at) => oldTables.has(at.split(".")[0]));
}

/** Version 0.1.0 listed the sites of a customer in the order of its database. */
function sitesSorted(answers: readonly Answer[]): Answer[] {
  return JSON.parse(JSON.stringify(answers), (name, value: unknown) =>
    name === "sites" && typeof value === "string" ? value.split(" ").toSorted().join(" ") : value,
  ) as Answer[];
}
