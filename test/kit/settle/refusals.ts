import { MAX_STAKE } from "../../../src/kit/settle.ts";
import { bet } from "./case.ts";
import type { Case } from "./case.ts";
import { coup, dragonTigerRound, HEAD, race } from "./rounds.ts";
import type { Entry } from "./rounds.ts";

const dealt = dragonTigerRound("KH 2S");
const tied = coup("6H 4C JS 2D 2C 3C");
const ranked = race("123456");

const without = (entry: Entry, field: string) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field));

/** Entries that no bet may be settled by, and the error that says so. */
const wrong: [name: string, game: string, market: string, entry: unknown, error: string][] = [
  [
    "still betting",
    "dragontiger",
    "tie",
    { ...dealt, phase: "betting", dragon: null, tiger: null, result: null },
    "unfinished",
  ],
  [
    "cards, no result yet",
    "dragontiger",
    "tie",
    { ...dealt, phase: "revealing", result: null },
    "unfinished",
  ],
  ["result null", "baccarat", "player", { ...tied, result: null }, "unfinished"],
  ["revealing a race", "bigsixball", "odd", { ...ranked, phase: "revealing" }, "unfinished"],
  ["race not drawn", "bigsixball", "odd", { ...ranked, result_map: null }, "unfinished"],
  [
    "a tie for the dragon",
    "dragontiger",
    "dragon",
    { ...dragonTigerRound("9S 9H"), result: "dragon" },
    "bad-entry",
  ],
  ["an unknown result", "dragontiger", "dragon", { ...dealt, result: "phoenix" }, "bad-entry"],
  [
    "a fourteenth card",
    "dragontiger",
    "dragon",
    { ...dealt, dragon: { suit: "H", value: "14" } },
    "bad-entry",
  ],
  [
    "a fifth suit",
    "dragontiger",
    "dragon",
    { ...dealt, dragon: { suit: "X", value: "K" } },
    "bad-entry",
  ],
  ["a card as text", "dragontiger", "dragon", { ...dealt, dragon: "KH" }, "bad-entry"],
  [
    "a total too high",
    "baccarat",
    "player",
    { ...tied, player_total: 7, result: "player" },
    "bad-entry",
  ],
  ["a result beside its totals", "baccarat", "banker", { ...tied, result: "banker" }, "bad-entry"],
  ["a natural that is none", "baccarat", "natural", { ...tied, natural: true }, "bad-entry"],
  [
    "a hand of one",
    "baccarat",
    "player",
    { ...tied, player_cards: [{ suit: "H", value: "6" }] },
    "bad-entry",
  ],
  ["a hand of text", "baccarat", "player", { ...tied, player_cards: "6H JS" }, "bad-entry"],
  [
    "two teams first",
    "bigsixball",
    "winner",
    { ...ranked, result_map: { ...(ranked["result_map"] as object), united: 1 } },
    "bad-entry",
  ],
  [
    "a seventh team",
    "bigsixball",
    "winner",
    { ...ranked, result_map: { ...(ranked["result_map"] as object), hotspur: 7 } },
    "bad-entry",
  ],
  [
    "ranks as text",
    "bigsixball",
    "winner",
    {
      ...ranked,
      result_map: {
        rovers: "1",
        united: "2",
        city: "3",
        wanderers: "4",
        athletic: "5",
        rangers: "6",
      },
    },
    "bad-entry",
  ],
  ["no tiger", "dragontiger", "dragon", without(dealt, "tiger"), "bad-entry"],
  ["no cards, only a result", "baccarat", "tie", { ...HEAD, result: "tie" }, "bad-entry"],
  ["cut off after its head", "bigsixball", "odd", HEAD, "bad-entry"],
  ["no round", "dragontiger", "dragon", { ...dealt, round: null }, "bad-entry"],
  ["nothing", "dragontiger", "dragon", null, "bad-entry"],
];

