import type { Selectable } from "kysely";
import type { ProgressData } from "../../../src/account/billing-data.ts";
import type { Claim } from "../../payment/claims.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { CONFIRMATIONS } from "../../payment/sightings.ts";
import type { Sighting } from "../../payment/sightings.ts";
import { formatFound, formatUsdt } from "../../payment/usdt.ts";
import type { Schema } from "../../store/tables.ts";
import type { PortalContext } from "../portal-context.ts";

type Db = PortalContext["store"]["db"];

/** What is known of a payment, without what was seen of it before. */
interface Known extends Pick<ProgressData, "step" | "hash" | "amount"> {
  readonly reason?: string | null;
  readonly blockTimeMs?: number | null;
  readonly endedAtMs?: number | null;
  readonly runsUntilMs?: number;
}

/** After this long an undone transaction is no longer waited for. */
const GONE_MS = 24 * 3_600_000;

/**
 * How far the payment of an invoice has come: what it bought or what became of it, or else what was seen of
 * it. Null while there is none.
 *
 * @param claims those of the invoice, the newest first.
 */
export async function progressOf(
  { store: { db }, receipts }: Pick<PortalContext, "store" | "receipts">,
  invoice: Invoice,
  claims: readonly Claim[],
  nowMs: number,
): Promise<ProgressData | null> {
  const seen = await db
    .selectFrom("sighting")
    .selectAll()
    .where("invoice_id", "=", invoice.id)
    .orderBy("seen_at", "desc")
    .orderBy("tx_hash")
    .execute();
  const decided = await decidedAmong(db, claims, seen);
  const open = seen.filter(({ tx_hash: hash }) => !decided.has(hash));
  const known =
    (await takenFor(db, invoice)) ??
    asKnown(
      "block",
      open.find(({ gone_at: goneAtMs }) => goneAtMs === null),
    ) ??
    (await inReview(db, invoice, claims)) ??
    asKnown(
      "waiting",
      open.find(({ gone_at: goneAtMs }) => goneAtMs !== null && nowMs - goneAtMs < GONE_MS),
    );
  if (known === undefined) {
    return null;
  }
  const { step, hash, amount, reason = null, blockTimeMs = null } = known;
  const sighting = seen.find(({ tx_hash }) => tx_hash === hash);
  const isUnderWay = step === "waiting" || step === "block";
  const number = step === "waiting" ? null : (sighting?.block_number ?? null);
  return {
    hash,
    step,
    isUnderWay,
    mark: [hash, step, number, sighting?.confirmations == null].join(" "),
    amount,
    explorerUrl: `${receipts.explorerUrl}${hash}`,
    seenAtMs: sighting?.seen_at ?? blockTimeMs,
    block: number,
    // What is decided was final.
    confirmations: isUnderWay ? (sighting?.confirmations ?? null) : CONFIRMATIONS,
    needed: CONFIRMATIONS,
    lookedAtMs: sighting?.looked_at ?? null,
    reason,
    endedAtMs: known.endedAtMs ?? null,
    runsUntilMs: known.runsUntilMs ?? null,
  };
}

function asKnown(step: "block" | "waiting", seen: Sighting | undefined): Known | undefined {
  return seen && { step, hash: seen.tx_hash, amount: formatFound(seen.amount) };
}

/** What the payment of an invoice bought, or that it is in the balance; undefined while it did neither. */
async function takenFor(db: Db, { id, days }: Invoice): Promise<Known | undefined> {
  const entries = await db
    .selectFrom("balance_entry")
    .selectAll()
    .where("invoice_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
  const payment = await db
    .selectFrom("payment")
    .selectAll()
    .where("invoice_id", "=", id)
    .orderBy("credited_at")
    .limit(1)
    .executeTakeFirst();
  if (payment !== undefined) {
    return payment.credited_by === "balance" ? undefined : credited(payment, { days, entries });
  }
  for (const { tx_hash: hash, amount, kind, at } of entries) {
    if (hash !== null && amount > 0) {
      const transfer = await db
        .selectFrom("incoming_transfer")
        .select("block_time")
        .where("tx_hash", "=", hash)
        .executeTakeFirst();
      const times = { blockTimeMs: transfer?.block_time ?? null, endedAtMs: at };
      return { step: "kept", hash, amount: formatUsdt(amount), reason: kind, ...times };
    }
  }
  return undefined;
}

function credited(
  payment: Selectable<Schema["payment"]>,
  { days, entries }: { days: number; entries: readonly { kind: string }[] },
): Known {
  const isMore = payment.days > days || entries.some(({ kind }) => kind === "too_much");
  return {
    step: "credited",
    hash: payment.tx_hash,
    amount: formatUsdt(payment.amount),
    reason: isMore ? "too_much" : null,
    blockTimeMs: payment.block_time,
    endedAtMs: payment.credited_at,
    runsUntilMs: payment.ends_at,
  };
}

/** What a person has to decide about, named or not. */
async function inReview(
  db: Db,
  { id }: Invoice,
  claims: readonly Claim[],
): Promise<Known | undefined> {
  const claim = claims.find(({ state }) => state === "review");
  if (claim !== undefined) {
    const { tx_hash: hash, reason, found_amount: found } = claim;
    const amount = formatFound(found);
    const times = { blockTimeMs: claim.block_time, endedAtMs: claim.decided_at };
    return { step: "review", hash, amount, reason, ...times };
  }
  const transfer = await db
    .selectFrom("incoming_transfer")
    .selectAll()
    .where("invoice_id", "=", id)
    .where("reason", "is not", null)
    .where("dismissed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment")
            .select("payment.id")
            .whereRef("payment.tx_hash", "=", "incoming_transfer.tx_hash")
            .whereRef("payment.log_index", "=", "incoming_transfer.log_index"),
        ),
      ),
    )
    .orderBy("recorded_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (transfer === undefined) {
    return undefined;
  }
  const { tx_hash: hash, reason, block_time: blockTimeMs, recorded_at: endedAtMs } = transfer;
  const amount = formatFound(transfer.amount);
  return { step: "review", hash, amount, reason, blockTimeMs, endedAtMs };
}

/** Those of the seen transactions about which something was decided, for this invoice or another. */
async function decidedAmong(
  db: Db,
  claims: readonly Claim[],
  seen: readonly Sighting[],
): Promise<ReadonlySet<string>> {
  const recorded = await db
    .selectFrom("incoming_transfer")
    .select("tx_hash")
    .where("tx_hash", "in", ["", ...seen.map(({ tx_hash }) => tx_hash)])
    .execute();
  const decided = claims.filter(({ state }) => state !== "waiting" && state !== "seen");
  return new Set([...recorded, ...decided].map(({ tx_hash }) => tx_hash));
}
