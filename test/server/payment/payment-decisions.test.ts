import { describe, expect, test } from "vitest";
import { decideTransfer, decideClaim } from "../../../server/payment/payment-decisions.ts";
import type {
  IncomingTransfer,
  Candidate,
  ClaimedTransfer,
  OpenClaim,
} from "../../../server/payment/payment-decisions.ts";

/* The rules only. Their effect on payments is tested in truth-table.test.ts and credit.test.ts. */

const FROM_MS = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SECOND = 1_000;
const AMOUNT = 48_990_100;

function invoice(id: string, more: Partial<Candidate> = {}): Candidate {
  return {
    id,
    account_id: id,
    plan: "30 days",
    days: 30,
    price: 49_000_000,
    contract: "token",
    address: "receiver",
    amount: AMOUNT,
    from_balance: 0,
    state: "open",
    created_at: FROM_MS,
    expires_at: FROM_MS + 2 * HOUR_MS,
    closes_at: FROM_MS + 26 * HOUR_MS,
    network: null,
    holder: id,
    ...more,
  };
}

const CLOSED_MS = FROM_MS + 26 * HOUR_MS;
const ann = invoice("ann");
const PAID = { state: "paid" } as const;

interface Row {
  readonly sent?: number | bigint;
  readonly atMs?: number;
  readonly aheadMs?: number;
  readonly invoices?: readonly Candidate[];
  /** The invoice, then `late` or the reason for a review. */
  readonly is: string;
}

const ROWS: Readonly<Record<string, Row>> = {
  "up to two minutes older than the invoice pays it": { atMs: FROM_MS - 120 * SECOND, is: "ann" },
  "more than two minutes older than the invoice goes to review": {
    atMs: FROM_MS - 121 * SECOND,
    is: "ann too_old",
  },
  "that looks ten minutes too old pays if our clock is ten minutes ahead": {
    atMs: FROM_MS - 600 * SECOND,
    aheadMs: 600 * SECOND,
    is: "ann",
  },
  "that looks two days too old goes to review even if our clock is two days ahead": {
    atMs: FROM_MS - 2 * DAY_MS,
    aheadMs: 2 * DAY_MS,
    is: "ann too_old",
  },
  "at the end of the grace period pays": { atMs: CLOSED_MS + 120 * SECOND, is: "ann" },
  "after the grace period pays, marked as late": { atMs: CLOSED_MS + 121 * SECOND, is: "ann late" },
  "after the grace period pays if our clock is ten minutes behind": {
    atMs: CLOSED_MS + 600 * SECOND,
    aheadMs: -600 * SECOND,
    is: "ann",
  },
  "thirty days late pays, marked as late": { atMs: CLOSED_MS + 30 * DAY_MS, is: "ann late" },
  "more than thirty days late goes to review: another invoice may have the amount": {
    atMs: CLOSED_MS + 30 * DAY_MS + 1,
    is: "ann invoice_expired",
  },
  "beyond any safe number fits no invoice": { sent: 2n ** 255n, is: "no_invoice" },
  "reduced by the largest fee pays": { sent: AMOUNT - 5_000_000, is: "ann" },
  "reduced by more than the largest fee fits no invoice": {
    sent: AMOUNT - 6_000_000,
    is: "no_invoice",
  },
  "of a large amount reduced by less than a tenth pays": {
    sent: 990_000_100,
    invoices: [invoice("ann", { amount: 1_090_000_100 })],
    is: "ann",
  },
  "reduced by a fee pays after the grace period, marked as late": {
    sent: AMOUNT - 10_000,
    atMs: CLOSED_MS + HOUR_MS,
    is: "ann late",
  },
  "reduced by a fee fits no invoice made after it": {
    sent: AMOUNT - 10_000,
    atMs: FROM_MS - HOUR_MS,
    is: "no_invoice",
  },
  "reduced by a fee fits no invoice after a month": {
    sent: AMOUNT - 10_000,
    atMs: CLOSED_MS + 31 * DAY_MS,
    is: "no_invoice",
  },
  "close in amount to invoices of two accounts fits none of them": {
    sent: AMOUNT - 10_000,
    invoices: [ann, invoice("ben", { amount: AMOUNT - 20_000 })],
    is: "no_invoice",
  },
  "near two invoices of one account pays the newer": {
    sent: AMOUNT - 10_000,
    invoices: [invoice("rest", { account_id: "ann", created_at: FROM_MS + 1 }), ann],
    is: "rest",
  },
  "pays the invoice with exactly its amount, not one close to it": {
    invoices: [invoice("ben", { amount: AMOUNT - 20_000 }), ann],
    is: "ann",
  },
  "pays the open invoice, not the paid one of the same amount": {
    invoices: [invoice("ben", PAID), ann],
    is: "ann",
  },
  "belongs to the paid invoice, not to an expired one of the same amount": {
    invoices: [
      invoice("old", { created_at: FROM_MS - 9 * DAY_MS, closes_at: FROM_MS - DAY_MS }),
      invoice("ben", PAID),
    ],
    is: "ben",
  },
  "older than the new invoice pays the expired one of the same amount": {
    invoices: [
      invoice("new", { created_at: FROM_MS + DAY_MS }),
      invoice("old", { closes_at: FROM_MS - DAY_MS }),
    ],
    is: "old late",
  },
};

