import type { DatabaseSync } from "node:sqlite";
import { findGame } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import { ROUND_EVENTS } from "../../../src/webhooks/payload.ts";
import type { WebhookPayload } from "../../../src/webhooks/payload.ts";
import type { Findings } from "../findings.ts";
import type { RoundWatch } from "./rounds.ts";

/** The webhooks of an endpoint that gets everything, as they come. */
export interface WebhookWatch {
  arrived(id: string, body: string, nowMs: number): void;
  /** What was not sent though it could be; null: nothing. */
  missing(db: DatabaseSync, nowMs: number): string | null;
  /** The store went back: what happened since is found again, as far as it can be. */
  forget(nowMs: number): void;
}

/** How long one that is due waits at most while all is well, ms. */
const DUE_MS = 30_000;
/** How long what a process sent may still be under way after its end: less than a lease takes to end, ms. */
const UNDER_WAY_MS = 2_500;

/**
 * @param entropy in mode `drand` results come when their beacons do, which may be after what happened later.
 */
export function watchWebhooks(
  { broken }: Findings,
  rounds: RoundWatch,
  entropy: Entropy,
): WebhookWatch {
  /** What each said; null: it came so soon after the store went back that it may be from before. */
  const bodies = new Map<string, string | null>();
  /** The place of the last one of each game, and its last result. */
  const places = new Map<string, number>();
  const results = new Map<string, number>();
  /** Under which id each event of an endpoint came. */
  const ids = new Map<string, string>();
  let forgottenMs = -Infinity;

  function inOrder(id: string, slug: string, place: number): void {
    if (entropy === "seed" && place <= (places.get(slug) ?? -1)) {
      broken("every webhook in order", `${id} came after what happened later`);
    }
    places.set(slug, Math.max(place, places.get(slug) ?? -1));
  }

  function withoutGap(id: string, slug: string, round: number, mayRepeat: boolean): void {
    if (mayRepeat && !results.has(slug)) {
      // It may be from before the store went back: what follows is what came after it.
      return;
    }
    const last = results.get(slug) ?? round - 1;
    if (entropy === "seed" && !mayRepeat && round > last + 1) {
      broken("every webhook", `${id} came, and none of the result of round ${last + 1}`);
    }
    results.set(slug, Math.max(last, round));
  }

  function told(
    id: string,
    payload: WebhookPayload,
    { nowMs, mayRepeat }: { nowMs: number; mayRepeat: boolean },
  ): void {
    if (payload.type === "missed") {
      payload.data.rounds.forEach(({ game, to }) =>
        results.set(game, Math.max(to, results.get(game) ?? 0)),
      );
      return;
    }
    if (payload.type === "test") {
      return;
    }
    const { data, type } = payload;
    const game = findGame(data.game);
    if (game === undefined) {
      broken("every webhook", `${id} is of no game`);
      return;
    }
    const { round } = "entry" in data ? data.entry : data.state;
    const event = `${type} of ${game.slug} ${round}`;
    const before = ids.get(event) ?? id;
    if (before !== id) {
      broken("every webhook once", `the ${event} came as ${before}, and as ${id}`);
    }
    ids.set(event, id);
    if (!mayRepeat) {
      inOrder(id, game.slug, round * ROUND_EVENTS.length + ROUND_EVENTS.indexOf(type));
    }
    if ("entry" in data) {
      withoutGap(id, game.slug, round, mayRepeat);
      rounds.history("a webhook", game, [data.entry]);
      const dueMs = phaseStartMs(round, "result", timingOf(game, entropy));
      if (nowMs < dueMs) {
        broken("no outcome early", `${id} came ${Math.round(dueMs - nowMs)} ms before its time`);
      }
    }
  }

  return {
    arrived(id, body, nowMs) {
      if (nowMs < forgottenMs + UNDER_WAY_MS) {
        bodies.set(id, null);
        return;
      }
      const before = bodies.get(id);
      bodies.set(id, body);
      if (before === undefined || before === null) {
        told(id, JSON.parse(body) as WebhookPayload, { nowMs, mayRepeat: before === null });
      } else if (before !== body) {
        broken("a webhook says the same again", `${id} was ${before}, and is ${body}`);
      }
    },
    missing(db, nowMs) {
      const row = db.prepare(WAITING).get(nowMs - DUE_MS, nowMs - DUE_MS);
      return row === undefined
        ? null
        : `the endpoint ${String(row["id"])} was told up to ${String(row["seq"])} of ${String(row["last"])}`;
    },
    forget(nowMs) {
      forgottenMs = nowMs;
      bodies.clear();
      places.clear();
      results.clear();
      ids.clear();
    },
  };
}

const WAITING = `
  select id, coalesce(seq, 0) as seq, last from webhook_endpoint
  left join webhook_progress on endpoint_id = id
  join (select max(seq) as last from webhook_event where at < ?) on true
  where off_at is null and last > coalesce(seq, 0) and coalesce(next_try_at, 0) < ?`;
