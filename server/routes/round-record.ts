import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Deps } from "../deps.ts";
import { unpublished } from "../refusal.ts";
import { whyNot } from "./day-header.ts";
import { foreverJson, gameRoute, json } from "./request.ts";

/** Every later round would lie beyond the last date there is. */
const LAST_ROUND = 100_000_000_000;

/**
 * GET /embed/{slug}/api/rounds/{round}: what fixes a round, and once its result stands all that it
 * takes to deal it again, which then never changes. 404 unknown game, a round that is none or of a
 * day that is not published.
 */
export const roundRecord = (deps: Pick<Deps, "fairness" | "time">) =>
  gameRoute(async (event, game) => {
    const text = event.context.params?.["round"] ?? "";
    const round = Number(text);
    if (!/^[1-9]\d*$/.test(text) || round > LAST_ROUND) {
      throw unpublished("There is no such round: rounds are whole numbers from 1 up.");
    }
    const nowMs = deps.time().earliestMs;
    const told = await deps.fairness.records.of(game, round, nowMs);
    if (told === undefined) {
      throw unpublished(whyNot(dayOfRound(round, game.intervalMs), nowMs));
    }
    return told.isFinal ? foreverJson(event, told.record) : json(event, told.record);
  });
