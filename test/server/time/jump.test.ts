/*
 * One start with a clock ten days ahead signed that day with a time that is refused later, and deleted
 * usage. The store keeps until when rounds were published; and that this is doubted, since a stop wrote down
 * the leapt time, and the next start believed it.
 */
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { setBackgroundTimer } from "../../../server/runtime/timers.ts";
import type { Store } from "../../../server/store/store.ts";
import { savePublishedUntil, readPublishedUntil } from "../../../server/time/published-until.ts";
import { openServiceClock } from "../../../server/time/service-clock.ts";
import { datedHost } from "../../support/dated-host.ts";
import { tempStore } from "../../support/temp-store.ts";

const TOLD_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A store on which rounds were published until TOLD_MS. */
async function toldStore(): Promise<Store> {
  const { store } = await tempStore();
  await savePublishedUntil(store, TOLD_MS);
  return store;
}

/** A start so long after rounds were last published, by a clock that may be wrong. */
async function startAfter(ms: number, relays: readonly string[] = [], given?: Store) {
  const store = given ?? (await toldStore());
  const startMs = performance.now();
  let passedMs = 0;
  const logged: string[] = [];
  const clock = await openServiceClock({
    store,
    wall: () => Math.floor(TOLD_MS + ms + passedMs + performance.now() - startMs),
    steady: () => passedMs + performance.now(),
    setTimer: setBackgroundTimer,
    log: (event) => logged.push(event),
    relays,
    regulars: [],
    report: () => {},
    onStep: () => {},
  });
  onTestFinished(() => clock.stop());
  clock.time();
  return { clock, logged, store, pass: (forMs: number) => (passedMs += forMs) };
}

/** A relay that gives a time in its header. */
const relay = async (atMs: number) => (await datedHost(() => atMs)).url;

test("a start within 36 hours is as any other, and published rounds stay", async () => {
  const { clock, logged, store } = await startAfter(1.4 * DAY_MS);
  expect([clock.isDoubted(), clock.fault(), logged]).toEqual([false, null, []]);
  await clock.stop();
  expect(await readPublishedUntil(store)).toBeGreaterThanOrEqual(TOLD_MS + 1.4 * DAY_MS);
});

test("one ten days later is doubted for a day where nobody can be asked", async () => {
  const { clock, logged } = await startAfter(10 * DAY_MS);
  expect([clock.isDoubted(), clock.fault(), logged]).toEqual([true, null, ["clock doubted"]]);
});

test("one ten days later is believed where a relay says the same, and stopped where it does not", async () => {
  const right = await relay(TOLD_MS + 10 * DAY_MS);
  const { clock } = await startAfter(10 * DAY_MS, [right]);
  expect([clock.isDoubted(), clock.fault()]).toEqual([false, null]);
  const wrong = await startAfter(10 * DAY_MS, [await relay(TOLD_MS)]);
  expect(wrong.clock.fault()).toMatch(/^This server's clock is 86\d+\.\d s ahead/);
});

test("one before that time waits: what was published stays so, and its bets stay closed", async () => {
  const { clock, store } = await startAfter(-DAY_MS);
  expect(clock.fault()).toContain("Rounds were told until 2026-07-01T00:00:00.000Z already");
  expect(clock.time().earliestMs).toBe(TOLD_MS);
  // What it says to do where the clock was wrong then.
  const [, remedy = ""] = /run on the database "([^"]+)"/.exec(clock.fault() ?? "") ?? [];
  await clock.stop();
  await sql.raw(remedy).execute(store.db);
  expect((await startAfter(-DAY_MS, [], store)).clock.fault()).toBeNull();
});

test("a restart ends no doubt: the clock is no better for it", async () => {
  const { clock, store } = await startAfter(10 * DAY_MS);
  await clock.stop();
  const next = await startAfter(10 * DAY_MS + HOUR_MS, [], store);
  expect([next.clock.isDoubted(), next.logged]).toEqual([true, ["clock doubted"]]);
  await next.clock.stop();
  expect((await startAfter(11 * DAY_MS, [], store)).clock.isDoubted()).toBe(true);
});

test("a day of running ends it for good, and less does not", async () => {
  const { clock, store, pass } = await startAfter(10 * DAY_MS);
  pass(23 * HOUR_MS);
  await clock.stop();
  const next = await startAfter(11 * DAY_MS, [], store);
  expect(next.clock.isDoubted()).toBe(true);
  next.pass(25 * HOUR_MS);
  await next.clock.stop();
  expect(next.clock.isDoubted()).toBe(false);
  const last = await startAfter(12.5 * DAY_MS, [], store);
  expect([last.clock.isDoubted(), last.logged]).toEqual([false, []]);
});

test("a relay that answers after a restart ends it for good", async () => {
  const { clock, store } = await startAfter(10 * DAY_MS);
  await clock.stop();
  const right = await relay(TOLD_MS + 10 * DAY_MS);
  const next = await startAfter(10 * DAY_MS, [right], store);
  expect([next.clock.isDoubted(), next.logged]).toEqual([false, []]);
  await next.clock.stop();
  expect((await startAfter(10 * DAY_MS + HOUR_MS, [], store)).clock.isDoubted()).toBe(false);
});

test("a beacon of this day ends it: nobody has one early", async () => {
  const { clock } = await startAfter(10 * DAY_MS);
  clock.beacons.prove(TOLD_MS + 9 * DAY_MS);
  expect(clock.isDoubted()).toBe(false);
});

test("a clock that was corrected ends it, once what was published meanwhile is forgotten", async () => {
  const { clock, store } = await startAfter(10 * DAY_MS);
  await clock.stop();
  const early = await startAfter(HOUR_MS, [], store);
  expect(early.clock.fault()).toContain("already");
  await early.clock.stop();
  await store.db.deleteFrom("meta").where("name", "=", "told_until").execute();
  const mended = await startAfter(2 * HOUR_MS, [], store);
  expect([mended.clock.isDoubted(), mended.clock.fault()]).toEqual([false, null]);
  await mended.clock.stop();
  const next = await startAfter(1.4 * DAY_MS, [], store);
  expect([next.clock.isDoubted(), next.logged]).toEqual([false, []]);
});
