import { isEntryOf, roundOfEntry } from "../../src/fairness/history-entry.ts";
import type { Game } from "../../src/games/contract.ts";
import { StartError } from "../runtime/start-error.ts";
import type { AuditedRound } from "./audit-records.ts";
import type { House } from "./house.ts";

/** What a house's results, by which operators pay, say of rounds. */
export interface ListedRounds {
  readonly entries: ReadonlyMap<number, unknown>;
  /** The results of rounds before this one were not read. */
  readonly knownFrom: number;
  /** Why not; null when all of them were had. */
  readonly missingReason: string | null;
  /** Whether the list is what a list of results must be: each round once, the latest first. */
  readonly isInOrder: boolean;
}

/** The most that a service gives at once. */
const PAGE = 500;

/** Reads the house's results of the rounds from `first` to `last`, page by page. */
export async function listRounds(
  house: House,
  game: Game,
  first: number,
  last: number,
): Promise<ListedRounds> {
  const entries = new Map<number, unknown>();
  let before = last + 1;
  const listed = (missingReason: string | null, isInOrder = true): ListedRounds => ({
    entries,
    knownFrom: missingReason === null ? first : before,
    missingReason,
    isInOrder,
  });
  while (before > first) {
    let page: unknown;
    try {
      page = await house.results(game, before, PAGE);
    } catch (error) {
      if (!(error instanceof StartError)) {
        throw error;
      }
      return listed(error.message);
    }
    if (!Array.isArray(page)) {
      return listed(null, false);
    }
    if (page.length === 0) {
      break;
    }
    for (const entry of page as unknown[]) {
      const round = roundOfEntry(entry);
      if (round === null || round >= before) {
        return listed(null, false);
      }
      before = round;
      entries.set(round, entry);
    }
  }
  return listed(null);
}

/** The rounds of which the results say something else than their records, and those not compared. */
export function compareListed(
  audited: readonly AuditedRound[],
  { entries, knownFrom }: ListedRounds,
): { readonly other: number[]; readonly open: number[] } {
  const other: number[] = [];
  const open: number[] = [];
  for (const { round, outcome, missingReason } of audited) {
    const entry = entries.get(round);
    if (missingReason !== null || round < knownFrom) {
      open.push(round);
    } else if (outcome === undefined ? entry !== undefined : !isEntryOf(entry, round, outcome)) {
      other.push(round);
    }
  }
  return { other, open };
}

/**
 * The rounds of which entries that somebody kept say something else than their records, those that could
 * not be compared, and how many are equal. Entries of other rounds do not count.
 */
export function compareKept(
  audited: readonly AuditedRound[],
  kept: readonly unknown[],
): { readonly other: number[]; readonly open: number[]; readonly equal: number } {
  const byRound = new Map(audited.map((one) => [one.round, one]));
  const other: number[] = [];
  const open: number[] = [];
  let equal = 0;
  for (const entry of kept) {
    const round = roundOfEntry(entry);
    const own = round === null ? undefined : byRound.get(round);
    if (own === undefined) {
      continue;
    }
    if (own.missingReason !== null) {
      open.push(own.round);
    } else if (isEntryOf(entry, own.round, own.outcome)) {
      equal += 1;
    } else {
      other.push(own.round);
    }
  }
  return { other, open, equal };
}
