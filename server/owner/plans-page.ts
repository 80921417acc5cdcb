import { parseDays } from "../access/end-date.ts";
import { plansOnSale } from "../payment/plans.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { action, requireReason, termWords } from "./page-parts.ts";
import type { OfficeResponse, OfficeRequest, OfficeRoute } from "./page-parts.ts";
import { addPlan, endPlan, parsePrice } from "./plan-actions.ts";

const HERE = "/owner/plans/";

export const PLANS_ROUTE: OfficeRoute = {
  get: plansPage,
  actions: {
    price: action({
      change(transaction, request) {
        const { field, nowMs } = request;
        const input = { plan: field("plan"), price: parsePrice(field("price")) };
        return endPlan(transaction, { ...input, reason: requireReason(request) }, nowMs);
      },
      question: ({ field }, { days, before }) => ({
        title: `Set the price of ${field("plan")}?`,
        facts: [
          ["Plan", termWords(field("plan"), days)],
          ["Price now", `${formatUsdt(before)} USDT`],
          ["New price", `${formatUsdt(parsePrice(field("price")))} USDT`],
        ],
      }),
      done: () => ({ to: HERE, done: "priced" }),
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
          ["Plan", termWords(field("name"), parseDays(field("days")))],
          ["Price", `${formatUsdt(parsePrice(field("price")))} USDT`],
        ],
      }),
      done: () => ({ to: HERE, done: "plan_added" }),
    }),
    retire: action({
      change(transaction, request) {
        const input = { plan: request.field("plan"), price: null, reason: requireReason(request) };
        return endPlan(transaction, input, request.nowMs);
      },
      question: ({ field }, { days, before }) => ({
        title: `Stop selling ${field("plan")}?`,
        facts: [
          ["Plan", termWords(field("plan"), days)],
          ["Price now", `${formatUsdt(before)} USDT`],
        ],
        caution: "Its open invoices can still be paid.",
      }),
      done: () => ({ to: HERE, done: "plan_retired" }),
    }),
  },
};

async function plansPage({ store }: OfficeRequest): Promise<OfficeResponse> {
  const plans = await plansOnSale(store.db);
  const sold = plans.map(({ name, days, price }) => ({ name, days, price: formatUsdt(price) }));
  return { name: "plans", title: "Plans", data: { sold } };
}
