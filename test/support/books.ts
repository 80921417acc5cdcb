import type { Store } from "../../server/store/store.ts";

/** The incoming amounts and their destinations, in millionths of a USDT. The first is the sum of the others. */
export async function readBooks({ db }: Store) {
  const transfers = await db.selectFrom("transfer").select(["state", "amount"]).execute();
  const entries = await db.selectFrom("balance_entry").select(["kind", "amount"]).execute();
  const cameIn = (...states: readonly string[]) =>
    transfers.reduce(
      (sum, row) => sum + (states.includes(row.state) ? BigInt(row.amount) : 0n),
      0n,
    );
  const moved = (...kinds: readonly string[]) =>
    entries.reduce((sum, row) => sum + (kinds.includes(row.kind) ? BigInt(row.amount) : 0n), 0n);
  return {
    cameIn: cameIn("paid", "kept", "review", "dismissed"),
    credited: cameIn("paid") - moved("spent", "too_much"),
    balances: entries.reduce((sum, row) => sum + BigInt(row.amount), 0n),
    refunded: -moved("refunded"),
    waiting: cameIn("review"),
    dismissed: cameIn("dismissed"),
  };
}
