import type { Selectable } from "kysely";
import { EXPLORER_URL } from "../../../src/account/billing-data.ts";
import type { ProgressData } from "../../../src/account/billing-data.ts";
import type { Claim } from "../../payment/claims.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { CONFIRMATIONS } from "../../payment/transfers.ts";
import { formatFound } from "../../payment/usdt.ts";
import type { Schema } from "../../store/tables.ts";
import type { PortalContext } from "../portal-context.ts";

/** After this long an undone transaction is no longer waited for. */
const GONE_MS = 24 * 3_600_000;

/**
 * How far the payment of an invoice has come: what it bought or what became of it, or else what was seen of
 * it. Null while there is none.
 *
 * @param claims those of the invoice, the newest first.
 */
export async function progressOf(
  { store: { db } }: Pick<PortalContext, "store">,
  invoice: Invoice,
  claims: readonly Claim[],
  nowMs: number,
): Promise<ProgressData | null> {
  const own = claims.flatMap((claim) =>
    claim.state === "rejected" ? [] : (claim.transfer_id ?? []),
  );
  const transfers = await db
    .selectFrom("transfer")
    .selectAll()
    .where(({ or, eb }) => or([eb("invoice_id", "=", invoice.id), eb("id", "in", ["", ...own])]))
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .execute();
  const payment = await db
    .selectFrom("payment")
    .selectAll()
    .where("invoice_id", "=", invoice.id)
    .where("credited_by", "!=", "balance")
    .orderBy("credited_at")
    .limit(1)
    .executeTakeFirst();
  const bought = transfers.find(
    (each) => each.tx_hash === payment?.tx_hash && each.log_index === payment.log_index,
  );
  const of = (state: Transfer["state"], isShown: (each: Transfer) => boolean = () => true) =>
    transfers.find((each) => each.state === state && isShown(each));
  const isHere = ({ invoice_id: id }: Transfer) => id === invoice.id;
  const transfer =
    bought ??
    of("kept", isHere) ??
    of("seen", ({ gone_at: goneAtMs }) => goneAtMs === null) ??
    of("review") ??
    of("seen", ({ gone_at: goneAtMs }) => goneAtMs !== null && nowMs - goneAtMs < GONE_MS);
  if (transfer === undefined) {
    return null;
  }
  const { tx_hash: hash, confirmations } = transfer;
  const step = stepOf(transfer);
  const isUnderWay = step === "waiting" || step === "block";
  const block = step === "waiting" ? null : transfer.block_number;
  return {
    hash,
    step,
    isUnderWay,
    mark: [hash, step, block, confirmations === null].join(" "),
    amount: formatFound(transfer.amount),
    explorerUrl: `${EXPLORER_URL}${hash}`,
    seenAtMs: transfer.seen_at,
    block,
    // What is decided was final.
    confirmations: isUnderWay ? confirmations : CONFIRMATIONS,
    needed: CONFIRMATIONS,
    lookedAtMs: transfer.looked_at,
    reason: reasonOf(transfer, claims),
    endedAtMs: isUnderWay ? null : transfer.decided_at,
    runsUntilMs: step === "credited" ? (payment?.ends_at ?? null) : null,
  };
}

type Transfer = Selectable<Schema["transfer"]>;

function stepOf({ state, gone_at: goneAtMs }: Transfer): ProgressData["step"] {
  switch (state) {
    case "paid":
      return "credited";
    case "kept":
      return "kept";
    case "seen":
      return goneAtMs === null ? "block" : "waiting";
    default:
      return "review";
  }
}

/** Why a transfer is in review is for its payer what the claim of it says. */
function reasonOf({ id, state, reason }: Transfer, claims: readonly Claim[]): string | null {
  const claim = claims.find((each) => each.transfer_id === id);
  return state === "review" ? (claim?.reason ?? reason) : reason;
}
