import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";

/** Whether a transaction that somebody named is still to be decided. */
export async function hasUndecided({ db }: Store): Promise<boolean> {
  const claim = await db
    .selectFrom("claim")
    .select("id")
    .where("state", "in", ["waiting", "seen"])
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}

/**
 * Says at the start of a service that sells nothing what was sold before and is not settled, so that
 * settings that were emptied by mistake are not found by the payers.
 *
 * @param isWatched whether this process sees it through nevertheless.
 */
export async function tellUnsettled(
  { db }: Store,
  isWatched: boolean,
  nowMs: number,
  log: Log,
): Promise<void> {
  const claims = await db
    .selectFrom("claim")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "in", ["waiting", "seen"])
    .executeTakeFirstOrThrow();
  const invoices = await db
    .selectFrom("invoice")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs)
    .executeTakeFirstOrThrow();
  const left = { claims: Number(claims.count), invoices: Number(invoices.count) };
  if (left.claims + left.invoices > 0) {
    log(isWatched ? "payments watched but not sold" : "payments unwatched", left);
  }
}
