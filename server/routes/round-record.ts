import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/proxies.ts";
import { noSuchRound, unpublished } from "../http/refusal.ts";
import { whyNot } from "./day-header.ts";
import { foreverJson, gameRoute, json } from "./request.ts";

/** Every later round would lie beyond the last date there is. */
const LAST_ROUND = 100_000_000_000;

/**
 * GET /embed/{slug}/api/rounds/{round}: what fixes a round, and once its result stands all that it
 * takes to deal it again. 404 unknown game, a round that is none or of a day that is not published, 429 for
 * too many of different old days.
 */
export const roundRecord = (deps: Pick<Deps, "fairness" | "clock" | "budget" | "proxies">) =>
  gameRoute(async (event, game) => {
    const text = event.context.params?.["round"] ?? "";
    const round = Number(text);
    if (!/^[1-9]\d*$/.test(text) || round > LAST_ROUND) {
      throw noSuchRound();
    }
    const nowMs = deps.clock.time().earliestMs;
    const day = dayOfRound(round, game.intervalMs);
    const { headers, isCommitted } = deps.fairness;
    if (headers.of(game, day) !== undefined && !isCommitted(game, day)) {
      deps.budget.spend(clientAddress(event, deps.proxies), { days: 1 });
    }
    const published = await deps.fairness.records.of(game, round, nowMs);
    if (published === undefined) {
      throw unpublished(whyNot(deps, game, day));
    }
    return published.isFinal ? foreverJson(event, published.record) : json(event, published.record);
  });
