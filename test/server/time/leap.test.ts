/*
 * One start with a clock ten days ahead signed that day with a time that is refused later, and deleted
 * usage. The store keeps until when rounds were told.
 */
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../../server/store/store.ts";
import { openClock } from "../../../server/time/open-clock.ts";
import { keepToldUntil, readToldUntil } from "../../../server/time/told-until.ts";
import { laterInBackground } from "../../../server/stream/streams.ts";
import { datedHost } from "../../support/dated-host.ts";
import { tempStore } from "../../support/temp-store.ts";

const TOLD_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;

/** A start so long after rounds were last told, by a clock that may be wrong. */
async function startAfter(ms: number, relays: readonly string[] = []) {
  const { store } = await tempStore();
  await keepToldUntil(store, TOLD_MS);
  return startOn(store, ms, relays);
}

async function startOn(store: Store, ms: number, relays: readonly string[] = []) {
  const startMs = performance.now();
  const logged: string[] = [];
  const clock = await openClock({
    store,
    wall: () => Math.floor(TOLD_MS + ms + performance.now() - startMs),
    steady: () => performance.now(),
    later: laterInBackground,
    log: (event) => logged.push(event),
    relays,
    regulars: [],
    report: () => {},
  });
  onTestFinished(() => clock.stop());
  clock.time();
  return { clock, logged, store };
}

/** A relay that tells a time in its header. */
const relay = async (atMs: number) => (await datedHost(() => atMs)).url;

test("a start within 36 hours is as any other, and rounds told are kept", async () => {
  const { clock, logged, store } = await startAfter(1.4 * DAY_MS);
  expect([clock.mayHaveLeapt(), clock.fault(), logged]).toEqual([false, null, []]);
  await clock.stop();
  expect(await readToldUntil(store)).toBeGreaterThanOrEqual(TOLD_MS + 1.4 * DAY_MS);
});

test("one ten days later is doubted for a day where nobody can be asked", async () => {
  const { clock, logged } = await startAfter(10 * DAY_MS);
  expect([clock.mayHaveLeapt(), clock.fault(), logged]).toEqual([true, null, ["clock doubted"]]);
});

test("one ten days later is believed where a relay says the same, and stopped where it does not", async () => {
  const right = await relay(TOLD_MS + 10 * DAY_MS);
  const { clock } = await startAfter(10 * DAY_MS, [right]);
  expect([clock.mayHaveLeapt(), clock.fault()]).toEqual([false, null]);
  const wrong = await startAfter(10 * DAY_MS, [await relay(TOLD_MS)]);
  expect(wrong.clock.fault()).toMatch(/^This server's clock is 86\d+\.\d s ahead/);
});

test("one before that time waits: what was told stays told, and its bets stay closed", async () => {
  const { clock, store } = await startAfter(-DAY_MS);
  expect(clock.fault()).toContain("Rounds were told until 2026-07-01T00:00:00.000Z already");
  expect(clock.time().earliestMs).toBe(TOLD_MS);
  // What it says to do where the clock was wrong then.
  const [, remedy = ""] = /run on the database "([^"]+)"/.exec(clock.fault() ?? "") ?? [];
  await clock.stop();
  await sql.raw(remedy).execute(store.db);
  expect((await startOn(store, -DAY_MS)).clock.fault()).toBeNull();
});
