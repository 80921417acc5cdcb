import type { Store } from "../store/store.ts";

/** Addresses of which payments were credited before, each with whose they were: accounts by e-mail address. */
export async function knownSenders(
  { db }: Pick<Store, "db">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (addresses.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("payment")
    .innerJoin("account_user", "account_user.id", "payment.account_id")
    .select(["payment.from_address as from", "account_user.email"])
    .distinct()
    .where("payment.from_address", "in", [...new Set(addresses)])
    .where("payment.credited_by", "!=", "balance")
    .orderBy("account_user.email")
    .execute();
  const known = Map.groupBy(rows, ({ from }) => from);
  return new Map([...known].map(([from, of]) => [from, of.map(({ email }) => email)]));
}
