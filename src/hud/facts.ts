import type { Game } from "../games/contract.ts";
import { whim } from "../round/whim.ts";
import type { HistoryEntry } from "../wire/answers.ts";
import { tally } from "./roads/statistics.ts";
import { streakLengths } from "./roads/streaks.ts";
import { rankingOf } from "./side.ts";

/**
 * Something that is true of finished rounds, for those who wait for the next one. It is counted, never
 * estimated, and says how many rounds it is counted over. Sides are named by their ids.
 */
export type Fact =
  /** The round before. */
  | { readonly kind: "last"; readonly entry: HistoryEntry }
  /** A side won, or came among the first three, so often in the last rounds. */
  | {
      readonly kind: "wins" | "podiums";
      readonly side: string;
      readonly times: number;
      readonly of: number;
    }
  /** The longest run of wins in the last rounds that are known. */
  | {
      readonly kind: "longest";
      readonly side: string;
      readonly length: number;
      readonly of: number;
    }
  /** How many rounds ago a rare result was. */
  | { readonly kind: "ago"; readonly what: Rare; readonly rounds: number }
  /** One side of a race came in before another. */
  | {
      readonly kind: "ahead";
      readonly side: string;
      readonly behind: string;
      readonly times: number;
      readonly of: number;
    };

/** Results that are rare enough to count the rounds since. */
export type Rare = "tie" | "suitedTie" | "bothPairs";

/** How many rounds a run of form is looked for in, and how many of them make one. */
const FORMS = [
  { of: 6, least: 4 },
  { of: 10, least: 7 },
] as const;
/** The same for races, where six can win. */
const RACE_FORM = { of: 6, least: 3 } as const;
const PODIUM_FORM = { of: 10, least: 6 } as const;
/** Shorter runs are nothing to speak of. */
const LONG = { sides: 4, race: 2 } as const;
const DUEL_OF = 20;

/**
 * Facts about a game's finished rounds, latest first, while bets are open on `round`. The same
 * rounds always give the same facts, in the same order. No fact spans a missing round.
 */
export function factsOf(game: Game, known: readonly HistoryEntry[], round: number): Fact[] {
  const entries = unbroken(known, round);
  const [latest] = entries;
  if (latest === undefined) {
    return [];
  }
  const told = game.board.hasPlaces
    ? ofRankings(game, entries, round)
    : game.board.roads.length > 0
      ? ofMarks(game, entries, round)
      : [];
  return [{ kind: "last", entry: latest }, ...told];
}

/** The rounds from the one before `round` back to the first that is missing. */
function unbroken(known: readonly HistoryEntry[], round: number): readonly HistoryEntry[] {
  const before = known.filter((entry) => entry.round < round);
  const end = before.findIndex((entry, index) => entry.round !== round - 1 - index);
  return end === -1 ? before : before.slice(0, end);
}

function ofMarks({ board }: Game, entries: readonly HistoryEntry[], round: number): Fact[] {
  const winners = entries.map((entry) => board.winner(entry));
  const of = entries.length;
  const marks = entries.toReversed().flatMap((entry) => board.mark(entry) ?? []);
  const longest = board.sides
    .filter(({ colour }) => colour !== "green")
    .map(({ id, colour }) => ({ side: id, length: tally(marks, colour).longest }))
    .toSorted((one, other) => other.length - one.length)[0];
  const since = (what: Rare, isSo: (entry: HistoryEntry) => boolean): Fact[] => {
    const found = entries.find(isSo);
    return found === undefined ? [] : [{ kind: "ago", what, rounds: round - found.round }];
  };
  const markOf = (entry: HistoryEntry) => board.mark(entry);
  return [
    ...FORMS.flatMap((form) => formFacts(winners, form)).slice(0, 1),
    ...(longest && longest.length >= LONG.sides
      ? [{ kind: "longest", ...longest, of } as const]
      : []),
    ...since("tie", (entry) => markOf(entry)?.colour === "green"),
    ...since("suitedTie", (entry) => markOf(entry)?.suited === true),
    ...since("bothPairs", (entry) => markOf(entry)?.pairs.length === 2),
  ];
}

function ofRankings(game: Game, entries: readonly HistoryEntry[], round: number): Fact[] {
  const rankings = entries.map((entry) => rankingOf({ game }, entry));
  const firsts = rankings.map(([first = ""]) => first);
  const podiums = rankings.slice(0, PODIUM_FORM.of).flatMap((ranking) => ranking.slice(0, 3));
  return [
    ...formFacts(firsts, RACE_FORM),
    ...(rankings.length >= PODIUM_FORM.of
      ? mostFrequent(podiums, PODIUM_FORM.least).map(
          (most) => ({ kind: "podiums", ...most, of: PODIUM_FORM.of }) as const,
        )
      : []),
    ...longestRun(firsts).map((run) => ({ kind: "longest", ...run, of: firsts.length }) as const),
    ...duel(rankings, round),
  ];
}

/** The side that won most of the last rounds, if it won enough of them. */
function formFacts(
  winners: readonly string[],
  { of, least }: { of: number; least: number },
): Fact[] {
  return winners.length < of
    ? []
    : mostFrequent(winners.slice(0, of), least).map((most) => ({ kind: "wins", ...most, of }));
}

/** The most frequent id of a list, and how often it occurs, if at least `least` times and more often than all others. */
function mostFrequent(ids: readonly string[], least: number): { side: string; times: number }[] {
  const counts = [...new Set(ids)]
    .map((side) => ({ side, times: ids.filter((id) => id === side).length }))
    .toSorted((one, other) => other.times - one.times);
  const [most, next] = counts;
  return most && most.times >= least && most.times > (next?.times ?? 0) ? [most] : [];
}

/** The longest run in a list of winners, the latest of those that are as long. */
function longestRun(winners: readonly string[]): { side: string; length: number }[] {
  const lengths = streakLengths(winners);
  const length = Math.max(0, ...lengths);
  const at = lengths.indexOf(length);
  const side = winners[lengths.slice(0, at).reduce((sum, each) => sum + each, 0)];
  return side !== undefined && length >= LONG.race ? [{ side, length }] : [];
}

/** How two sides of a race have done against each other; which two, the round's number says. */
function duel(rankings: readonly (readonly string[])[], round: number): Fact[] {
  const last = rankings.slice(0, DUEL_OF);
  const sides = last[0]?.toSorted() ?? [];
  const first = sides.splice(Math.floor(whim(round, 21) * sides.length), 1)[0];
  const second = sides[Math.floor(whim(round, 22) * sides.length)];
  if (first === undefined || second === undefined || last.length < DUEL_OF) {
    return [];
  }
  const wins = last.filter((order) => order.indexOf(first) < order.indexOf(second)).length;
  const [side, behind, times] =
    wins * 2 >= last.length ? [first, second, wins] : [second, first, last.length - wins];
  return [{ kind: "ahead", side, behind, times, of: last.length }];
}
