import { recordPath } from "../../src/fairness/paths.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import type { Missed, WebhookPayload } from "../../src/wire/webhook-payload.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { EntryOf } from "../oracle/past-beacons.ts";
import type { MissedRounds, Next, RoundEvent } from "./event-log.ts";

/** Creates webhook bodies. The same event always yields the same body. */
export type Payloads = ReturnType<typeof createPayloads>;

/** @param baseUrl the service's URL; null if unknown, in which case payloads contain only paths. */
export function createPayloads(
  { oracle, entryOf }: { readonly oracle: Pick<Oracle, "opening">; readonly entryOf: EntryOf },
  baseUrl: string | null,
) {
  const url = (path: string) => `${baseUrl ?? ""}${path}`;

  const payloads = {
    /** An event's payload; undefined for a result that is not confirmed at `nowMs`. */
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
    /** The next item's payload; undefined as in `forEvent`. */
    forNext: async ({ atMs, ...next }: Next, nowMs: number): Promise<WebhookPayload | undefined> =>
      next.kind === "missed"
        ? payloads.missed(next.missed, atMs)
        : payloads.forEvent(next.event, nowMs),
  };
  return payloads;
}
