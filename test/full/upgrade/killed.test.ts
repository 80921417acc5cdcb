/*
 * Each step of an upgrade, by processes of their own that are killed as by `kill -9` before one statement or another:
 * the database is as it was or as it should be, and the step can be taken again.
 */
import { copyFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { StorePlace } from "../../../server/store/store.ts";
import { bothEngines, settingsFor, tempDatabase } from "../../support/engines.ts";
import { databaseUrl } from "../../support/postgres.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempFile } from "../../support/temp-store.ts";
import { migrationsOf, rowsOf, tablesOf } from "../../upgrade/database.ts";
import { as, countIn, open, upgrade } from "../../upgrade/trial.ts";
import type { Ended } from "../../upgrade/trial.ts";

type Step = (env: Readonly<Record<string, string>>) => Promise<Ended>;
const bringUp: Step = open;
const confirm: Step = (env) => upgrade("confirm", env);
const undo: Step = (env) => upgrade("undo", env);

test.each(bothEngines)(
  "each step of an upgrade on $name is done wholly or not at all",
  async ({ emptyPlace }) => {
    const old = await emptyPlace();
    await done(open, old, "present");
    const young = await copyOf(old);
    await done(open, young, "next");
    for (const [step, place] of [
      [bringUp, old],
      [confirm, young],
      [undo, young],
    ] as const) {
      const before = await contentOf(place);
      const whole = await copyOf(place);
      const count = countIn(await done(step, whole, "next"));
      const after = await contentOf(whole);
      expect(after).not.toEqual(before);
      expect(count).toBeGreaterThan(5);
      for (let killAt = 1; killAt <= count; killAt++) {
        const copy = await copyOf(place);
        const ended = await step({ ...settingsOf(copy), ...as("next", killAt) });
        expect(ended.code).toBe(null);
        expect([before, after]).toContainEqual(await contentOf(copy));
        await done(step, copy, "next");
        expect(await contentOf(copy)).toEqual(after);
      }
    }
  },
);

async function done(step: Step, place: StorePlace, version: "present" | "next"): Promise<Ended> {
  const ended = await step({ ...settingsOf(place), ...as(version) });
  expect(ended).toMatchObject({ code: 0 });
  return ended;
}

const settingsOf = (place: StorePlace) => ({ ...settingsFor(place), ORACLE_SECRET: SECRET_HEX });

async function contentOf(place: StorePlace) {
  return {
    migrations: await migrationsOf(place),
    tables: await tablesOf(place),
    rows: await rowsOf(place),
  };
}

/** A copy of a database that nobody uses. */
async function copyOf(place: StorePlace): Promise<StorePlace> {
  if ("file" in place) {
    const file = await tempFile();
    await copyFile(place.file, file);
    return { file };
  }
  const { port, pathname } = new URL(place.url);
  return { url: databaseUrl(Number(port), await tempDatabase(pathname.slice(1))) };
}
