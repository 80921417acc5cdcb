import { expect, test } from "vitest";
import { nextFor } from "../../../server/webhooks/backlog.ts";
import { openEventLog } from "../../../server/webhooks/event-log.ts";
import type { RoundEvent } from "../../../server/webhooks/event-log.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { ROUND_EVENTS } from "../../../src/webhooks/payload.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";

const MINUTE_MS = 60_000;
const KEPT = 16_000;

/** Openings of one game, and each twenty minutes a result of another one. */
function happened(minutes: number): Omit<RoundEvent, "seq">[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const atMs = NOW_MS + minute * MINUTE_MS;
    const round = (intervalMs: number) => roundAt(atMs, intervalMs);
    const opened = { game: "baccarat", round: round(30_000), type: "round.opened", atMs } as const;
    const type = "round.result" as const;
    const result = { game: "bigsixball", round: round(MINUTE_MS), type, atMs };
    return minute % 20 === 0 ? [opened, result] : [opened];
  }).flat();
}

test("of the events 16,000 are kept, and who had not had an older one learns which rounds", async () => {
  const { store } = await tempStore();
  const log = await openEventLog(store);
  const events = happened(16_000);
  await log.append(events, false);
  expect(log.lastSeq).toBe(events.length);
  expect(log.lastSeq - log.firstSeq + 1).toBeGreaterThanOrEqual(KEPT);
  expect(log.lastSeq - log.firstSeq + 1).toBeLessThanOrEqual(KEPT + 500);
  const { count } = await store.db
    .selectFrom("webhook_event")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(log.lastSeq - log.firstSeq + 1);
  expect(log.has(events[0] as RoundEvent)).toBe(false);

  // Fewer than 1,000 of its events are kept, so that only the deleted ones are missed.
  const wanted = { games: ["bigsixball"], events: ROUND_EVENTS, createdAtMs: NOW_MS };
  const next = nextFor(wanted, { seq: 0, atMs: NOW_MS }, log);
  const firstKept = events.slice(log.firstSeq - 1).find(({ game }) => game === "bigsixball");
  const from = roundAt(NOW_MS, MINUTE_MS);
  const to = (firstKept?.round ?? 0) - 1;
  expect(next).toMatchObject({ kind: "missed", missed: [{ game: "bigsixball", from, to }] });
  // Once it has had that, it goes on with the first that is kept.
  expect(nextFor(wanted, next as { seq: number; atMs: number }, log)).toMatchObject({
    kind: "event",
    event: firstKept,
  });
  // What is read anew says the same.
  expect(nextFor(wanted, { seq: 0, atMs: NOW_MS }, await openEventLog(store))).toEqual(next);
  expect(roundStartMs(to, MINUTE_MS)).toBeGreaterThan(NOW_MS);
});
