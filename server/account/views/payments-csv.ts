import { csvOf } from "../../runtime/csv.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { payments } from "./payments.ts";

/** The payments as CSV. Times are in UTC. */
export async function paymentsCsv(
  context: PortalContext,
  request: SignedInRequest,
): Promise<string> {
  const head = ["date", "plan", "days", "amount_usdt", "transaction", "from", "until"];
  const rows = (await payments(context, request)).payments.map((each) => [
    iso(each.creditedAtMs),
    each.plan,
    String(each.days),
    each.amount,
    each.hash ?? "",
    iso(each.startsAtMs),
    iso(each.endsAtMs),
  ]);
  return csvOf([head, ...rows]);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
