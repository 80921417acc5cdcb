import type { Game } from "../games/contract.ts";
import { timingOf } from "../games/timing.ts";
import { phaseStartMs, roundStartMs } from "../round/phases.ts";
import { closesAtMs } from "./betting-close.ts";
import { BEACON_DELAY_MS } from "./chain.ts";
import { iso } from "./check-header.ts";
import { checked } from "./check-names.ts";
import type { Check } from "./check-names.ts";
import type { SignedHeader } from "./header.ts";
import { FieldError, readRecord } from "./read-untrusted.ts";
import { isReceiptOf } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";
import { isRevealed } from "./record.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";

/**
 * Checks what the house signed of the opening of a round's table: that it opened, or that it never did.
 *
 * @param kept a record of the round that somebody kept while it was played; any JSON value.
 */
export function checkReceipt(
  record: OpenRecord | RoundRecord,
  header: SignedHeader,
  game: Game,
  kept: unknown,
): Check {
  if (header.version === "tbs/1") {
    return checked("receipt-none");
  }
  const { receipt = null } = record;
  const keptRecord = readKept(kept, record, header);
  if (keptRecord !== null && keptRecord.headerHash !== record.headerHash) {
    return checked("receipt-other");
  }
  const before = keptRecord?.receipt ?? null;
  // What the reader holds is signed as well; it stands in for what the house has lost.
  const said = receipt ?? before;
  if (said === null) {
    return checked(isRevealed(record) ? "receipt-missing" : "receipt-early");
  }
  const values = {
    openedAt: isoOr(said.openedAt),
    revealedAt: isoOr(said.revealedAt),
    voidedAt: isoOr(said.voidedAt),
    reason: said.reason ?? "",
    dueAt: iso(revealsAtMs(record.round, header, game)),
    keptOpenedAt: isoOr(before?.openedAt ?? null),
    keptVoidedAt: isoOr(before?.voidedAt ?? null),
  };
  if (!isReceiptOf(record, said, header.key) || !isPossible(said, record.round, header, game)) {
    return checked("receipt-wrong", values);
  }
  if (before !== null && (before.openedAt === null) !== (said.openedAt === null)) {
    return checked(said.openedAt === null ? "receipt-denied" : "receipt-reopened", values);
  }
  if (said.voidedAt !== null) {
    const isTooLate = said.voidedAt >= closesAtMs(record.round, header) + BEACON_DELAY_MS;
    return checked(isTooLate ? "receipt-afterwards" : "receipt-void", values);
  }
  if (said.revealedAt === null) {
    return checked("receipt-opened", values);
  }
  const isLate = said.revealedAt > revealsAtMs(record.round, header, game);
  return checked(isLate ? "receipt-late" : "receipt-punctual", values);
}

/** When a round's cards come, unless its beacon is late. */
function revealsAtMs(round: number, { entropy }: SignedHeader, game: Game): number {
  return phaseStartMs(round, "revealing", timingOf(game, entropy));
}

/** Whether the times can be those of the round: it opened while bets could be taken, or it did not open. */
function isPossible(
  { openedAt, revealedAt, voidedAt, reason }: Receipt,
  round: number,
  header: SignedHeader,
  game: Game,
): boolean {
  const startMs = roundStartMs(round, header.intervalMs);
  if (openedAt === null) {
    return revealedAt === null && voidedAt !== null && voidedAt >= startMs && reason !== null;
  }
  return (
    voidedAt === null &&
    reason === null &&
    openedAt >= startMs &&
    openedAt < closesAtMs(round, header) &&
    (revealedAt === null || revealedAt >= revealsAtMs(round, header, game))
  );
}

/** A kept record of this round, if it has a receipt that the house signed; null else. */
function readKept(kept: unknown, record: OpenRecord, { key }: SignedHeader): OpenRecord | null {
  let read: OpenRecord;
  try {
    read = readRecord(kept);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return null;
  }
  const isOfRound = read.game === record.game && read.round === record.round;
  const isSigned = read.receipt && isReceiptOf(read, read.receipt, key);
  return isOfRound && isSigned === true ? read : null;
}

function isoOr(ms: number | null): string {
  return ms === null ? "" : iso(ms);
}
