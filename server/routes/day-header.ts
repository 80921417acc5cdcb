import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Deps } from "../deps.ts";
import { noSuchDay, unpublished } from "../http/refusal.ts";
import { foreverJson, gameRoute } from "./request.ts";

/**
 * GET /fairness/{slug}/{date}.json: what is promised of a game's UTC day. It never changes. 404
 * unknown game, a date that is none, a day that is not published.
 */
export const dayHeader = (deps: Pick<Deps, "fairness" | "time">) =>
  gameRoute((event, game) => {
    const file = event.context.params?.["file"] ?? "";
    const day = dayOfDate(file.replace(/\.json$/, ""));
    if (day === null || !file.endsWith(".json")) {
      throw noSuchDay();
    }
    const header = deps.fairness.headers.of(game, day);
    if (header === undefined) {
      throw unpublished(whyNot(day, deps.time().earliestMs));
    }
    return foreverJson(event, header);
  });

/** Why a day has no header. */
export function whyNot(day: number, nowMs: number): string {
  const date = dateOfDay(day);
  return day > dayAt(nowMs)
    ? `${date} is not published yet. It will be, at least 24 hours before it begins.`
    : `${date} was never published: this service was not running yet, or not then. Nothing was promised of its rounds.`;
}
