import type { DatabaseSync } from "node:sqlite";
import type { BetRow, Bets } from "./bets.ts";
import type { Proof, ProofOf } from "./proofs.ts";
import { settlementOf } from "./settling.ts";

const DAY_MS = 86_400_000;

export interface ReconcileDeps {
  readonly db: DatabaseSync;
  readonly bets: Bets;
  readonly proofOf: ProofOf;
}

/**
 * Compares a UTC day of the books with themselves and with the records of its rounds, each checked as
 * `npm run verify` checks it. Returns what is wrong, in words; an empty list is a clean day.
 */
export async function reconcile(deps: ReconcileDeps, date: string): Promise<string[]> {
  const fromMs = Date.parse(`${date}T00:00:00Z`);
  const rows = deps.bets.closedIn(fromMs, fromMs + DAY_MS);
  const faults = [...faultsOfBooks(deps.db)];
  const rounds = Map.groupBy(rows, ({ game, round }) => `${game} ${round}`);
  for (const [name, ofRound] of rounds) {
    const [{ game, round }] = ofRound as [BetRow];
    const proof = await deps.proofOf(game, round);
    if (proof?.entry && !proof.isProven) {
      faults.push(`${name} is not proven: ${proof.reasons.join(", ")}.`);
    }
    faults.push(...ofRound.flatMap((row) => faultsOf(row, proof)));
  }
  return faults;
}

/** What is wrong with a bet by the record of its round, however it was paid. */
function faultsOf(row: BetRow, proof: Proof | null): string[] {
  const name = `Bet ${row.id} (${row.game} ${row.round})`;
  if (row.outcome === null) {
    return [`${name} is still open.`];
  }
  if (proof === null || proof.entry === null) {
    return row.outcome === "void" ? [] : [`${name} is paid, and there is no record of its result.`];
  }
  const faults: string[] = [];
  if (row.closes_ms !== proof.closesAtMs) {
    faults.push(`${name} was taken until ${row.closes_ms}: bets closed at ${proof.closesAtMs}.`);
  }
  const due = settlementOf(row, proof.entry);
  if (due.outcome !== row.outcome || due.returned !== row.returned) {
    faults.push(
      `${name} was settled as ${row.outcome}, ${row.returned}: it is ${due.outcome}, ${due.returned}.`,
    );
  }
  return faults;
}

/** What can be said of the books without asking anybody. Each query lists what must not be there. */
const MUST_BE_EMPTY: readonly [what: string, sql: string][] = [
  [
    "transfer that does not sum to zero",
    "SELECT transfer AS id FROM posting GROUP BY transfer HAVING sum(amount) <> 0",
  ],
  [
    "account whose balance is not that of its postings",
    `SELECT id FROM account WHERE balance <>
       (SELECT coalesce(sum(amount), 0) FROM posting WHERE account = account.id)`,
  ],
  [
    "bet whose stake was not taken once",
    `SELECT id FROM bet WHERE stake <> coalesce((SELECT sum(amount) FROM posting
       JOIN transfer ON transfer.id = transfer WHERE ref = 'stake:' || bet.id AND account = 'stakes'), 0)`,
  ],
  [
    "bet that is closed and not settled in the ledger, or the other way round",
    `SELECT id FROM bet WHERE (outcome IS NULL) =
       EXISTS (SELECT 1 FROM transfer WHERE ref = 'settle:' || bet.id)`,
  ],
  [
    "bet that returned something else than it says",
    `SELECT id FROM bet WHERE outcome IS NOT NULL AND returned <> coalesce((SELECT sum(amount) FROM posting
       JOIN transfer ON transfer.id = transfer
       WHERE ref = 'settle:' || bet.id AND account = 'player:' || bet.player), 0)`,
  ],
  [
    "account of stakes that is not the sum of open bets",
    `SELECT 'stakes' AS id WHERE (SELECT coalesce(sum(stake), 0) FROM bet WHERE outcome IS NULL) <>
       coalesce((SELECT balance FROM account WHERE id = 'stakes'), 0)`,
  ],
];

/** What is wrong in the books themselves. */
export function faultsOfBooks(db: DatabaseSync): string[] {
  return MUST_BE_EMPTY.flatMap(([what, sql]) =>
    (db.prepare(sql).all() as unknown as { id: number | string }[]).map(
      ({ id }) => `There is a ${what}: ${id}.`,
    ),
  );
}

/**
 * Reconciles the past UTC days with bets, all of them settled, once each. What fails waits for next time.
 *
 * @param nowMs the service's clock, epoch ms.
 */
export async function reconcilePastDays(
  deps: ReconcileDeps & { readonly report: (text: string) => void },
  nowMs: number,
): Promise<void> {
  for (const date of dueDays(deps.db, nowMs)) {
    try {
      const faults = await reconcile(deps, date);
      deps.db
        .prepare("INSERT INTO reconciled (date, faults) VALUES (?, ?)")
        .run(date, JSON.stringify(faults));
      deps.report(
        `Reconciled ${date}: ${faults.length === 0 ? "all in order." : faults.join(" ")}`,
      );
    } catch (error) {
      deps.report(`Not reconciled ${date}: ${(error as Error).message}`);
    }
  }
}

function dueDays(db: DatabaseSync, nowMs: number): string[] {
  const rows = db
    .prepare(
      `SELECT date(closes_ms / 1000, 'unixepoch') AS day FROM bet GROUP BY day
       HAVING count(*) = count(outcome) AND day NOT IN (SELECT date FROM reconciled)
       AND day < date(? / 1000, 'unixepoch') ORDER BY day`,
    )
    .all(nowMs) as unknown as { day: string }[];
  return rows.map(({ day }) => day);
}
