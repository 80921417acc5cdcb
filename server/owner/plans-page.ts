import { parseDays, parseInstant } from "../access/end-date.ts";
import { catalogAt, plansAt } from "../payment/plans.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { action, requireReason, tableOf } from "./page-parts.ts";
import type { Action, OfficeResponse, OfficeRequest, OfficeRoute } from "./page-parts.ts";
import { addPlan, changePlan, parsePrice, priceHistory, setPrice } from "./plans.ts";
import type { PlanInput } from "./plans.ts";

const HERE = "/owner/plans/";

export const PLANS_ROUTE: OfficeRoute = {
  get: plansPage,
  actions: {
    price: action({
      change(transaction, request) {
        const { field, nowMs } = request;
        const input = {
          plan: field("plan"),
          price: parsePrice(field("price")),
          fromMs: startMsIn(field),
        };
        return setPrice(transaction, { ...input, reason: requireReason(request) }, nowMs);
      },
      question: ({ field }) => ({
        title: `Set the price of ${field("plan")}?`,
        facts: [
          ["Plan", field("plan")],
          ["Price", `${formatUsdt(parsePrice(field("price")))} USDT`],
          ["From", startMsIn(field) ?? "now on"],
        ],
      }),
      done: (_request, isChanged) => ({ to: HERE, done: isChanged ? "priced" : "priced_before" }),
    }),
    add: action({
      change(transaction, request) {
        const { field, nowMs } = request;
        const [days, price] = [parseDays(field("days")), parsePrice(field("price"))];
        const plan = { name: field("name"), days, price, reason: requireReason(request) };
        return addPlan(transaction, plan, nowMs);
      },
      question: ({ field }) => ({
        title: `Add the plan ${field("name")}?`,
        facts: [
          ["Plan", `${field("name")}, ${field("days")} days`],
          ["Price", `${formatUsdt(parsePrice(field("price")))} USDT`],
        ],
      }),
      done: () => ({ to: HERE, done: "plan_added" }),
    }),
    rename: planAction(
      "plan_renamed",
      ({ field }) => `Rename ${field("plan")} to ${field("name")}?`,
    ),
    retire: planAction("plan_retired", ({ field }) => `Stop selling ${field("plan")}?`),
    offer: planAction("plan_offered", ({ field }) => `Sell ${field("plan")} again?`),
  },
};

function startMsIn(field: OfficeRequest["field"]): number | null {
  return field("from") === "" ? null : parseInstant(field("from"));
}

function planAction(kind: PlanInput["action"], title: (request: OfficeRequest) => string): Action {
  return action({
    change(transaction, request) {
      const { field, nowMs } = request;
      const name = kind === "plan_renamed" ? { name: field("name") } : {};
      const input = { action: kind, plan: field("plan"), ...name, reason: requireReason(request) };
      return changePlan(transaction, input, nowMs);
    },
    question: (request) => ({ title: title(request), facts: [] }),
    done: () => ({ to: HERE, done: kind }),
  });
}

async function plansPage({ store, query, nowMs }: OfficeRequest): Promise<OfficeResponse> {
  const history = await priceHistory(store);
  const prices = tableOf(
    history,
    [
      ["plan", "text", ({ plan }) => plan],
      ["days", "number", ({ days }) => days],
      ["usdt", "number", ({ amount }) => formatUsdt(amount)],
      ["from", "time", ({ from_at: fromMs }) => fromMs],
      ["set", "time", ({ set_at: setMs }) => setMs],
      ["by", "text", ({ set_by: by }) => by],
      ["reason", "text", ({ reason }) => reason],
    ],
    "No price has been changed.",
  );
  if (query.has("csv")) {
    return { csv: prices, name: "prices" };
  }
  const retired = (await catalogAt(store.db, nowMs)).filter(({ isOnSale }) => !isOnSale);
  return {
    name: "plans",
    title: "Plans",
    data: {
      sold: (await plansAt(store.db, nowMs)).map(({ name, days, price }) => {
        const later = history.filter((each) => each.plan === name && each.from_at > nowMs);
        // Of two prices for one time, the one set later counts, and it comes first.
        const next = later.find((each) => each.from_at === later.at(-1)?.from_at);
        return {
          name,
          days,
          price: formatUsdt(price),
          next: next && { price: formatUsdt(next.amount), fromMs: next.from_at },
        };
      }),
      retired: retired.map(({ name, days, change }) => ({
        name,
        days,
        reason: change?.reason ?? "",
      })),
      prices,
    },
  };
}
