import type { DatabaseSync } from "node:sqlite";
import { games, settle, SettleError } from "tableside/settle";
import type { Paytable } from "tableside/settle";
import type { HistoryEntry } from "../../wire.ts";
import { asBet } from "./bets.ts";
import type { BetRow, Bets } from "./bets.ts";
import { transaction } from "./database.ts";
import type { Service } from "./service.ts";

export interface SettlingDeps {
  readonly db: DatabaseSync;
  readonly bets: Bets;
  readonly service: Service;
  /** Whether a round may be paid by its entry. Without it, every entry of `results` is. */
  readonly isProven: ((game: string, entry: HistoryEntry) => Promise<boolean>) | null;
  /** Open bets whose round is not in `results` so long after their close are void. */
  readonly voidAfterMs: number;
  readonly report: (text: string) => void;
}

/**
 * Settles every bet whose round is over, from the oldest open one on, however long this was down. What
 * fails in one game is reported and tried again next time.
 */
export async function settleBets(deps: SettlingDeps): Promise<void> {
  for (const { slug } of games) {
    try {
      await settleGame(deps, slug);
      await voidOverdue(deps, slug);
    } catch (error) {
      deps.report(`${slug}: ${(error as Error).message}`);
    }
  }
}

async function settleGame(deps: SettlingDeps, game: string): Promise<void> {
  let round = deps.bets.oldestOpenRound(game, 0);
  while (round !== null) {
    const page = await deps.service.resultsAfter(game, round - 1);
    const last = page.at(-1);
    if (last === undefined) {
      return;
    }
    const payable: HistoryEntry[] = [];
    for (const entry of page) {
      if (deps.bets.open(game, entry.round).length > 0 && (await mayPay(deps, game, entry))) {
        payable.push(entry);
      }
    }
    const nowMs = await deps.service.clockMs(game);
    // A page is one transaction: after a kill either all of it stands or none, and the next run repeats it.
    transaction(deps.db, () => payable.forEach((entry) => settleRound(deps, game, entry, nowMs)));
    round = deps.bets.oldestOpenRound(game, last.round);
  }
}

async function mayPay(deps: SettlingDeps, game: string, entry: HistoryEntry): Promise<boolean> {
  if (deps.isProven === null || (await deps.isProven(game, entry))) {
    return true;
  }
  deps.report(`${game} ${entry.round}: not proven, its bets stay open.`);
  return false;
}

function settleRound(deps: SettlingDeps, game: string, entry: HistoryEntry, nowMs: number): void {
  for (const row of deps.bets.open(game, entry.round)) {
    try {
      deps.bets.close(row, settlementOf(row, entry), nowMs);
    } catch (error) {
      if (!(error instanceof SettleError)) {
        throw error;
      }
      deps.report(`Bet ${row.id} stays open: ${error.message}`);
    }
  }
}

/** What a stored bet comes to, on the terms that it was sold on. */
export function settlementOf(row: BetRow, entry: HistoryEntry) {
  return settle(entry, asBet(row), { paytable: JSON.parse(row.paytable) as Paytable });
}

/** The rule of this house for rounds that never came out: stakes go back. */
async function voidOverdue(deps: SettlingDeps, game: string): Promise<void> {
  if (deps.bets.oldestOpenRound(game, 0) === null) {
    return;
  }
  const nowMs = await deps.service.clockMs(game);
  for (const round of deps.bets.overdue(game, nowMs - deps.voidAfterMs)) {
    // Only when the service itself says that it has no such round: silence voids nothing.
    if ((await deps.service.result(game, round)) === null) {
      transaction(deps.db, () => {
        for (const row of deps.bets.open(game, round)) {
          deps.bets.close(row, { outcome: "void", returned: row.stake }, nowMs);
        }
      });
      deps.report(`${game} ${round}: void, it never came out.`);
    }
  }
}
