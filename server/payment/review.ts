import { KeyError } from "../access/errors.ts";
import type { Store } from "../store/store.ts";
import type { Claim } from "./claims.ts";

/** A transfer that arrived and fits no invoice by itself: a person decides whose it is. */
export interface ReviewCase {
  readonly hash: string;
  readonly logIndex: number;
  /** As people write them. */
  readonly from: string;
  readonly to: string;
  /** In millionths of a USDT. */
  readonly paid: bigint;
  /** When it was paid, epoch ms. */
  readonly paidAtMs: number;
  /** Everybody who named it, whatever came of it, in the order in which they did. */
  readonly claims: readonly ReviewClaim[];
}

/** One account's claim of a transfer. Whoever reads the chain can make one: it proves nothing. */
export interface ReviewClaim {
  readonly id: string;
  readonly state: Claim["state"];
  readonly reason: string | null;
  /** Null where the account was deleted. */
  readonly email: string | null;
  /** What the invoice asked for, in millionths of a USDT, and what it would have bought. */
  readonly asked: number;
  readonly plan: string;
  readonly days: number;
  /** When the invoice was made and when the transaction was named for it, epoch ms. */
  readonly invoiceAtMs: number;
  readonly namedAtMs: number;
}

/** What waits for a person, the oldest first. */
export async function listReview(store: Store): Promise<ReviewCase[]> {
  const waiting = await selectClaims(store).where("claim.state", "=", "review").execute();
  const hashes = [...new Set(waiting.map((row) => row.tx_hash))];
  const rows =
    hashes.length === 0
      ? []
      : await selectClaims(store).where("claim.tx_hash", "in", hashes).execute();
  const byTransfer = Map.groupBy(waiting, (row) => `${row.tx_hash} ${row.log_index}`);
  return [...byTransfer.values()].flatMap(([row]) => (row ? [caseOf(row, rows)] : []));
}

/** The addresses of all other accounts whose claim of the same transaction is not ended. */
export async function rivalsOf(
  db: Store["db"],
  { tx_hash: hash, account_id: accountId }: Claim,
): Promise<string[]> {
  const rows = await db
    .selectFrom("claim")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .select("account_user.email")
    .distinct()
    .where("claim.tx_hash", "=", hash)
    .where("claim.account_id", "!=", accountId)
    .where("claim.state", "in", ["waiting", "seen", "review"])
    .execute();
  return rows.map(({ email }) => email ?? "a deleted account");
}

/**
 * Ends a case without crediting anything.
 *
 * @throws KeyError when there is no such case.
 */
export async function dismiss(store: Store, claimId: string, nowMs: number): Promise<void> {
  const claim = await store.db
    .updateTable("claim")
    .set({ state: "rejected", reason: "dismissed", decided_at: nowMs })
    .where("id", "=", claimId)
    .where("state", "=", "review")
    .returning("id")
    .executeTakeFirst();
  if (claim === undefined) {
    throw unknownCase(claimId);
  }
}

export function unknownCase(claimId: string): KeyError {
  return new KeyError(
    `There is no payment ${JSON.stringify(claimId)} to decide: see the ids in the list of payments.`,
  );
}

function selectClaims({ db }: Store) {
  return db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .selectAll("claim")
    .select([
      "invoice.amount",
      "invoice.plan",
      "invoice.days",
      "invoice.address",
      "invoice.created_at as invoice_at",
      "account_user.email",
    ])
    .orderBy("claim.created_at")
    .orderBy("claim.id");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectClaims>["execute"]>>[number];

function caseOf(row: Row, rows: readonly Row[]): ReviewCase {
  const isOfTransfer = (other: Row) =>
    other.tx_hash === row.tx_hash && (other.log_index ?? row.log_index) === row.log_index;
  return {
    hash: row.tx_hash,
    logIndex: row.log_index ?? 0,
    from: row.found_from ?? "",
    to: row.found_to ?? row.address,
    paid: BigInt(row.found_amount ?? 0),
    paidAtMs: row.block_time ?? 0,
    claims: rows.filter(isOfTransfer).map((other) => ({
      id: other.id,
      state: other.state,
      reason: other.reason,
      email: other.email,
      asked: other.amount,
      plan: other.plan,
      days: other.days,
      invoiceAtMs: other.invoice_at,
      namedAtMs: other.created_at,
    })),
  };
}
