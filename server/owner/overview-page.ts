import { DAY_MS } from "../../src/round/phases.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { customers } from "./customers.ts";
import { listOwners, removeOwner } from "./owners.ts";
import { action } from "./page-parts.ts";
import type { OfficeResponse, OfficeRequest, OfficeRoute } from "./page-parts.ts";

export const OVERVIEW_ROUTE: OfficeRoute = {
  get: overview,
  actions: {
    remove: action({
      change: (transaction, { field, nowMs }) => removeOwner(transaction, field("email"), nowMs),
      question: ({ field }) => ({
        title: "Remove an owner?",
        facts: [["Owner", field("email")]],
        caution: "Only the command line can add them again.",
        yes: `Remove ${field("email")}`,
      }),
      done: () => ({ to: "/owner/", done: "removed" }),
    }),
  },
};

/** The words for idle parts without a fault, by code. */
const IDLE: Readonly<Record<string, string>> = { maintenance: "off", review: "none" };

async function overview(request: OfficeRequest): Promise<OfficeResponse> {
  const { store, isMailed, checkHealth, nowMs } = request;
  let [accounts, paying, suspended, in7, in30, balances] = [0, 0, 0, 0, 0, 0];
  for await (const { endsAtMs, suspendedMs, balance } of customers(store, nowMs)) {
    const leftMs = (endsAtMs ?? 0) - nowMs;
    accounts += 1;
    balances += balance;
    suspended += suspendedMs === null ? 0 : 1;
    paying += leftMs > 0 && suspendedMs === null ? 1 : 0;
    in7 += leftMs > 0 && leftMs <= 7 * DAY_MS ? 1 : 0;
    in30 += leftMs > 0 && leftMs <= 30 * DAY_MS ? 1 : 0;
  }
  const checks = await checkHealth();
  // A payment in review is pending work, not a fault.
  const faults = checks.filter(({ code, fault }) => fault !== null && code !== "review");
  const waiting = checks.find(({ code }) => code === "review")?.fault ?? null;
  const title =
    faults.length > 0
      ? `Needs attention: ${faults.map(({ part }) => part.toLowerCase()).join(", ")}.`
      : `Everything works. ${waiting ?? "Nothing needs your attention."}`;
  const ending = (days: number, count: number) => ({
    to: "/owner/customers/",
    value: count,
    words: `${count === 1 ? "plan ends" : "plans end"} within ${days} days`,
  });
  return {
    name: "overview",
    title,
    data: {
      // Faults come first.
      checks: checks
        .toSorted((one, other) => Number(one.fault === null) - Number(other.fault === null))
        .map(({ code, part, fault }) => {
          const isUnset = code === "mail" && fault === null && !isMailed;
          return {
            part,
            isGood: isUnset ? undefined : fault === null ? "true" : "false",
            words:
              fault ??
              (isUnset ? "off: links for customers are in outbox.txt" : (IDLE[code] ?? "works")),
            to: code === "review" && fault !== null ? "/owner/review/" : null,
          };
        }),
      figures: [
        {
          to: "/owner/customers/",
          value: paying,
          words: `of ${accounts === 1 ? "1 account pays" : `${accounts} accounts pay`}${suspended > 0 ? `, ${suspended} suspended` : ""}`,
        },
        ending(7, in7),
        ending(30, in30),
        { to: "/owner/payments/", value: formatUsdt(balances), words: "USDT in balances" },
      ],
      owners: await listOwners(store),
    },
  };
}
