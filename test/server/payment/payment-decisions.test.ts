import { describe, expect, test } from "vitest";
import { decideTransfer, decideClaim } from "../../../server/payment/payment-decisions.ts";
import type {
  Arrived,
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
    continues: null,
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
  "at the earliest time within clock tolerance": { atMs: FROM_MS - 120 * SECOND, is: "ann" },
  "before that, when nobody knew the amount yet": {
    atMs: FROM_MS - 121 * SECOND,
    is: "ann too_old",
  },
  "with our clock ten minutes ahead": {
    atMs: FROM_MS - 600 * SECOND,
    aheadMs: 600 * SECOND,
    is: "ann",
  },
  "with our clock days ahead, which is not allowed for": {
    atMs: FROM_MS - 2 * DAY_MS,
    aheadMs: 2 * DAY_MS,
    is: "ann too_old",
  },
  "at the end of the grace period": { atMs: CLOSED_MS + 120 * SECOND, is: "ann" },
  "after the grace period": { atMs: CLOSED_MS + 121 * SECOND, is: "ann late" },
  "after the grace period, with our clock ten minutes behind": {
    atMs: CLOSED_MS + 600 * SECOND,
    aheadMs: -600 * SECOND,
    is: "ann",
  },
  "thirty days late": { atMs: CLOSED_MS + 30 * DAY_MS, is: "ann late" },
  "so late that the amount may be another's": {
    atMs: CLOSED_MS + 30 * DAY_MS + 1,
    is: "ann invoice_expired",
  },
  "a millionth too little": { sent: AMOUNT - 1, is: "no_invoice" },
  "a millionth too much": { sent: AMOUNT + 1, is: "no_invoice" },
  "cut to cents": { sent: 48_990_000, is: "no_invoice" },
  "beyond any safe number": { sent: 2n ** 255n, is: "no_invoice" },
  "less by the largest fee": { sent: AMOUNT - 5_000_000, is: "ann" },
  "less by more than the largest fee": { sent: AMOUNT - 6_000_000, is: "no_invoice" },
  "more by whole cents": { sent: AMOUNT + 10_000, is: "ann" },
  "less by a tenth of a large amount": {
    sent: 990_000_100,
    invoices: [invoice("ann", { amount: 1_090_000_100 })],
    is: "ann",
  },
  "less by a fee, late": { sent: AMOUNT - 10_000, atMs: CLOSED_MS + HOUR_MS, is: "ann late" },
  "less by a fee, before the invoice": {
    sent: AMOUNT - 10_000,
    atMs: FROM_MS - HOUR_MS,
    is: "no_invoice",
  },
  "less by a fee, so late that the digits below a cent may be another's": {
    sent: AMOUNT - 10_000,
    atMs: CLOSED_MS + 31 * DAY_MS,
    is: "no_invoice",
  },
  "near invoices of two accounts": {
    sent: AMOUNT - 10_000,
    invoices: [ann, invoice("ben", { amount: AMOUNT - 20_000 })],
    is: "no_invoice",
  },
  "near two invoices of one account, the newer": {
    sent: AMOUNT - 10_000,
    invoices: [invoice("rest", { account_id: "ann", created_at: FROM_MS + 1 }), ann],
    is: "rest",
  },
  "exactly one invoice's and nearly another's": {
    invoices: [invoice("ben", { amount: AMOUNT - 20_000 }), ann],
    is: "ann",
  },
  "the amount of a paid and an open invoice": {
    invoices: [invoice("ben", PAID), ann],
    is: "ann",
  },
  "the amount of a paid and an expired invoice": {
    invoices: [
      invoice("old", { created_at: FROM_MS - 9 * DAY_MS, closes_at: FROM_MS - DAY_MS }),
      invoice("ben", PAID),
    ],
    is: "ben",
  },
  "the amount of a later and an expired invoice": {
    invoices: [
      invoice("new", { created_at: FROM_MS + DAY_MS }),
      invoice("old", { closes_at: FROM_MS - DAY_MS }),
    ],
    is: "old late",
  },
};

test.each(Object.entries(ROWS))("a transfer is decided: %s", (_, row) => {
  const { sent = AMOUNT, atMs = FROM_MS + 60 * SECOND, aheadMs = 0, invoices = [ann] } = row;
  const arrived: Arrived = { amount: BigInt(sent), blockTimeMs: atMs, clockAheadMs: aheadMs };
  const decision = decideTransfer(arrived, invoices);
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
  readonly by?: Partial<OpenClaim>;
  readonly is: string;
}

const CLAIMS: Readonly<Record<string, ClaimRow>> = {
  "to other addresses": { transfers: [], is: "rejected other_recipient" },
  "already in the balance": {
    transfers: [owned("ann", { state: "kept", reason: "too_little" })],
    is: "paid too_little",
  },
  "that paid the invoice twice": {
    transfers: [owned("ann", { state: "kept", reason: "twice" }), owned("ann")],
    is: "paid",
  },
  "credited before it was claimed": {
    transfers: [owned("ben", { decided_at: FROM_MS })],
    is: "rejected duplicate_hash",
  },
  "in review, late for another's invoice": {
    transfers: [owned("ben", { state: "review", reason: "invoice_expired" })],
    is: "rejected other_invoice",
  },
  "older than another's invoice of the same amount": {
    transfers: [owned("ben", { state: "review", reason: "too_old" })],
    is: "review amount_mismatch",
  },
  "that fits nothing and was dismissed": {
    transfers: [transfer({ state: "dismissed" })],
    is: "review amount_mismatch",
  },
  "that fits nothing, of a deleted account": {
    transfers: [transfer({})],
    by: { holder: null },
    is: "review account_deleted",
  },
  "that fits nothing and was sent before the invoice": {
    transfers: [transfer({})],
    more: { blockTimeMs: FROM_MS - HOUR_MS },
    is: "rejected too_old",
  },
};

describe("a claim of a transaction", () => {
  test.each(Object.entries(CLAIMS))("a claim is decided: %s", (_, { transfers, more, by, is }) => {
    const at = { blockTimeMs: FROM_MS + 60 * SECOND, clockAheadMs: 0 };
    const found = { hasFailed: false, movesToken: true, ...at, transfers, ...more };
    const { state, reason } = decideClaim({ ...CLAIM, ...by }, found);
    expect([state, reason].filter(Boolean).join(" ")).toBe(is);
  });

  test("the reviewer sees the largest of the transfers that fit no invoice", () => {
    const sizes = ["5", "7", "6"].map((amount) => transfer({ amount, id: amount }));
    const at = { blockTimeMs: FROM_MS, clockAheadMs: 0 };
    const found = { hasFailed: false, movesToken: true, ...at, transfers: sizes };
    expect(decideClaim(CLAIM, found).transfer?.id).toBe("7");
  });
});
