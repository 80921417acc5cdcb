import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";

/** Whether any claim is still to be decided. */
export async function hasUndecidedClaims({ db }: Store): Promise<boolean> {
  const claim = await db
    .selectFrom("claim")
    .select("id")
    .where("state", "in", ["waiting", "seen"])
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}

/**
 * Logs unsettled payments at the start of a service that sells nothing, so that the operator notices
 * settings that were emptied by mistake before the payers do.
 *
 * @param isWatched whether this process still settles them.
 */
export async function logUnsettled(
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
