import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openServiceClock } from "../../../server/oracle/service-clock.ts";
import { setBackgroundTimer } from "../../../server/runtime/timers.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { StoreError } from "../../../server/store/store-error.ts";
import type { Store, StorePlace } from "../../../server/store/store.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import { postgres } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { readRevealedUntil } from "../../support/revealed-until.ts";
import { tempStore } from "../../support/temp-store.ts";

const START_MS = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A single machine's clock, whose time the test sets. */
async function machine(store: Store, startMs = START_MS) {
  const world = { passedMs: 0, aheadMs: 0 };
  const logged: string[] = [];
  let task = () => {};
  let looks = 0;
  const clock = await openServiceClock({
    store,
    wall: () => startMs + world.passedMs + world.aheadMs,
    steady: () => 7_000 + world.passedMs,
    setTimer(given) {
      task = given;
      return () => {};
    },
    log: (event) => logged.push(event),
    report: () => (looks += 1),
  });
  onTestFinished(() => clock.stop());
  return {
    clock,
    world,
    logged,
    /** Advances the time, and then waits for a check of the clock. */
    async pass(ms: number) {
      world.passedMs += ms;
      const before = looks;
      task();
      await eventually(() => looks > before);
    },
    /** The bounds relative to the true time, and whether tables are open. */
    now() {
      const { earliestMs, latestMs } = clock.time();
      const trueMs = startMs + world.passedMs;
      return { from: earliestMs - trueMs, to: latestMs - trueMs, serves: clock.fault() === null };
    },
  };
}

