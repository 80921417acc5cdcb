import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { phaseTimes } from "../../support/phase-times.ts";
import { startService } from "../../support/service.ts";

const COMMON = ["round", "daily_round", "date", "phase", "remainMs"];
const FIELDS: Readonly<Record<string, string[]>> = {
  dragontiger: [...COMMON, "dragon", "tiger", "result"],
  baccarat: [
    ...COMMON,
    "player_cards",
    "banker_cards",
    "player_total",
    "banker_total",
    "natural",
    "result",
  ],
  bigsixball: [...COMMON, "result_map", "team_order"],
};
const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"];
const ROUND = 200_000;

const card = expect.toSatisfy(
  (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).join() === "suit,value" &&
    "suit" in value &&
    SUITS.some((suit) => suit === value.suit) &&
    "value" in value &&
    VALUES.some((one) => one === value.value),
  "a card",
);
const hand = expect.toSatisfy(
  (value: unknown) =>
    Array.isArray(value) &&
    (value.length === 2 || value.length === 3) &&
    value.every((each) => card.asymmetricMatch(each)),
  "a hand",
);
const total = expect.toSatisfy(
  (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 9,
  "a total",
);

/** The type of each field once `revealing` starts, except the result. */
const REVEALED: Readonly<Record<string, Record<string, unknown>>> = {
  dragontiger: { dragon: card, tiger: card },
  baccarat: {
    player_cards: hand,
    banker_cards: hand,
    player_total: total,
    banker_total: total,
    natural: expect.any(Boolean),
  },
  bigsixball: {
    result_map: expect.toSatisfy((value: object) => isRanking(value), "a ranking"),
    team_order: expect.toSatisfy(
      (value: number[]) => value.toSorted().join() === "0,1,2,3,4,5",
      "a permutation",
    ),
  },
};
const RESULTS: Readonly<Record<string, string[]>> = {
  dragontiger: ["dragon", "tiger", "tie"],
  baccarat: ["player", "banker", "tie"],
};

describe.each(games)("the state of $slug", (game) => {
  test("each field appears in the state starting with its documented phase", async () => {
    const { clock, read } = await startService();
    const bettingMs = game.phases[0]?.ms ?? 0;
    const nothing = Object.fromEntries(
      (FIELDS[game.slug] ?? []).slice(COMMON.length).map((field) => [field, null]),
    );
    const results = RESULTS[game.slug];
    const confirmed = expect.stringMatching(`^(${results?.join("|")})$`);
    const result = (phase: string) => {
      const isConfirmed = phase === "result" || phase === "waiting";
      return results && { result: isConfirmed ? confirmed : null };
    };
    for (const { phase, nowMs } of phaseTimes(game, ROUND)) {
      clock.nowMs = nowMs;
      const startMs = roundStartMs(ROUND, game.intervalMs);
      const state = await read(`/embed/${game.slug}/api/current`);
      expect(Object.keys(state as object)).toEqual(FIELDS[game.slug]);
      expect(state).toEqual({
        round: ROUND,
        daily_round: ((ROUND - 1) % (86_400_000 / game.intervalMs)) + 1,
        date: new Date(startMs).toISOString().slice(0, 10),
        phase,
        remainMs: phase === "betting" ? startMs + bettingMs - nowMs : 0,
        ...(phase === "betting" ? nothing : { ...REVEALED[game.slug], ...result(phase) }),
      });
    }
  });

  test("pages of any origin can read the state", async () => {
    const { ask } = await startService();
    const response = await ask(`/embed/${game.slug}/api/current`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
  });
});

function isRanking(value: object): boolean {
  return (
    Object.keys(value).join() === TEAMS.join() &&
    Object.values(value).toSorted().join() === "1,2,3,4,5,6"
  );
}
