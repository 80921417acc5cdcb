import { findGame } from "../../src/games/index.ts";
import { roundAt } from "../../src/round/phases.ts";
import type { RoundEventType } from "../../src/wire/webhook-payload.ts";
import type { Store } from "../store/store.ts";
import type { Endpoint } from "./endpoints.ts";

/* Recent events of all games, numbered without gaps, and the next event for an endpoint. */

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

/**
 * Stored events: enough for 1,000 of the rarest ones, of one type in a one-minute game; fifteen events a minute in
 * total.
 */
const KEPT_EVENTS = 16_000;
const ROWS_PER_STATEMENT = 500;
export const EVENT_COLUMNS = ["seq", "game", "round", "type", "at as atMs"] as const;

/** The ends of the log; undefined while it is empty. */
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
 * @param isAfterGap whether earlier events are lost. A number is then skipped, and the log begins with these
 * events, so that an endpoint with earlier progress finds itself cut off.
 * @throws Error if another server has added events in the meantime.
 */
export async function appendEvents(
  store: Store,
  events: readonly Omit<RoundEvent, "seq">[],
  isAfterGap: boolean,
): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS_PER_STATEMENT) {
    const batch = events.slice(at, at + ROWS_PER_STATEMENT);
    await appendBatch(store, batch, isAfterGap && at === 0);
  }
}

async function appendBatch(
  { lazyDb }: Store,
  events: readonly Omit<RoundEvent, "seq">[],
  isAfterGap: boolean,
): Promise<void> {
  await lazyDb.transaction().execute(async (db) => {
    const rounds = new Set(events.map(({ round }) => round));
    const existing = await db
      .selectFrom("webhook_event")
      .select(["game", "round", "type"])
      .where("round", "in", [...rounds])
      .execute();
    const names = new Set(existing.map(nameOf));
    const fresh = events.filter((event) => !names.has(nameOf(event)));
    if (fresh.length === 0) {
      return;
    }
    const ends = await readEnds({ db });
    const first = (ends?.last.seq ?? 0) + (isAfterGap ? 2 : 1);
    await db
      .insertInto("webhook_event")
      .values(fresh.map(({ atMs: at, ...event }, index) => ({ ...event, at, seq: first + index })))
      .execute();
    const oldest = isAfterGap ? first : first + fresh.length - KEPT_EVENTS;
    await db.deleteFrom("webhook_event").where("seq", "<", oldest).execute();
  });
}

function nameOf({ game, round, type }: Pick<RoundEvent, "game" | "round" | "type">): string {
  return `${game}:${round}:${type}`;
}

/** Rounds of a game, both included, whose webhooks were dropped. */
export interface MissedRounds {
  readonly game: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The next item for an endpoint: an event, or the rounds that it missed. After it, the endpoint is up to date to
 * `seq`.
 */
export type Next = Position &
  (
    | { readonly kind: "event"; readonly event: RoundEvent }
    | { readonly kind: "missed"; readonly missed: readonly MissedRounds[] }
  );

export const MAX_WAITING = 1_000;
/** Waiting webhooks that are kept when too many wait, so that not every new webhook drops an old one. */
const KEPT_WAITING = 900;

/** The next item for an endpoint that is up to date to a position in the log. */
export async function nextFor(
  { db }: Store,
  { games, events, createdAtMs }: Pick<Endpoint, "games" | "events" | "createdAtMs">,
  { seq, atMs }: Position,
  { first, last }: LogEnds,
): Promise<Next | undefined> {
  const wanted = db
    .selectFrom("webhook_event")
    .where("seq", ">", seq)
    .where("at", ">=", createdAtMs)
    .where("game", "in", games)
    .where("type", "in", events);
  const start = Math.max(seq + 1, first.seq);
  const kept = last.seq - start < MAX_WAITING ? start : await keptFrom(start);
  // The log no longer reaches back far enough.
  const isCut = seq + 1 < first.seq && first.atMs > atMs;
  if (isCut || kept > start) {
    const rows = await wanted.select(EVENT_COLUMNS).orderBy("seq").execute();
    const missed = games.flatMap((slug) => findMissed(slug, rows, kept, isCut ? atMs : null));
    if (missed.length > 0) {
      const dropped = rows.findLast((each) => each.seq < kept);
      return { kind: "missed", seq: kept - 1, atMs: dropped?.atMs ?? atMs, missed };
    }
  }
  const event = await wanted
    .select(EVENT_COLUMNS)
    .where("seq", ">=", kept)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return event && { kind: "event", seq: event.seq, atMs: event.atMs, event };

  async function keptFrom(all: number): Promise<number> {
    const newest = wanted.select("seq").orderBy("seq", "desc").limit(1);
    const isFull = (await newest.offset(MAX_WAITING).executeTakeFirst()) !== undefined;
    const oldest = await newest.offset(KEPT_WAITING - 1).executeTakeFirst();
    return isFull ? (oldest?.seq ?? all) : all;
  }
}

/**
 * The rounds of a game before the kept ones; none if the endpoint subscribed to nothing of it.
 *
 * @param events the subscribed events.
 * @param cutAtMs when its last received event happened, if the log no longer reaches back that far; otherwise null.
 */
function findMissed(
  slug: string,
  events: readonly RoundEvent[],
  kept: number,
  cutAtMs: number | null,
): MissedRounds[] {
  const ofGame = events.filter(({ game }) => game === slug);
  const dropped = ofGame.filter(({ seq }) => seq < kept).map(({ round }) => round);
  let [from, to] = [Math.min(...dropped), Math.max(...dropped)];
  const game = findGame(slug);
  if (cutAtMs !== null && game !== undefined) {
    from = Math.min(from, roundAt(cutAtMs, game.intervalMs));
    // Only the deleted part of the first kept round may be missing.
    const next = ofGame.find(({ seq }) => seq >= kept);
    to = Math.max(to, next === undefined ? -Infinity : next.round - 1);
  }
  return from <= to ? [{ game: slug, from, to }] : [];
}
