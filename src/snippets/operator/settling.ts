import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { HistoryEntry } from "tableside/client";
import { games, settle, SettleError } from "tableside/settle";
import type { Paytable } from "tableside/settle";
import { asBet } from "./bets.ts";
import type { BetRow, Bets } from "./bets.ts";
import { transaction } from "./database.ts";
import type { ProofOf } from "./proofs.ts";
import type { Service } from "./service.ts";

export interface SettlingDeps {
  readonly db: DatabaseSync;
  readonly bets: Bets;
  readonly service: Service;
  /** The proofs that rounds need to be paid; without it, every entry of `results` is paid by. */
  readonly proofOf: ProofOf | null;
  /** How long a round that cannot be paid is asked for before its bets are void. */
  readonly voidAfterMs: number;
  readonly report: (text: string) => void;
}

/** A round has its result within a minute of its close. */
const LATE_MS = 600_000;
const ASK_LATE_EVERY_MS = 60_000;

/**
 * Settles every bet whose round is over, from the oldest open one on, however long this was down. What
 * fails in one game is reported and tried again next time.
 */
export async function settleBets(deps: SettlingDeps): Promise<void> {
  for (const { slug } of games) {
    try {
      await settleResults(deps, slug);
      await settleLate(deps, slug);
    } catch (error) {
      deps.report(`${slug}: ${(error as Error).message}`);
    }
  }
}

/** Pages through the results, wherever bets are open. */
async function settleResults(deps: SettlingDeps, game: string): Promise<void> {
  let round = deps.bets.oldestOpenRound(game, 0);
  while (round !== null) {
    const page = await deps.service.resultsAfter(game, round - 1);
    const last = page.at(-1);
    if (last === undefined) {
      break;
    }
    const due: [entry: HistoryEntry, mayPay: boolean][] = [];
    for (const entry of page) {
      if (deps.bets.open(game, entry.round).length > 0) {
        due.push([entry, await mayPay(deps, game, entry)]);
      }
    }
    const nowMs = await deps.service.clockMs(game);
    // A page is one transaction: after a kill either all of it stands or none, and the next run repeats it.
    transaction(deps.db, () => {
      for (const [entry, isProven] of due) {
        const why = isProven ? settleRound(deps, game, entry, nowMs) : NOT_PROVEN;
        if (why !== null) {
          setLate(deps, game, entry.round, why, nowMs);
        }
      }
    });
    round = deps.bets.oldestOpenRound(game, last.round);
  }
  if (deps.bets.oldestOpenRound(game, 0) !== null) {
    const nowMs = await deps.service.clockMs(game);
    for (const missing of deps.bets.overdue(game, nowMs - LATE_MS)) {
      transaction(deps.db, () => setLate(deps, game, missing, NOT_THERE, nowMs));
    }
  }
}

const NOT_PROVEN = "its result is not proven";
const NOT_THERE = "it is not in the results";

/** Whether a round may be paid by its entry: where proofs are wanted, they have to say the same. */
async function mayPay(
  { proofOf }: SettlingDeps,
  game: string,
  entry: HistoryEntry,
): Promise<boolean> {
  if (proofOf === null) {
    return true;
  }
  const { daily_round: _number, date: _date, ...paidBy } = entry;
  const proof = await proofOf(game, entry.round);
  return proof?.isProven === true && isDeepStrictEqual(paidBy, proof.entry);
}

/** Settles the open bets of a round. Returns why some of them stay open, null when none does. */
function settleRound(
  deps: SettlingDeps,
  game: string,
  entry: HistoryEntry,
  nowMs: number,
): string | null {
  let why: string | null = null;
  for (const row of deps.bets.open(game, entry.round)) {
    try {
      deps.bets.close(row, settlementOf(row, entry), nowMs);
    } catch (error) {
      if (!(error instanceof SettleError)) {
        throw error;
      }
      why = `bet ${row.id} cannot be settled: ${error.message}`;
    }
  }
  return why;
}

/** What a stored bet comes to, on the terms that it was sold on. */
export function settlementOf(row: BetRow, entry: HistoryEntry) {
  return settle(entry, asBet(row), { paytable: JSON.parse(row.paytable) as Paytable });
}

function setLate(deps: SettlingDeps, game: string, round: number, why: string, nowMs: number) {
  if (deps.bets.addLate(game, round, nowMs)) {
    const hours = deps.voidAfterMs / 3_600_000;
    deps.report(`${game} ${round}: ${why}. It is asked for again, and void in ${hours} hours.`);
  }
}

/**
 * This operator's rule for rounds that cannot be paid: they are asked for again and again, and when the
 * service has not had them for so long, stakes go back. Only its answers count: silence voids nothing.
 */
async function settleLate(deps: SettlingDeps, game: string): Promise<void> {
  if (deps.bets.late(game, Infinity).length === 0) {
    return;
  }
  const nowMs = await deps.service.clockMs(game);
  for (const { round, sinceMs } of deps.bets.late(game, nowMs - ASK_LATE_EVERY_MS)) {
    const entry = await deps.service.result(game, round);
    const isPayable = entry !== null && (await mayPay(deps, game, entry));
    const voided = transaction(deps.db, () => {
      deps.bets.setAsked(game, round, nowMs);
      const isOpen = !isPayable || settleRound(deps, game, entry, nowMs) !== null;
      return isOpen && nowMs - sinceMs >= deps.voidAfterMs
        ? voidRound(deps, game, round, nowMs)
        : 0;
    });
    if (voided > 0) {
      deps.report(`${game} ${round}: void, ${voided} stakes returned.`);
    }
  }
}

/** Returns how many bets are void. */
function voidRound({ bets }: SettlingDeps, game: string, round: number, nowMs: number): number {
  return bets
    .open(game, round)
    .filter((row) => bets.close(row, { outcome: "void", returned: row.stake }, nowMs)).length;
}
