import { sql } from "kysely";
import type { Store } from "../../store/store.ts";
import { readSum } from "../../store/stored-value.ts";

/** What came in and what became of it, in millionths of a USDT. The first is the sum of the others. */
export interface Books {
  readonly cameIn: bigint;
  /** Spent on plans. */
  readonly credited: bigint;
  /** What accounts have paid and not spent. */
  readonly balances: bigint;
  /** Paid back out of balances. */
  readonly refunded: bigint;
  /** Waits for a person, in review or unmatched. */
  readonly waiting: bigint;
  readonly dismissed: bigint;
}

/** Transfers too small to be looked up, as the node's list has them. They are not in the books. */
export interface Dust {
  readonly transactions: number;
  readonly sum: bigint;
}

/** What became of a transfer: it bought something, went to a balance, waits, or was dismissed. */
export type Fate = "credited" | "kept" | "waiting" | "dismissed";

/** Longer amounts than any of USDT are added up here: a database's numbers end before them. */
const MAX_DIGITS = 15;

/** The sums over all transfers that receipts confirmed. */
export async function readBooks({ db }: Store): Promise<Books> {
  await requireSums(db);
  const fates = fatesOf(db);
  const sums = await db
    .selectFrom(fates.as("each"))
    .select("fate")
    .select(sql<string>`cast(sum(cast(amount as bigint)) as text)`.as("sum"))
    .where(({ fn, eb }) => eb(fn<number>("length", ["amount"]), "<=", MAX_DIGITS))
    .groupBy("fate")
    .execute();
  const huge = await db
    .selectFrom(fates.as("each"))
    .select(["fate", "amount as sum"])
    .where(({ fn, eb }) => eb(fn<number>("length", ["amount"]), ">", MAX_DIGITS))
    .execute();
  const all = [...sums, ...huge];
  const sumOf = (fate: Fate) =>
    all.reduce((sum, row) => (row.fate === fate ? sum + BigInt(row.sum) : sum), 0n);
  const { balances, refunded, moved } = await readBalances(db);
  const books = {
    credited: sumOf("credited") + moved,
    balances,
    refunded,
    waiting: sumOf("waiting"),
    dismissed: sumOf("dismissed"),
  };
  return { cameIn: Object.values(books).reduce((sum, part) => sum + part, 0n), ...books };
}

/** A sum leaves out none. What is no number counts as nothing in SQLite, and as an error in PostgreSQL. */
async function requireSums(db: Store["db"]): Promise<void> {
  const row = await db
    .selectFrom("incoming_transfer")
    .select(["id", "amount"])
    .where(sql<boolean>`ltrim(amount, '0123456789') <> '' or amount = ''`)
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) {
    readSum(row.amount, ["incoming_transfer", row.id]);
  }
}

/** Each transfer that a receipt confirmed, with its amount, its time, and what became of it. */
export function fatesOf(db: Store["db"]) {
  return db
    .selectFrom("incoming_transfer")
    .leftJoin("payment", (join) =>
      join
        .onRef("payment.contract", "=", "incoming_transfer.contract")
        .onRef("payment.tx_hash", "=", "incoming_transfer.tx_hash")
        .onRef("payment.log_index", "=", "incoming_transfer.log_index"),
    )
    .leftJoin("balance_entry", (join) =>
      join
        .onRef("balance_entry.contract", "=", "incoming_transfer.contract")
        .onRef("balance_entry.tx_hash", "=", "incoming_transfer.tx_hash")
        .onRef("balance_entry.log_index", "=", "incoming_transfer.log_index"),
    )
    .select(["incoming_transfer.id", "incoming_transfer.amount", "incoming_transfer.block_time"])
    .select(({ case: when, exists, selectFrom }) =>
      when()
        .when("payment.id", "is not", null)
        .then("credited")
        .when("balance_entry.id", "is not", null)
        .then("kept")
        // Somebody may name it after it was dismissed.
        .when(
          exists(
            selectFrom("claim")
              .select("claim.id")
              .whereRef("claim.tx_hash", "=", "incoming_transfer.tx_hash")
              .whereRef("claim.log_index", "=", "incoming_transfer.log_index")
              .where("claim.state", "=", "review"),
          ),
        )
        .then("waiting")
        .when("incoming_transfer.dismissed_at", "is not", null)
        .then("dismissed")
        .else("waiting")
        .end()
        .as("fate"),
    );
}

/** What balances hold, what was paid back, and how much more than its payments brought was spent on plans. */
async function readBalances(db: Store["db"]) {
  const rows = await db
    .selectFrom("balance_entry")
    .select("kind")
    .select(sql<string>`cast(sum(amount) as text)`.as("sum"))
    .groupBy("kind")
    .execute();
  const sums = rows.map(({ kind, sum }) => ({
    kind,
    sum: readSum(sum, ["balance_entry", `one of the kind ${kind}`]),
  }));
  const sumOf = (...kinds: readonly string[]) =>
    sums.reduce((all, { kind, sum }) => (kinds.includes(kind) ? all + sum : all), 0n);
  return {
    balances: sumOf(...rows.map(({ kind }) => kind)),
    refunded: -sumOf("refunded"),
    moved: -sumOf("spent", "too_much"),
  };
}

/** The sum of what is too little to be looked up. What somebody has named all the same is in the books. */
export async function readDust({ db }: Store): Promise<Dust> {
  const row = await db
    .selectFrom("listed_transaction")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .select(sql<string | null>`cast(sum(cast(amount as bigint)) as text)`.as("sum"))
    .where("state", "=", "dust")
    .executeTakeFirstOrThrow();
  const named = await db
    .selectFrom("incoming_transfer")
    .innerJoin("listed_transaction", (join) =>
      join
        .onRef("listed_transaction.contract", "=", "incoming_transfer.contract")
        .onRef("listed_transaction.tx_hash", "=", "incoming_transfer.tx_hash")
        .onRef("listed_transaction.address", "=", "incoming_transfer.to_address"),
    )
    .select(
      sql<string | null>`cast(sum(cast(incoming_transfer.amount as bigint)) as text)`.as("sum"),
    )
    .where("listed_transaction.state", "=", "dust")
    .executeTakeFirstOrThrow();
  return { transactions: Number(row.count), sum: BigInt(row.sum ?? 0) - BigInt(named.sum ?? 0) };
}
