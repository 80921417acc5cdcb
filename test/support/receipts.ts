import type { Reason } from "../../src/fairness/check-names.ts";
import { signHeader } from "../../src/fairness/header.ts";
import { headerHash } from "../../src/fairness/header.ts";
import type { ReceiptTimes } from "../../src/fairness/receipt.ts";
import { games } from "../../src/games/index.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import { proofOf, SIGNING_KEY, withReceipt } from "./test-proofs.ts";

/** What a house may sign of a round, what a reader kept of it, and what that comes to. */
export interface ReceiptCase {
  readonly what: string;
  readonly record: unknown;
  readonly kept?: unknown;
  readonly reason: Extract<Reason, `receipt-${string}`>;
}

const game = games[1]!;
const { record, open, header } = proofOf(game, 521_999, null, "tbs/2");
const next = proofOf(game, 522_000, null, "tbs/2");
const startMs = roundStartMs(521_999, game.intervalMs);
const closesAt = startMs + header.closesMs;

const said = (times: Partial<ReceiptTimes>) => withReceipt(record, times);
const kept = (times: Partial<ReceiptTimes>) => withReceipt(open, times);
const opened = { openedAt: startMs + 3 };
const voided = { voidedAt: closesAt + 1_000, reason: "beacon" } as const;
const revealed = { ...opened, revealedAt: closesAt };
const nothing = { ...record, receipt: null };
/** The same day, promised once more. */
const second = signHeader({ ...header, publishedAt: header.publishedAt - 1 }, SIGNING_KEY);

/** Every way that a receipt of round 521999 of mode seed comes out. */
export const RECEIPTS: readonly ReceiptCase[] = [
  { what: "a punctual round", record: said(revealed), reason: "receipt-punctual" },
  { what: "a punctual round that was kept", record, kept: open, reason: "receipt-punctual" },
  {
    what: "a result that was late",
    record: said({ ...opened, revealedAt: closesAt + 1 }),
    reason: "receipt-late",
  },
  {
    what: "a result that came hours later",
    record: said({ ...opened, revealedAt: closesAt + 9e6 }),
    reason: "receipt-late",
  },
  { what: "an opening alone", record: said(opened), reason: "receipt-opened" },
  {
    what: "an opening at the last moment",
    record: said({ openedAt: closesAt - 1 }),
    reason: "receipt-opened",
  },
  { what: "a word in time that it never opens", record: said(voided), reason: "receipt-void" },
  {
    what: "the same for maintenance, at the last moment",
    record: said({ voidedAt: closesAt + 2_999, reason: "maintenance" }),
    reason: "receipt-void",
  },
  { what: "the same word, kept", record: said(voided), kept: kept(voided), reason: "receipt-void" },
  { what: "no word at all", record: nothing, reason: "receipt-missing" },
  {
    what: "no word, but the reader kept one",
    record: nothing,
    kept: open,
    reason: "receipt-opened",
  },
  {
    what: "a word that it never opens, once the beacon was there",
    record: said({ ...voided, voidedAt: closesAt + 3_000 }),
    reason: "receipt-afterwards",
  },
  {
    what: "a denial of what the reader kept",
    record: said(voided),
    kept: kept(opened),
    reason: "receipt-denied",
  },
  {
    what: "an opening after its denial",
    record: said(revealed),
    kept: kept(voided),
    reason: "receipt-reopened",
  },
  {
    what: "a receipt that was kept, under another header",
    record,
    kept: withReceipt({ ...open, headerHash: headerHash(second) }, opened),
    reason: "receipt-other",
  },
  {
    what: "another round's receipt that was kept",
    record: said(voided),
    kept: next.open,
    reason: "receipt-void",
  },
  {
    what: "a kept receipt that the house did not sign",
    record: said(voided),
    kept: { ...open, receipt: { ...open.receipt, openedAt: startMs + 5 } },
    reason: "receipt-void",
  },
  { what: "a kept thing that is no record", record, kept: null, reason: "receipt-punctual" },
  {
    what: "a signature of another round",
    record: { ...record, receipt: next.record.receipt },
    reason: "receipt-wrong",
  },
  {
    what: "a time that was changed",
    record: { ...record, receipt: { ...record.receipt, openedAt: startMs + 5 } },
    reason: "receipt-wrong",
  },
  {
    what: "an opening before its round",
    record: said({ openedAt: startMs - 1 }),
    reason: "receipt-wrong",
  },
  {
    what: "an opening when bets had closed",
    record: said({ openedAt: closesAt }),
    reason: "receipt-wrong",
  },
  {
    what: "a result before bets closed",
    record: said({ ...opened, revealedAt: closesAt - 1 }),
    reason: "receipt-wrong",
  },
  { what: "both at once", record: said({ ...opened, ...voided }), reason: "receipt-wrong" },
  { what: "no reason", record: said({ voidedAt: closesAt }), reason: "receipt-wrong" },
  { what: "nothing, signed", record: said({}), reason: "receipt-wrong" },
  {
    what: "a word before its round",
    record: said({ ...voided, voidedAt: startMs - 1 }),
    reason: "receipt-wrong",
  },
];
