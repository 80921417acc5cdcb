import type { UnmatchedTransfer } from "../payment/incoming/unmatched.ts";
import type { ReviewCase, ReviewClaim } from "../payment/review.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { timeText } from "../store/stored-value.ts";
import { printable } from "./printable.ts";
import { alignedTable } from "./text-table.ts";

/**
 * The cases in review as text: a paragraph for each transfer, with a line for each of its claims. After
 * them, a paragraph for each transfer that nobody named.
 */
export function reviewText(
  cases: readonly ReviewCase[],
  unmatched: readonly UnmatchedTransfer[],
): string {
  const paragraphs = [...cases.map(paragraphOf), ...unmatched.map(unnamedParagraph)];
  return paragraphs.length === 0 ? "Nothing waits for you.\n" : paragraphs.join("\n");
}

function unnamedParagraph(each: UnmatchedTransfer): string {
  const { nearly } = each;
  return [
    ...headOf(each),
    `${each.id}: ${each.reason}; nobody named it\n`,
    nearly === null
      ? ""
      : `the amount is that of an invoice of ${printable(nearly.email ?? "(deleted)")} for ${printable(nearly.plan)}\n`,
  ].join("");
}

function headOf(each: Pick<ReviewCase, "paid" | "from" | "to" | "paidAtMs" | "hash" | "logIndex">) {
  return [
    `${formatUsdt(each.paid)} USDT from ${each.from}\n`,
    `to ${each.to}, paid ${minuteOf(each.paidAtMs)} UTC\n`,
    `transaction ${each.hash}, transfer ${each.logIndex}\n`,
  ];
}

function paragraphOf(each: ReviewCase): string {
  const head = ["ID", "WHY", "ACCOUNT", "ASKED", "PLAN", "INVOICE OF", "NAMED"];
  const rows = each.claims.map((claim) => [
    claim.state === "review" ? claim.id : "-",
    claim.state === "review" ? (claim.reason ?? "") : stateOf(claim),
    claim.email ?? "(deleted)",
    formatUsdt(claim.asked),
    `${claim.plan} (${claim.days} days)`,
    // Somebody who only saw the transfer on the chain must have ordered after it.
    `${minuteOf(claim.invoiceAtMs)}${claim.invoiceAtMs > each.paidAtMs ? " (after it was paid)" : ""}`,
    minuteOf(claim.namedAtMs),
  ]);
  const accounts = accountsOf(each).length;
  return [
    ...headOf(each),
    alignedTable([head, ...rows]),
    accounts > 1
      ? `${accounts} accounts claim it. Everybody can read it on the chain: ask who can show that the sender is theirs.\n`
      : "",
  ].join("");
}

/** All that waits as JSON: a list of flat objects. What only a claim has is null where nobody named it. */
export function reviewJson(
  cases: readonly ReviewCase[],
  unmatched: readonly UnmatchedTransfer[],
): string {
  const entries = cases.flatMap((each) =>
    each.claims
      .filter(({ state }) => state === "review")
      .map((claim) => ({
        id: claim.id,
        reason: claim.reason ?? "",
        email: claim.email,
        hash: each.hash,
        from: each.from,
        to: each.to,
        paid: formatUsdt(each.paid),
        asked: formatUsdt(claim.asked),
        plan: claim.plan,
        days: claim.days,
        paidAt: timeText(each.paidAtMs),
        invoiceAt: timeText(claim.invoiceAtMs),
        namedAt: timeText(claim.namedAtMs),
        claimedBy: accountsOf(each),
      })),
  );
  const unnamed = unmatched.map((each) => ({
    id: each.id,
    reason: each.reason,
    email: each.nearly?.email ?? null,
    hash: each.hash,
    from: each.from,
    to: each.to,
    paid: formatUsdt(each.paid),
    asked: null,
    plan: each.nearly?.plan ?? null,
    days: null,
    paidAt: timeText(each.paidAtMs),
    invoiceAt: null,
    namedAt: null,
    claimedBy: [],
  }));
  return `${JSON.stringify([...entries, ...unnamed], null, 2)}\n`;
}

function accountsOf({ claims }: ReviewCase): string[] {
  return [...new Set(claims.map(({ email }) => email ?? "(deleted)"))];
}

function stateOf({ state, reason }: ReviewClaim): string {
  return reason === null ? state : `${state}: ${reason}`;
}

/** To the minute, in UTC. */
function minuteOf(ms: number): string {
  return timeText(ms, (iso) => iso.slice(0, 16).replace("T", " "));
}