test.each(Object.entries(ROWS))("amount and time decide on a transfer: one %s", (_, row) => {
  const { sent = AMOUNT, atMs = FROM_MS + 60 * SECOND, aheadMs = 0, invoices = [ann] } = row;
  const transfer: IncomingTransfer = {
    amount: BigInt(sent),
    blockTimeMs: atMs,
    clockAheadMs: aheadMs,
  };
  const decision = decideTransfer(transfer, invoices);
  const why = decision.reason === null ? (decision.isLate ? "late" : null) : decision.reason;
  expect([decision.invoice?.id, why].filter(Boolean).join(" ")).toBe(row.is);
});

const CLAIM: OpenClaim = {
  account_id: "ann",
  holder: "ann",
  created_at: FROM_MS + HOUR_MS,
  invoice_id: "inv",
  invoiceAtMs: FROM_MS,
};

function transfer(more: Partial<ClaimedTransfer>): ClaimedTransfer {
  return {
    id: "trf",
    amount: "5",
    state: "review",
    reason: "no_invoice",
    invoice_id: null,
    account_id: null,
    decided_at: FROM_MS + HOUR_MS,
    ...more,
  };
}

const owned = (account: string, more: Partial<ClaimedTransfer> = {}) =>
  transfer({ account_id: account, invoice_id: "inv", reason: null, state: "paid", ...more });

interface ClaimRow {
  readonly transfers: readonly ClaimedTransfer[];
  readonly more?: Partial<Parameters<typeof decideClaim>[1]>;
  readonly is: string;
}

const CLAIMS: Readonly<Record<string, ClaimRow>> = {
  "of a transfer to other addresses is rejected": { transfers: [], is: "rejected other_recipient" },
  "of another account's credited transfer is rejected": {
    transfers: [owned("ben", { decided_at: FROM_MS })],
    is: "rejected duplicate_hash",
  },
  "of a transfer that is late for another's invoice is rejected": {
    transfers: [owned("ben", { state: "review", reason: "invoice_expired" })],
    is: "rejected other_invoice",
  },
  "of a transfer older than another account's invoice of the same amount goes to review": {
    transfers: [owned("ben", { state: "review", reason: "too_old" })],
    is: "review amount_mismatch",
  },
  "of a dismissed transfer goes to review": {
    transfers: [transfer({ state: "dismissed" })],
    is: "review amount_mismatch",
  },
  "of a transfer from before the invoice is rejected": {
    transfers: [transfer({})],
    more: { blockTimeMs: FROM_MS - HOUR_MS },
    is: "rejected too_old",
  },
};

describe("a claim of a transaction", () => {
  test.each(Object.entries(CLAIMS))(
    "a claim without its own payment buys nothing: one %s",
    (_, { transfers, more, is }) => {
      const at = { blockTimeMs: FROM_MS + 60 * SECOND, clockAheadMs: 0 };
      const found = { hasFailed: false, movesToken: true, ...at, transfers, ...more };
      const { state, reason } = decideClaim(CLAIM, found);
      expect([state, reason].filter(Boolean).join(" ")).toBe(is);
    },
  );

  test("the review shows the largest of the transfers that match no invoice", () => {
    const sizes = ["5", "7", "6"].map((amount) => transfer({ amount, id: amount }));
    const at = { blockTimeMs: FROM_MS, clockAheadMs: 0 };
    const found = { hasFailed: false, movesToken: true, ...at, transfers: sizes };
    expect(decideClaim(CLAIM, found).transfer?.id).toBe("7");
  });
});