/** Bets that are wrong in themselves, on a good round. */
const wrongBets: [name: string, changes: object, error: string][] = [
  ["an unknown game", { game: "roulette" }, "unknown-game"],
  ["no game", { game: null }, "unknown-game"],
  ["a game of the language", { game: "__proto__" }, "unknown-game"],
  ["an unknown market", { market: "phoenix" }, "unknown-market"],
  ["a misspelt market", { market: "dargon" }, "unknown-market"],
  ["another game's market", { market: "banker" }, "unknown-market"],
  ["a market of the language", { market: "constructor" }, "unknown-market"],
  ["a market in capitals", { market: "Dragon" }, "unknown-market"],
  ["no market", { market: null }, "unknown-market"],
  ["a stake of zero", { stake: 0 }, "bad-stake"],
  ["a stake below zero", { stake: -100 }, "bad-stake"],
  ["half a unit", { stake: 0.5 }, "bad-stake"],
  ["a stake as text", { stake: "100" }, "bad-stake"],
  ["a stake above the limit", { stake: MAX_STAKE + 1 }, "bad-stake"],
  ["no stake", { stake: null }, "bad-stake"],
  ["a true stake", { stake: true }, "bad-stake"],
  ["no time", { placedAtMs: null }, "bad-time"],
  ["a time of zero", { placedAtMs: 0 }, "bad-time"],
  ["a time as text", { placedAtMs: "2026-11-22" }, "bad-time"],
  ["no close", { closesAtMs: null }, "bad-time"],
  ["a close in parts of a millisecond", { closesAtMs: 1.5 }, "bad-time"],
  ["the round before", { round: dealt.round - 1 }, "wrong-round"],
  ["the round after", { round: dealt.round + 1 }, "wrong-round"],
  ["a round as text", { round: String(dealt.round) }, "wrong-round"],
  ["no round", { round: null }, "wrong-round"],
  ["teams in a game of cards", { teams: ["rovers"] }, "bad-teams"],
  ["another game's round", { game: "baccarat", market: "player" }, "wrong-game"],
  ["a race's round", { game: "bigsixball", market: "odd" }, "wrong-game"],
];

const wrongTeams: [market: string, teams: unknown][] = [
  ["winner", []],
  ["winner", ["rovers", "city"]],
  ["winner", ["hotspur"]],
  ["winner", "rovers"],
  ["winner", [1]],
  ["exacta", ["rovers", "rovers"]],
  ["trifecta", ["rovers", "united"]],
  ["head-to-head", ["city", "city"]],
  ["odd", ["rovers"]],
];

const wrongPaytables: [name: string, paytable: unknown][] = [
  ["an unknown game", { roulette: {} }],
  ["an unknown market", { dragontiger: { phoenix: { won: [1, 1] } } }],
  ["an unknown event", { dragontiger: { dragon: { draw: "push" } } }],
  ["an event of the language", { dragontiger: { dragon: { constructor: "push" } } }],
  ["a fault in another game", { baccarat: { banker: { won: "double" } } }],
  ["odds with a point", { dragontiger: { dragon: { won: [0.95, 1] } } }],
  ["odds as a number", { dragontiger: { dragon: { won: 2 } } }],
  ["odds of zero", { dragontiger: { dragon: { won: [0, 1] } } }],
  ["odds by zero", { dragontiger: { dragon: { won: [1, 0] } } }],
  ["odds below zero", { dragontiger: { dragon: { won: [-1, 1] } } }],
  ["odds above a thousand", { dragontiger: { dragon: { won: [1001, 1] } } }],
  ["odds of three numbers", { dragontiger: { dragon: { won: [1, 1, 1] } } }],
];

/** Bets that are void, and all that cannot be settled. */
export function refusals(): { entries: Record<string, unknown>; cases: Case[] } {
  const refused = (name: string, entry: string, changes: object, error: string): Case => ({
    name,
    entry,
    bet: { ...bet("dragontiger", "dragon"), ...changes },
    expect: { error },
  });
  const good = "dragon with a king";
  return {
    entries: Object.fromEntries(wrong.map(([name, , , entry]) => [name, entry])),
    cases: [
      ...late(),
      {
        name: "teams null, as a database has it",
        entry: good,
        bet: { ...bet("dragontiger", "dragon"), teams: null },
        expect: { outcome: "won", returned: 200 },
      },
      ...wrong.map(([name, game, market, , error]) =>
        refused(name, name, bet(game, market, market === "winner" ? ["rovers"] : []), error),
      ),
      ...wrongBets.map(([name, changes, error]) => refused(name, good, changes, error)),
      ...wrongTeams.map(([market, teams]) =>
        refused(
          `${market} with ${JSON.stringify(teams)}`,
          "rovers first",
          { game: "bigsixball", market, teams },
          "bad-teams",
        ),
      ),
      ...wrongPaytables.map(([name, paytable]) => ({
        ...refused(`a paytable with ${name}`, good, {}, "bad-paytable"),
        paytable,
      })),
    ],
  };
}

/** Won or lost: the stake goes back. But what cannot be settled stays open, late or not. */
function late(): Case[] {
  const { closesAtMs } = bet("dragontiger", "dragon");
  const placed = (name: string, market: string, placedAtMs: number): Case => ({
    name,
    entry: "dragon with a king",
    bet: { ...bet("dragontiger", market), placedAtMs },
    expect: { outcome: "void", returned: 100 },
  });
  return [
    placed("won, placed at the close", "dragon", closesAtMs),
    placed("won, placed a day after the close", "dragon", closesAtMs + 86_400_000),
    placed("lost, placed at the close", "tiger", closesAtMs),
    placed("lost, placed when the result stood", "tie", closesAtMs + 9_000),
    {
      ...placed("late, and the round is not over", "dragon", closesAtMs),
      entry: "still betting",
      expect: { error: "unfinished" },
    },
  ];
}
