import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Deps } from "../deps.ts";
import { HEADERS, setHeaders } from "../http/headers.ts";
import { noSuchDay, unpublished } from "../http/refusal.ts";
import { foreverJson, gameRoute } from "./request.ts";

/**
 * GET /fairness/{slug}/{date}.json: what is promised of a game's UTC day. It never changes.
 * GET /fairness/{slug}/{date}.tlog-proof: that this is in the log, and since when (C2SP tlog-proof).
 * 404 unknown game, a date that is none, a day that is not published.
 */
export const dayHeader = (deps: Pick<Deps, "fairness" | "houseLog" | "time">) =>
  gameRoute((event, game) => {
    const file = event.context.params?.["file"] ?? "";
    const [, date = "", kind] = /^(.*)\.(json|tlog-proof)$/.exec(file) ?? [];
    const day = dayOfDate(date);
    if (day === null) {
      throw noSuchDay();
    }
    const header = deps.fairness.headers.of(game, day);
    const proof = deps.houseLog.proofOf(game.slug, day);
    if (header === undefined || (kind !== "json" && proof === undefined)) {
      throw unpublished(whyNot(day, deps.time().earliestMs));
    }
    if (kind === "json") {
      return foreverJson(event, header);
    }
    setHeaders(event, HEADERS.shortText);
    return proof;
  });

/** Why a day has no header. */
export function whyNot(day: number, nowMs: number): string {
  const date = dateOfDay(day);
  return day > dayAt(nowMs)
    ? `${date} is not published yet. It will be, at least 24 hours before it begins.`
    : `${date} was never published: this service was not running yet, or not then. Nothing was promised of its rounds.`;
}
