import { findGame } from "../../src/games/index.ts";
import { roundAt } from "../../src/round/phases.ts";
import type { RoundEventType } from "../../src/wire/webhook-payload.ts";
import type { Store } from "../store/store.ts";
import type { Endpoint } from "./endpoints.ts";

/* Recent events of all games, numbered in order, and the next event for an endpoint. */

export interface RoundEvent {
  /** The event's number in the log. */
  readonly seq: number;
  readonly game: string;
  readonly round: number;
  readonly type: RoundEventType;
  /** When it happened according to the schedule, epoch ms. */
  readonly atMs: number;
}

/** The id of an event's webhook, which never changes, so that receivers recognise duplicates. */
export function eventMessageId(endpointId: string, { game, round, type }: RoundEvent): string {
  return `${endpointId}-${game}-${round}-${type.replace("round.", "")}`;
}

type Position = Pick<RoundEvent, "seq" | "atMs">;

export type LogEnds = NonNullable<Awaited<ReturnType<typeof readEnds>>>;

/** Stored events, about nine hours' worth, for endpoints that are down. */
const KEPT_EVENTS = 8_000;
const ROWS_PER_STATEMENT = 500;
export const EVENT_COLUMNS = ["seq", "game", "round", "type", "at as atMs"] as const;

/** The log's ends; undefined while it is empty. */
export async function readEnds({ db }: Pick<Store, "db">) {
  const positions = db.selectFrom("webhook_event").select(["seq", "at as atMs"]).limit(1);
  const first = await positions.orderBy("seq").executeTakeFirst();
  const last = await positions.orderBy("seq", "desc").executeTakeFirst();
  return first && last && { first, last };
}

export async function loggedResults({ db }: Store, game: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("webhook_event")
    .select("round")
    .where("game", "=", game)
    .where("type", "=", "round.result")
    .execute();
  return new Set(rows.map(({ round }) => round));
}

/**
 * Adds events in order, except those that are already stored.
 *
 * @throws Error if another server has added events in the meantime.
 */
export async function appendEvents(
  { lazyDb }: Store,
  events: readonly Omit<RoundEvent, "seq">[],
): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS_PER_STATEMENT) {
    const batch = events.slice(at, at + ROWS_PER_STATEMENT);
    await lazyDb.transaction().execute(async (db) => {
      const next = ((await readEnds({ db }))?.last.seq ?? 0) + 1;
      const rows = batch.map(({ atMs, ...event }, index) => ({
        ...event,
        at: atMs,
        seq: next + index,
      }));
      await db
        .insertInto("webhook_event")
        .values(rows)
        .onConflict((conflict) => conflict.columns(["game", "round", "type"]).doNothing())
        .execute();
      const oldest = next + rows.length - KEPT_EVENTS;
      await db.deleteFrom("webhook_event").where("seq", "<", oldest).execute();
    });
  }
}

/** A game's rounds, both included, whose webhooks were dropped. */
export interface MissedRounds {
  readonly game: string;
  readonly from: number;
  readonly to: number;
}

/** The next item for an endpoint: an event, or the rounds that it missed. The endpoint then has the log up to `seq`. */
export type Next = Position &
  (
    | { readonly kind: "event"; readonly event: RoundEvent }
    | { readonly kind: "missed"; readonly missed: readonly MissedRounds[] }
  );

/** The next item for an endpoint that has the log up to a position. */
export async function nextFor(
  { db }: Store,
  { games, events, createdAtMs }: Pick<Endpoint, "games" | "events" | "createdAtMs">,
  { seq, atMs }: Position,
  { first }: LogEnds,
): Promise<Next | undefined> {
  const wanted = db
    .selectFrom("webhook_event")
    .where("seq", ">", seq)
    .where("at", ">=", createdAtMs)
    .where("game", "in", games)
    .where("type", "in", events);
  // The log no longer reaches back far enough.
  if (seq + 1 < first.seq && first.atMs > atMs) {
    const kept = wanted.select(["game", ({ fn }) => fn.min<number>("round").as("round")]);
    const missed = (await kept.groupBy("game").orderBy("game").execute())
      .map(({ game, round }) => ({
        game,
        from: roundAt(atMs, findGame(game)?.intervalMs ?? Infinity),
        to: Number(round) - 1,
      }))
      .filter(({ from, to }) => from <= to);
    if (missed.length > 0) {
      return { kind: "missed", seq: first.seq - 1, atMs, missed };
    }
  }
  const event = await wanted.select(EVENT_COLUMNS).orderBy("seq").limit(1).executeTakeFirst();
  return event && { kind: "event", seq: event.seq, atMs: event.atMs, event };
}
