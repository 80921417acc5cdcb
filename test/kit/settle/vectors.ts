import { MAX_STAKE } from "../../../src/kit/settle.ts";
import { variants } from "../../../src/kit/settle/variants.ts";
import { bet } from "./case.ts";
import type { Case } from "./case.ts";
import { refusals } from "./refusals.ts";
import { rounds } from "./rounds.ts";
import type { Entry } from "./rounds.ts";
import { expected, rules } from "./rules.ts";

export interface Vectors {
  readonly about: string;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly cases: readonly Case[];
}

type Placed = ReturnType<typeof bet>;

const entriesOf = (game: string) => Object.entries(rounds[game] ?? {});

/** Bets that name teams: who is right in this race, and who nearly is. */
function teamsOf(market: string, entry: Entry): string[][] {
  const ranks = Object.entries(entry["result_map"] as Record<string, number>);
  const order = ranks.toSorted(([, a], [, b]) => a - b).map(([team]) => team);
  const at = (...places: number[]) => places.map((place) => order[place - 1] as string);
  switch (market) {
    case "winner":
      return [at(1), at(2)];
    case "podium":
      return [at(1), at(3), at(4)];
    case "last":
      return [at(6), at(5)];
    case "exacta":
      return [at(1, 2), at(2, 1)];
    case "trifecta":
      return [at(1, 2, 3), at(1, 3, 2)];
    case "head-to-head":
      return [at(2, 5), at(5, 2)];
    default:
      return [[]];
  }
}

function settled(name: string, entry: string, placed: Placed, variant: keyof typeof variants | "") {
  const game = rounds[placed.game] ?? {};
  return {
    name,
    entry,
    bet: placed,
    ...(variant !== "" && { paytable: variants[variant] }),
    expect: expected(placed, game[entry], variant),
  };
}

/** Every market on every round. */
function everyMarket(): Case[] {
  return Object.entries(rules).flatMap(([game, markets]) =>
    entriesOf(game).flatMap(([name, entry]) =>
      Object.keys(markets).flatMap((market) =>
        (game === "bigsixball" ? teamsOf(market, entry) : [[]]).map((teams) =>
          settled(`${market} ${teams.join(", ")}`.trim(), name, bet(game, market, teams), ""),
        ),
      ),
    ),
  );
}

/** Stakes that do not divide, and the largest there is, where the odds are no whole number. */
function rounding(): Case[] {
  const uneven: [game: string, market: string, entry: string, teams?: string[]][] = [
    ["dragontiger", "dragon", "tie of nines"],
    ["dragontiger", "dragon-odd", "a seven for the dragon"],
    ["dragontiger", "tiger-even", "tiger with an eight"],
    ["dragontiger", "tiger-red", "tiger with an eight"],
    ["baccarat", "banker", "banker natural eight"],
    ["baccarat", "natural", "player natural nine"],
    ["baccarat", "big", "five cards"],
    ["baccarat", "small", "player natural nine"],
    ["bigsixball", "winner", "rovers first", ["rovers"]],
    ["bigsixball", "exacta", "rovers first", ["rovers", "united"]],
  ];
  return uneven.flatMap(([game, market, entry, teams]) =>
    [1, 3, 99, 101, 999_999_999_999, MAX_STAKE].map((stake) =>
      settled(`${market}, ${stake} staked`, entry, bet(game, market, teams, stake), ""),
    ),
  );
}

/** Every variant, on every round, for the markets that it changes. */
function everyVariant(): Case[] {
  return Object.entries(variants).flatMap(([variant, table]) =>
    Object.entries(table).flatMap(([game, markets]) =>
      entriesOf(game).flatMap(([name]) =>
        Object.keys(markets).map((market) =>
          settled(
            `${market}, ${variant}`,
            name,
            bet(game, market, [], 75),
            variant as keyof typeof variants,
          ),
        ),
      ),
    ),
  );
}

/** All vectors, as in `src/snippets/settle/vectors.json`. */
export function vectors(): Vectors {
  const { entries, cases } = refusals();
  return {
    about:
      "What settle must answer. Made by test/kit/settle/vectors.ts from the rules. An error stands for a bet that cannot be settled and stays open.",
    entries: { ...Object.assign({}, ...Object.values(rounds)), ...entries },
    cases: [...everyMarket(), ...rounding(), ...everyVariant(), ...cases],
  };
}

/** The file: one line for each entry and each case. */
export function vectorsFile({ about, entries, cases }: Vectors): string {
  const named = Object.entries(entries).map(
    ([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
  );
  const lines = cases.map((each) => `    ${JSON.stringify(each)}`);
  return `{
  "about": ${JSON.stringify(about)},
  "entries": {
${named.join(",\n")}
  },
  "cases": [
${lines.join(",\n")}
  ]
}
`;
}
