import { dateOfDay, dayAt, dayOfDate, dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { GameSlug } from "../../src/games/index.ts";
import type { Deps } from "../deps.ts";
import { noSuchDay, unpublished } from "../http/refusal.ts";
import { foreverJson, gameRoute } from "./request.ts";

/**
 * GET /fairness/{slug}/{date}.json: what is promised of a game's UTC day. It never changes.
 * 404 unknown game, a date that is none, a day that is not published.
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
      throw unpublished(whyNot(deps, game, day));
    }
    return foreverJson(event, header);
  });

/** Why a day has no header. */
export function whyNot(
  { fairness, clock }: Pick<Deps, "fairness" | "clock">,
  game: Game,
  day: number,
): string {
  const date = dateOfDay(day);
  if (day > dayAt(clock.time().earliestMs)) {
    return `${date} is not published yet. It will be, at least 24 hours before it begins.`;
  }
  const firstRound = fairness.keys().firstRounds[game.slug as GameSlug];
  return firstRound !== undefined && day < dayOfRound(firstRound, game.intervalMs)
    ? `${date} is older than the first header of this service, which covers rounds from ${firstRound} on. Nothing was promised of its rounds.`
    : `${date} was never published: this service was not running then. Nothing was promised of its rounds.`;
}
