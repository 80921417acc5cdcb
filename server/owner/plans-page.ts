import type { Table } from "../../src/account/office-data.ts";
import { parseDays, parseInstant } from "../access/end-date.ts";
import { catalogAt, plansAt } from "../payment/plans.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { addPlan, changePlan, parsePrice, priceHistory, setPrice } from "./plans.ts";
import type { PlanOrder, PriceEntry } from "./plans.ts";
import { reasonIn, act } from "./route.ts";
import type {
  Act,
  Done,
  OfficeAnswer,
  OfficeContext,
  OfficeRequest,
  OfficeRoute,
} from "./route.ts";

const HERE = "/owner/plans/";

/** What is sold and for what price, what was and will be, and the forms that change it. */
export const PLANS_ROUTE: OfficeRoute = {
  get: plansPage,
  acts: {
    price: act({
      change(_context, request) {
        const { field, nowMs } = request;
        const fromMs = field("from") === "" ? null : parseInstant(field("from"));
        const price = parsePrice(field("price"));
        const order = { plan: field("plan"), price, fromMs, reason: reasonIn(request) };
        return (within) => setPrice(within, order, nowMs);
      },
      question: (_outcome, _context, { field }) => ({
        title: `Set the price of ${field("plan")}?`,
        facts: [
          ["Plan", field("plan")],
          ["Price", `${formatUsdt(parsePrice(field("price")))} USDT`],
          ["From", field("from") === "" ? "now on" : parseInstant(field("from"))],
          ["Reason", field("reason")],
        ],
        yes: "Set the price",
      }),
      done: (changed) => ({ to: HERE, done: changed ? "priced" : "priced_before" }),
    }),
    add: act({
      change(_context, request) {
        const { field, nowMs } = request;
        const [days, price] = [parseDays(field("days")), parsePrice(field("price"))];
        const plan = { name: field("name"), days, price, reason: reasonIn(request) };
        return (within) => addPlan(within, plan, nowMs);
      },
      question: (_outcome, _context, { field }) => ({
        title: `Add the plan ${field("name")}?`,
        facts: [
          ["Plan", `${field("name")}, ${field("days")} days`],
          ["Price", `${formatUsdt(parsePrice(field("price")))} USDT`],
          ["Reason", field("reason")],
        ],
        yes: "Add the plan",
      }),
      done: () => ({ to: HERE, done: "plan_added" }),
    }),
    rename: planAct("plan_renamed", ({ field }) => `Rename ${field("plan")} to ${field("name")}`),
    retire: planAct("plan_retired", ({ field }) => `Sell ${field("plan")} no more`),
    offer: planAct("plan_offered", ({ field }) => `Sell ${field("plan")} again`),
  },
};

function planAct(
  action: PlanOrder["action"] & Done["done"],
  words: (request: OfficeRequest) => string,
): Act {
  return act({
    change(_context, request) {
      const { field, nowMs } = request;
      const name = action === "plan_renamed" ? { name: field("name") } : {};
      const order = { action, plan: field("plan"), ...name, reason: reasonIn(request) };
      return (within) => changePlan(within, order, nowMs);
    },
    question: (_outcome, _context, request) => ({
      title: `${words(request)}?`,
      facts: [["Reason", request.field("reason")]],
      yes: words(request),
    }),
    done: () => ({ to: HERE, done: action }),
  });
}

async function plansPage(
  { store }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const history = await priceHistory(store);
  const prices = priceTable(history);
  if (query.has("csv")) {
    return { csv: prices, name: "prices" };
  }
  const retired = (await catalogAt(store.db, nowMs)).filter(({ isSold }) => !isSold);
  return {
    name: "plans",
    title: "Plans",
    data: {
      sold: (await plansAt(store.db, nowMs)).map(({ name, days, price }) => {
        const later = history.filter((each) => each.plan === name && each.from_at > nowMs);
        // Of two for one time the later one holds, which comes first.
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

function priceTable(prices: readonly PriceEntry[]): Table {
  return {
    columns: [
      ["plan", "text"],
      ["days", "number"],
      ["usdt", "number"],
      ["from", "time"],
      ["set", "time"],
      ["by", "text"],
      ["reason", "text"],
    ],
    rows: prices.map((each) => [
      each.plan,
      each.days,
      formatUsdt(each.amount),
      each.from_at,
      each.set_at,
      each.set_by,
      each.reason,
    ]),
    none: "No price was changed.",
  };
}
