import { readOrigins } from "../access/origins.ts";
import type { Store } from "../store/store.ts";

/** Whom the tables reach. */
export interface Reach {
  /** Keys that open tables now, those of a trial and of the command line among them. */
  readonly keys: number;
  /** The sites that they name. */
  readonly sites: number;
  /** Keys that name none, and so open tables on any. */
  readonly openKeys: number;
}

/** Whom the tables reach at a moment: every key opens every game. */
export async function reachAt({ db }: Pick<Store, "db">, nowMs: number): Promise<Reach> {
  const rows = await db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .leftJoin("suspension", "suspension.account_id", "subscription.account_id")
    .select("api_key.origins")
    .where("subscription.ends_at", ">", nowMs)
    .where("suspension.since", "is", null)
    .where((is) =>
      is.or([is("api_key.revoked_at", "is", null), is("api_key.revoked_at", ">", nowMs)]),
    )
    .execute();
  const named = rows.map(({ origins }) => readOrigins(origins));
  return {
    keys: rows.length,
    sites: new Set(named.flatMap((sites) => sites ?? [])).size,
    openKeys: named.filter((sites) => sites?.length === 0).length,
  };
}
