import type { Game } from "../games/contract.ts";
import { cosmeticNoise } from "../round/cosmetic-noise.ts";
import { TIE_COLOUR } from "../round/mark.ts";
import type { HistoryEntry } from "../wire/responses.ts";
import { streakLengths } from "./roads/streaks.ts";
import { PODIUM_PLACES, tally } from "./roads/tally.ts";
import { sideOrder } from "./side.ts";

/**
 * A fact about finished rounds, for viewers waiting for the next one. It is counted, never estimated, and `of` is the
 * number of counted rounds. Sides are ids.
 */
export type Fact =
  | { readonly kind: "last"; readonly entry: HistoryEntry }
  /** How often a side won, or finished in the top three, in the most recent rounds. */
  | {
      readonly kind: "wins" | "podiums";
      readonly side: string;
      readonly times: number;
      readonly of: number;
    }
  /** The longest run of wins in the last known rounds. */
  | {
      readonly kind: "longest";
      readonly side: string;
      readonly length: number;
      readonly of: number;
    }
  /** How many rounds ago a rare result was. */
  | { readonly kind: "ago"; readonly what: Rare; readonly rounds: number }
  /** How often one side of a race finished ahead of another. */
  | {
      readonly kind: "ahead";
      readonly side: string;
      readonly behind: string;
      readonly times: number;
      readonly of: number;
    };

/** Rare results, for which the rounds since the last one are counted. */
export type Rare = "tie" | "suitedTie" | "bothPairs";

/** A side's form is a fact if it won at least `minimum` of the last `of` rounds. */
const FORMS = [
  { of: 6, minimum: 4 },
  { of: 10, minimum: 7 },
] as const;
/** The minimum form in a race, where six sides can win. */
const RACE_FORM = { of: 6, minimum: 3 } as const;
const PODIUM_FORM = { of: 10, minimum: 6 } as const;
const MIN_RUN = { sides: 4, race: 2 } as const;
const DUEL_RACES = 20;

/**
 * Facts about a game's finished rounds, latest first, while bets are open on `round`. The same rounds always give the
 * same facts, in the same order. No fact spans a missing round.
 */
export function factsFor(game: Game, known: readonly HistoryEntry[], round: number): Fact[] {
  const entries = unbroken(known, round);
  const [latest] = entries;
  if (latest === undefined) {
    return [];
  }
  const others = game.hasPlaces
    ? factsFromRankings(game, entries, round)
    : game.roads.length > 0
      ? factsFromMarks(game, entries, round)
      : [];
  return [{ kind: "last", entry: latest }, ...others];
}

/** The rounds before `round`, newest first, up to the first missing one. */
function unbroken(known: readonly HistoryEntry[], round: number): readonly HistoryEntry[] {
  const before = known.filter((entry) => entry.round < round);
  const end = before.findIndex((entry, index) => entry.round !== round - 1 - index);
  return end === -1 ? before : before.slice(0, end);
}

function factsFromMarks(game: Game, entries: readonly HistoryEntry[], round: number): Fact[] {
  const winners = entries.map((entry) => game.winner(entry));
  const of = entries.length;
  const marks = entries.toReversed().flatMap((entry) => game.mark(entry) ?? []);
  const longest = game.sides
    .filter(({ colour }) => colour !== TIE_COLOUR)
    .map(({ id, colour }) => ({ side: id, length: tally(marks, colour).longestStreak }))
    .toSorted((a, b) => b.length - a.length)[0];
  const agoFact = (what: Rare, matches: (entry: HistoryEntry) => boolean): Fact[] => {
    const found = entries.find(matches);
    return found === undefined ? [] : [{ kind: "ago", what, rounds: round - found.round }];
  };
  const markOf = (entry: HistoryEntry) => game.mark(entry);
  return [
    ...FORMS.flatMap((form) => formFacts(winners, form)).slice(0, 1),
    ...(longest && longest.length >= MIN_RUN.sides
      ? [{ kind: "longest", ...longest, of } as const]
      : []),
    ...agoFact("tie", (entry) => markOf(entry)?.colour === TIE_COLOUR),
    ...agoFact("suitedTie", (entry) => markOf(entry)?.suited === true),
    ...agoFact("bothPairs", (entry) => markOf(entry)?.pairs.length === 2),
  ];
}

function factsFromRankings(game: Game, entries: readonly HistoryEntry[], round: number): Fact[] {
  const rankings = entries.map((entry) => sideOrder({ game }, entry));
  const firsts = rankings.map(([first = ""]) => first);
  const podiums = rankings
    .slice(0, PODIUM_FORM.of)
    .flatMap((ranking) => ranking.slice(0, PODIUM_PLACES));
  return [
    ...formFacts(firsts, RACE_FORM),
    ...(rankings.length >= PODIUM_FORM.of
      ? mostFrequent(podiums, PODIUM_FORM.minimum).map(
          (most) => ({ kind: "podiums", ...most, of: PODIUM_FORM.of }) as const,
        )
      : []),
    ...longestRun(firsts).map((run) => ({ kind: "longest", ...run, of: firsts.length }) as const),
    ...duel(rankings, round),
  ];
}

/** The side with the most wins in the last rounds, if it won enough of them. */
function formFacts(
  winners: readonly string[],
  { of, minimum }: { of: number; minimum: number },
): Fact[] {
  return winners.length < of
    ? []
    : mostFrequent(winners.slice(0, of), minimum).map((most) => ({ kind: "wins", ...most, of }));
}

/** The most frequent id in a list and its count, if it is unique and occurs at least `minimum` times. */
function mostFrequent(ids: readonly string[], minimum: number): { side: string; times: number }[] {
  const counts = [...new Set(ids)]
    .map((side) => ({ side, times: ids.filter((id) => id === side).length }))
    .toSorted((a, b) => b.times - a.times);
  const [most, next] = counts;
  return most && most.times >= minimum && most.times > (next?.times ?? 0) ? [most] : [];
}

/** The longest run in a list of winners; the latest one if several are equally long. */
function longestRun(winners: readonly string[]): { side: string; length: number }[] {
  const lengths = streakLengths(winners);
  const length = Math.max(0, ...lengths);
  const at = lengths.indexOf(length);
  const side = winners[lengths.slice(0, at).reduce((sum, length) => sum + length, 0)];
  return side !== undefined && length >= MIN_RUN.race ? [{ side, length }] : [];
}

/** Two sides' record against each other in races. The round number selects them. */
function duel(rankings: readonly (readonly string[])[], round: number): Fact[] {
  const last = rankings.slice(0, DUEL_RACES);
  const sides = last[0]?.toSorted() ?? [];
  const first = sides.splice(Math.floor(cosmeticNoise(round, 21) * sides.length), 1)[0];
  const second = sides[Math.floor(cosmeticNoise(round, 22) * sides.length)];
  if (first === undefined || second === undefined || last.length < DUEL_RACES) {
    return [];
  }
  const wins = last.filter((order) => order.indexOf(first) < order.indexOf(second)).length;
  const [side, behind, times] =
    wins * 2 >= last.length ? [first, second, wins] : [second, first, last.length - wins];
  return [{ kind: "ahead", side, behind, times, of: last.length }];
}
