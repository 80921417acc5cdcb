import { audit } from "../account/audit-log.ts";
import { recordAct } from "../owner/acts.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { readSum } from "../store/stored-value.ts";
import type { Claim } from "./claims.ts";
import { CaseRefused } from "./errors.ts";

/** A transfer that arrived but matches no invoice automatically. A person decides what to do with it. */
export interface ReviewCase {
  readonly hash: string;
  readonly logIndex: number;
  /** Addresses as people write them. */
  readonly from: string;
  readonly to: string;
  /** In millionths of a USDT. */
  readonly paid: bigint;
  /** When it was paid, epoch ms. */
  readonly paidAtMs: number;
  /** All claims of it, in any state, the oldest first. */
  readonly claims: readonly ReviewClaim[];
}

/** One account's claim of a transfer. It proves nothing: the chain is public. */
export interface ReviewClaim {
  readonly id: string;
  readonly state: Claim["state"];
  readonly reason: string | null;
  /** Null where the account was deleted. */
  readonly email: string | null;
  /** What the invoice asked for, in millionths of a USDT, and what that would have bought. */
  readonly asked: number;
  readonly plan: string;
  readonly days: number;
  /** When the invoice was made and when the transaction was claimed for it, epoch ms. */
  readonly invoiceAtMs: number;
  readonly namedAtMs: number;
}

/** The cases that wait for a person, the oldest first. */
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

/** How many cases wait for a person, `most` at most. */
export async function countReview({ db }: Pick<Store, "db">, most: number): Promise<number> {
  const rows = await db
    .selectFrom("claim")
    .select(["tx_hash", "log_index"])
    .distinct()
    .where("state", "=", "review")
    .limit(most)
    .execute();
  return rows.length;
}

/** The e-mail addresses of other accounts that still claim the same transaction. */
export async function rivalsOf(
  db: Store["db"],
  { tx_hash: hash, account_id: accountId }: Pick<Claim, "tx_hash" | "account_id">,
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
 * Rejects a claim in review without crediting anything. With the last claim of a transfer the transfer
 * itself is dismissed.
 *
 * @throws ReviewError when there is no such case.
 */
export function dismiss(store: Store, claimId: string, nowMs: number): Promise<void> {
  return serialized(store, async (transaction) => {
    const claim = await transaction
      .updateTable("claim")
      .set({ state: "rejected", reason: "dismissed", decided_at: nowMs })
      .where("id", "=", claimId)
      .where("state", "=", "review")
      .returning(["tx_hash", "log_index", "account_id"])
      .executeTakeFirst();
    if (claim === undefined) {
      throw unknownCase(claimId);
    }
    const { account_id: accountId, tx_hash: hash } = claim;
    await audit(transaction, accountId, "payment_dismissed", nowMs, { hash });
    await recordAct(transaction, { action: "dismissed", accountId, detail: { hash } }, nowMs);
    await transaction
      .updateTable("incoming_transfer")
      .set({ dismissed_at: nowMs })
      .where("tx_hash", "=", claim.tx_hash)
      .where("log_index", "=", claim.log_index ?? 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("claim")
              .select("claim.id")
              .where("claim.tx_hash", "=", claim.tx_hash)
              .where("claim.state", "=", "review"),
          ),
        ),
      )
      .execute();
  });
}

export function unknownCase(claimId: string): CaseRefused {
  return new CaseRefused(
    "not_waiting",
    `There is no payment ${JSON.stringify(claimId)} to decide.`,
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
    paid: readSum(row.found_amount ?? 0, ["claim", row.id]),
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
