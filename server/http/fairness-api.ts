import { dateOfDay, dayAt, dayOfDate, dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { GameSlug } from "../../src/games/index.ts";
import type { Deps } from "../deps.ts";
import { DAY_IN_ROUNDS } from "./compute-budget.ts";
import { clientAddress } from "./proxies.ts";
import { noSuchDay, unpublished } from "./refusal.ts";
import { foreverJson, gameRoute, json, readOnly, requireRound } from "./route.ts";

/**
 * GET /fairness/{slug}/{date}.json: the header of a game's UTC day, which never changes. 404 for an unknown game, an
 * invalid date or an unpublished day.
 */
export const dayHeader = (deps: Pick<Deps, "fairness" | "clock">) =>
  gameRoute((event, game) => {
    const file = event.context.params?.["file"] ?? "";
    const [, date = ""] = /^(.*)\.json$/.exec(file) ?? [];
    const day = dayOfDate(date);
    if (day === null) {
      throw noSuchDay();
    }
    const header = deps.fairness.headers.of(game, day);
    if (header === undefined) {
      throw unpublished(reasonUnpublished(deps, game, day));
    }
    return foreverJson(event, header);
  });

function reasonUnpublished(
  { fairness, clock }: Pick<Deps, "fairness" | "clock">,
  game: Game,
  day: number,
): string {
  const date = dateOfDay(day);
  if (day > dayAt(clock.time().earliestMs)) {
    return `${date} is not published yet. Its header is published at least 24 hours before the day begins.`;
  }
  const firstRound = fairness.keys().firstRounds[game.slug as GameSlug];
  return firstRound !== undefined && day < dayOfRound(firstRound, game.intervalMs)
    ? `${date} is older than the first header of this service, which covers rounds starting with ${firstRound}. The rounds of that day have no commitment.`
    : `${date} was never published: this service was not running then. The rounds of that day have no commitment.`;
}

/**
 * GET /embed/{slug}/api/rounds/{round}: a round's commitments and, once its result is final, everything needed to deal
 * it again. 404 for an unknown game, an invalid round or an unpublished day; 429 for too many different old days.
 */
export const roundRecord = (deps: Pick<Deps, "fairness" | "clock" | "budget" | "proxies">) =>
  gameRoute(async (event, game) => {
    const round = requireRound(event);
    const nowMs = deps.clock.time().earliestMs;
    const day = dayOfRound(round, game.intervalMs);
    const { headers, isCommitted } = deps.fairness;
    if (headers.of(game, day) !== undefined && !isCommitted(game, day)) {
      deps.budget.spend(clientAddress(event, deps.proxies), DAY_IN_ROUNDS);
    }
    const published = await deps.fairness.records.of(game, round, nowMs);
    if (published === undefined) {
      throw unpublished(reasonUnpublished(deps, game, day));
    }
    return published.isFinal ? foreverJson(event, published.record) : json(event, published.record);
  });

/** GET /fairness/keys.json: the public keys that sign headers, for clients to pin. */
export const publishedKeys = (deps: Pick<Deps, "fairness">) =>
  readOnly((event) => json(event, deps.fairness.keys()));
