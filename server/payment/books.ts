import { sql } from "kysely";
import type { Store } from "../store/store.ts";
import { readSum } from "../store/stored-value.ts";

/** What came in and what became of it, in millionths of a USDT. The first is the sum of the others. */
export interface Books {
  readonly cameIn: bigint;
  /** Spent on plans. */
  readonly credited: bigint;
  /** What accounts have paid and not spent. */
  readonly balances: bigint;
  /** Paid back out of balances. */
  readonly refunded: bigint;
  /** Waits for a person. */
  readonly waiting: bigint;
  readonly dismissed: bigint;
}

/** Longer amounts than any of USDT are added up here: a database's numbers end before them. */
const MAX_DIGITS = 15;

/** The sums over all transfers that are final. */
export async function readBooks({ db }: Store): Promise<Books> {
  await requireSums(db);
  const sums = await db
    .selectFrom("transfer")
    .select("state")
    .select(sql<string>`cast(sum(cast(amount as bigint)) as text)`.as("sum"))
    .where(({ fn, eb }) => eb(fn<number>("length", ["amount"]), "<=", MAX_DIGITS))
    .groupBy("state")
    .execute();
  const huge = await db
    .selectFrom("transfer")
    .select(["state", "amount as sum"])
    .where(({ fn, eb }) => eb(fn<number>("length", ["amount"]), ">", MAX_DIGITS))
    .execute();
  const sumOf = (state: string) =>
    [...sums, ...huge].reduce(
      (sum, row) => (row.state === state ? sum + BigInt(row.sum) : sum),
      0n,
    );
  const { balances, refunded, moved } = await readBalances(db);
  const books = {
    credited: sumOf("paid") + moved,
    balances,
    refunded,
    waiting: sumOf("review"),
    dismissed: sumOf("dismissed"),
  };
  return { cameIn: Object.values(books).reduce((sum, part) => sum + part, 0n), ...books };
}

/** Throws where a sum would skip a damaged amount: SQLite counts such text as 0, PostgreSQL refuses it. */
async function requireSums(db: Store["db"]): Promise<void> {
  const row = await db
    .selectFrom("transfer")
    .select(["id", "amount"])
    .where(sql<boolean>`ltrim(amount, '0123456789') <> '' or amount = ''`)
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) {
    readSum(row.amount, ["transfer", row.id]);
  }
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
