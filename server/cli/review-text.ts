import type { ReviewCase, ReviewClaim } from "../payment/review.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { alignedTable } from "./text-table.ts";

/** The cases in review as text: a paragraph for each transfer, with a line for each of its claims. */
export function reviewText(cases: readonly ReviewCase[]): string {
  return cases.length === 0 ? "Nothing waits for you.\n" : cases.map(paragraphOf).join("\n");
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
    `${formatUsdt(each.paid)} USDT from ${each.from}\n`,
    `to ${each.to}, paid ${minuteOf(each.paidAtMs)} UTC\n`,
    `transaction ${each.hash}, transfer ${each.logIndex}\n`,
    alignedTable([head, ...rows]),
    accounts > 1
      ? `${accounts} accounts claim it. Everybody can read it on the chain: ask who can show that the sender is theirs.\n`
      : "",
  ].join("");
}

/** The claims in review as JSON: a list of flat objects. */
export function reviewJson(cases: readonly ReviewCase[]): string {
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
        paidAt: new Date(each.paidAtMs).toISOString(),
        invoiceAt: new Date(claim.invoiceAtMs).toISOString(),
        namedAt: new Date(claim.namedAtMs).toISOString(),
        claimedBy: accountsOf(each),
      })),
  );
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function accountsOf({ claims }: ReviewCase): string[] {
  return [...new Set(claims.map(({ email }) => email ?? "(deleted)"))];
}

function stateOf({ state, reason }: ReviewClaim): string {
  return reason === null ? state : `${state}: ${reason}`;
}

/** To the minute, in UTC. */
function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}
