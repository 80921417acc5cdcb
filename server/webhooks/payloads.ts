import { recordPath } from "../../src/fairness/paths.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import type { Missed, WebhookPayload } from "../../src/wire/webhook-payload.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { EntryOf } from "../oracle/past-beacons.ts";
import { LruMap } from "../runtime/lru-map.ts";
import type { MissedRounds, Next, RoundEvent } from "./event-log.ts";

/** Enough for the latest events of all games. */
const MAX_CACHED = 64;

/** Creates the bodies of webhooks. The body of an event is the same whenever it is created. */
export type Payloads = ReturnType<typeof createPayloads>;

/** @param baseUrl the service's URL; null if unknown, in which case payloads contain only paths. */
export function createPayloads(
  { oracle, entryOf }: { readonly oracle: Pick<Oracle, "opening">; readonly entryOf: EntryOf },
  baseUrl: string | null,
) {
  const url = (path: string) => `${baseUrl ?? ""}${path}`;
  const texts = new LruMap<number, Promise<string | undefined>>(MAX_CACHED);

  const payloads = {
    /** The payload of an event; undefined for a result that is not confirmed at `nowMs`. */
    async forEvent(
      { game: slug, round, type, atMs }: RoundEvent,
      nowMs: number,
    ): Promise<WebhookPayload | undefined> {
      const game = findGame(slug) as Game;
      const timestamp = new Date(atMs).toISOString();
      const record = url(recordPath(slug, round));
      if (type === "round.result") {
        const entry = await entryOf(game, round, nowMs);
        return entry && { type, timestamp, data: { game: slug, entry, record } };
      }
      const opening = oracle.opening(game, round);
      const state = type === "round.opened" ? opening : { ...opening, remainMs: 0 };
      return { type, timestamp, data: { game: slug, state, record } };
    },
    /** @param atMs when the last dropped event happened. */
    missed: (rounds: readonly MissedRounds[], atMs: number): Missed => ({
      type: "missed",
      timestamp: new Date(atMs).toISOString(),
      data: {
        rounds: rounds.map(({ game, from, to }) => ({
          game,
          from,
          to,
          results: url(`/embed/${game}/api/results?limit=${MAX_RESULTS}&after=${from - 1}`),
        })),
      },
    }),
    /** The text of the next item, created once for all endpoints; undefined as in `forEvent`. */
    async text({ seq, atMs, ...next }: Next, nowMs: number): Promise<string | undefined> {
      if (next.kind === "missed") {
        return JSON.stringify(payloads.missed(next.missed, atMs));
      }
      const text = texts.getOrMake(seq, async () => {
        const payload = await payloads.forEvent(next.event, nowMs);
        return payload && JSON.stringify(payload);
      });
      const uncache = () => texts.delete(seq);
      text.then((known) => known === undefined && uncache(), uncache);
      return text;
    },
  };
  return payloads;
}
