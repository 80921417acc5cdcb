import { findGame } from "../../src/games/index.ts";
import { roundAt } from "../../src/round/phases.ts";
import type { Endpoint } from "./endpoints.ts";
import type { EventLog, RoundEvent } from "./event-log.ts";

/** Rounds of a game, both included, of which webhooks were dropped. */
export interface MissedRounds {
  readonly game: string;
  readonly from: number;
  readonly to: number;
}

/** What an endpoint gets next. Afterwards it has had everything up to `seq`. */
export type Next =
  | {
      readonly kind: "event";
      readonly seq: number;
      readonly atMs: number;
      readonly event: RoundEvent;
    }
  | {
      readonly kind: "missed";
      readonly seq: number;
      readonly atMs: number;
      readonly missed: readonly MissedRounds[];
    };

/** The part of an endpoint that decides what it gets. */
export type Selection = Pick<Endpoint, "games" | "events" | "createdAtMs">;

/** So many webhooks wait for an endpoint at most. */
const MAX_WAITING = 1_000;
/** So many of them stay once there are more: else each new one would push out a single old one. */
const KEPT_WAITING = 900;

/** What an endpoint that has had everything up to `seq`, which happened at `atMs`, gets next. */
export function nextFor(
  selection: Selection,
  { seq, atMs }: { readonly seq: number; readonly atMs: number },
  log: EventLog,
): Next | undefined {
  const isWanted = ({ game, type, atMs: happenedMs }: RoundEvent) =>
    happenedMs >= selection.createdAtMs &&
    selection.games.includes(game) &&
    selection.events.includes(type);
  const start = Math.max(seq + 1, log.firstSeq);
  const kept = keptFrom(start, log, isWanted);
  const isCut = seq + 1 < log.firstSeq && log.at(log.firstSeq).atMs > atMs;
  if (isCut || kept > start) {
    const missed = selection.games.flatMap((game) =>
      missedOf(game, { start, kept, log, isWanted, cutAtMs: isCut ? atMs : undefined }),
    );
    if (missed.length > 0) {
      const upTo = Math.max(kept - 1, start - 1);
      const happenedMs = upTo >= log.firstSeq ? log.at(upTo).atMs : atMs;
      return { kind: "missed", seq: upTo, atMs: happenedMs, missed };
    }
  }
  for (let each = kept; each <= log.lastSeq; each++) {
    const event = log.at(each);
    if (isWanted(event)) {
      return { kind: "event", seq: each, atMs: event.atMs, event };
    }
  }
  return undefined;
}

/** The number of the first event that is kept. */
function keptFrom(start: number, log: EventLog, isWanted: (event: RoundEvent) => boolean): number {
  if (log.lastSeq - start < MAX_WAITING) {
    return start;
  }
  let waiting = 0;
  let kept = start;
  for (let seq = log.lastSeq; seq >= start; seq--) {
    if (isWanted(log.at(seq))) {
      waiting += 1;
      kept = waiting === KEPT_WAITING ? seq : kept;
      if (waiting > MAX_WAITING) {
        return kept;
      }
    }
  }
  return start;
}

interface Gap {
  readonly start: number;
  readonly kept: number;
  readonly log: EventLog;
  readonly isWanted: (event: RoundEvent) => boolean;
  /** When the last event happened that it had, where the log no longer reaches back so far. */
  readonly cutAtMs: number | undefined;
}

/** The rounds of a game in a gap; none if nothing of it was wanted. */
function missedOf(slug: string, { start, kept, log, isWanted, cutAtMs }: Gap): MissedRounds[] {
  let from = Infinity;
  let to = -Infinity;
  for (let seq = start; seq <= log.lastSeq; seq++) {
    const event = log.at(seq);
    if (event.game !== slug || !isWanted(event)) {
      continue;
    }
    if (seq >= kept) {
      // The last round before the first that is kept, if only the part of it is missing that was deleted.
      to = cutAtMs === undefined ? to : Math.max(to, event.round - 1);
      break;
    }
    from = Math.min(from, event.round);
    to = Math.max(to, event.round);
  }
  const game = findGame(slug);
  if (cutAtMs !== undefined && game !== undefined) {
    from = Math.min(from, roundAt(cutAtMs, game.intervalMs));
  }
  return from <= to && Number.isFinite(from) ? [{ game: slug, from, to }] : [];
}