async function fragileStore() {
  const { store } = await tempStore();
  const state = { isFull: false };
  const db = new Proxy(store.db, {
    get(target, name) {
      if (name === "insertInto" && state.isFull) {
        throw new StoreError("full", "The disk is full.");
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { state, store: { ...store, db } };
}

describe("the service's clock on one machine", () => {
  test.each([1_001, -HOUR_MS])(
    "setting the machine's clock off by %i ms closes the tables immediately, but one second does not",
    async (byMs) => {
      const { clock, world, now, pass, logged } = await machine((await tempStore()).store);
      await pass(5_000);
      world.aheadMs = Math.sign(byMs) * 1_000;
      expect(now()).toEqual({ from: 0, to: 0, serves: true });
      world.aheadMs = byMs;
      expect(now()).toEqual({ from: 0, to: 0, serves: false });
      expect(clock.fault()).toMatch(byMs > 0 ? /was set .* s ahead/ : /was set .* s back/);
      await pass(120_000);
      expect(now()).toEqual({ from: 0, to: 0, serves: false });
      world.aheadMs = 0;
      await pass(1);
      expect(now()).toEqual({ from: 0, to: 0, serves: true });
      expect(logged).toEqual(["tables closed", "tables open again"]);
    },
  );

  test("a beacon that arrives too early proves that the clock is slow", async () => {
    const { clock, now } = await machine((await tempStore()).store);
    clock.prove(START_MS + 500);
    expect(now().serves).toBe(true);
    clock.prove(START_MS + 501);
    expect(clock.fault()).toContain("A beacon proves");
  });
});

describe("the stored time of the last reveal", () => {
  /** The last reveal up to a given time, in either mode. */
  function lastRevealMs(nowMs: number): number {
    const timings = games.flatMap((game) => [game, game.drand]);
    const moments = timings.flatMap((timing) => {
      const round = roundAt(nowMs, timing.intervalMs);
      return [round - 1, round].map((started) => phaseStartMs(started, "revealing", timing));
    });
    return Math.max(...moments.filter((ms) => ms <= nowMs));
  }

  test("the time of a reveal is stored shortly before it happens", async () => {
    const { store } = await tempStore();
    const { clock, pass } = await machine(store, START_MS + 100);
    for (let passedMs = 0; passedMs < 125_000; passedMs += 400) {
      await pass(400);
      const storedMs = (await readRevealedUntil(store)) ?? 0;
      const { earliestMs } = clock.time();
      expect(storedMs).toBeGreaterThanOrEqual(lastRevealMs(earliestMs));
      expect(storedMs).toBeLessThanOrEqual(earliestMs + 2_000);
    }
  });

  test("no outcome is revealed while the database is down", async () => {
    const { store, state } = await fragileStore();
    const { clock, pass, now, logged } = await machine(store);
    state.isFull = true;
    const [revealMs] = games.map((game) =>
      phaseStartMs(roundAt(START_MS, game.intervalMs), "revealing", game),
    ) as [number];
    await pass(revealMs - START_MS + 5_000);
    expect(clock.time()).toEqual({ earliestMs: revealMs - 1, latestMs: revealMs + 5_000 });
    expect(now().serves).toBe(true);
    await pass(5_001);
    expect(clock.fault()).toBe(
      "The database disk is full, so the service cannot record which results are public. Free up space on that disk; nothing needs a restart.",
    );
    // Cause: the log blamed the clock.
    expect(logged).toEqual(["tables closed"]);
    state.isFull = false;
    await pass(400);
    expect(now()).toEqual({ from: 0, to: 0, serves: true });
  });

  test("bets that have closed stay closed after a restart with an earlier clock", async () => {
    const { store } = await tempStore();
    const first = await machine(store);
    await first.pass(HOUR_MS);
    await first.clock.stop();
    const { clock, now, pass } = await machine(store, START_MS - DAY_MS);
    expect(clock.fault()).toContain("Results up to 2026-07-01T01:00:02.000Z are already public");
    await pass(DAY_MS + HOUR_MS + 1_999);
    expect(now().serves).toBe(false);
    await pass(1);
    expect(now()).toEqual({ from: 0, to: 0, serves: true });
  });
});

/** A PostgreSQL database for the duration of the test. Its clock is right at first; `shift` sets it ahead. */
async function shiftedDatabase() {
  const { url } = (await postgres.place()) as { url: string };
  // Functions in `public` take precedence over the database's own.
  const place: StorePlace = { url: `${url}?options=-c%20search_path%3Dpublic,pg_catalog` };

  async function shift(byMs: number): Promise<void> {
    const store = await openStore(place);
    await sql
      .raw(
        `create or replace function public.clock_timestamp() returns timestamptz volatile language sql
         as 'select pg_catalog.clock_timestamp() + interval ''${byMs} milliseconds'''`,
      )
      .execute(store.db);
    await store.close();
  }

  await shift(0);
  return { place, shift };
}

describe("the service's clock on PostgreSQL", () => {
  /** A server on a database whose clock the test sets; the machine's clock is fast by `aheadMs`. */
  async function server(aheadMs = 0) {
    const database = await shiftedDatabase();
    const store = await openStore(database.place);
    let skippedMs = 0;
    const logged: string[] = [];
    const clock = await openServiceClock({
      store,
      wall: () => Date.now() + aheadMs,
      steady: () => performance.now() + skippedMs,
      setTimer: (task) => setBackgroundTimer(task, 20),
      log: (event) => logged.push(event),
      report: () => {},
    });
    onTestFinished(async () => {
      await clock.stop();
      await store.close();
    });
    /** Compares the bounds with the machine's clock before and after, since a busy machine might pause the test. */
    const off = () => {
      const beforeMs = Date.now();
      const { earliestMs, latestMs } = clock.time();
      return [Math.sign(earliestMs - Date.now() - 1), Math.sign(latestMs + 1 - beforeMs)];
    };
    return { ...database, clock, store, logged, off, skip: (ms: number) => (skippedMs += ms) };
  }

  test.each([
    ["right", 0],
    ["five years fast", 5 * 365 * DAY_MS],
  ])("the service uses the database clock while the machine's is %s", async (_, aheadMs) => {
    const { clock, off } = await server(aheadMs);
    expect([clock.trust, clock.fault(), off()]).toEqual(["sure", null, [-1, 1]]);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  test("the time never goes back, even if the database clock does", async () => {
    const { clock, shift, logged } = await server();
    const before = clock.time();
    await shift(-HOUR_MS);
    await eventually(() => clock.fault() !== null);
    // Cause: the message was for a clock that had been wrong when results were published.
    expect(clock.fault()).toMatch(
      /^The clock is 3\d{3}\.\d s behind results that are already public/,
    );
    expect(clock.time().earliestMs).toBeGreaterThanOrEqual(before.earliestMs);
    expect(clock.time().latestMs).toBeGreaterThanOrEqual(before.latestMs);
    await shift(0);
    await eventually(() => clock.fault() === null && logged.length === 2);
    expect(logged).toEqual(["tables closed", "tables open again"]);
  });

  // Cause: the service followed the database clock an hour ahead, and published results that were not due.
  test("no outcome appears early if the database clock is set ahead", async () => {
    const { clock, shift, off } = await server();
    const isAhead = () => clock.fault()?.includes("s ahead while the service ran") ?? false;
    await shift(HOUR_MS);
    await eventually(isAhead);
    expect(off()).toEqual([-1, 1]);
    await shift(0);
    await eventually(() => clock.fault() === null);
    // Once set back, the clock may be set ahead again, but not further.
    await shift(-HOUR_MS);
    await eventually(() => clock.fault() !== null);
    await shift(0);
    await eventually(() => clock.fault() === null);
    await shift(HOUR_MS);
    await eventually(isAhead);
    expect(off()).toEqual([-1, 1]);
  });

  test("the clock continues for ten seconds while the database is unreachable", async () => {
    const { clock, store, skip, off } = await server();
    await clock.stop();
    await store.close();
    expect(off()).toEqual([-1, 1]);
    skip(9_000);
    expect(clock.fault()).toBeNull();
    skip(1_500);
    expect(clock.fault()).toMatch(/^The database has not responded for 1\d\.\d s, so/);
  });
});
