import { html } from "@lit-labs/ssr";
import { parseInstant } from "../../access/end-date.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { priceList } from "../lists.ts";
import { parsePrice, priceHistory, setPrice } from "../prices.ts";
import type { PriceEntry } from "../prices.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, listTable, minuteOf } from "./page.ts";

/** What each plan costs, will cost and did cost; and the form that sets a price. */
export async function pricesPage(
  { store, plans, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const history = await priceHistory(store, plans, nowMs);
  const list = priceList(history);
  if (query.has("csv")) {
    return { list, name: "prices" };
  }
  return {
    title: "Prices",
    body: html`
      <div class="figures">${plans.map((plan) => planFigure(plan.name, history))}</div>
      <h2>Set a price</h2>
      <p class="soft">
        It holds from its time on, for whoever orders then. Invoices that are open keep theirs, and
        a late payment counts at the price of the moment it was sent.
      </p>
      <form class="act" method="post" action="/owner/prices/">
        <label
          >Plan<select name="plan">
            ${plans.map(({ name }) => html`<option>${name}</option>`)}
          </select></label
        >
        <label
          >USDT<input class="short" name="price" inputmode="decimal" required placeholder="49.00"
        /></label>
        <label>From, in UTC; empty: now<input name="from" type="datetime-local" /></label>
        <label>Reason<input class="long" name="reason" required maxlength="300" /></label>
        <button>Set the price</button>
      </form>
      <h2>All prices ${csvLink("/owner/prices/")}</h2>
      ${listTable(list, { explorerUrl })}
      <p class="soft">
        The setting PLANS says which plans there are and what they cost first. What is set here
        wins, also after PLANS was changed. A price that is to come is taken back by setting another
        one for the same time.
      </p>
    `,
  };
}

/** Sets a price. */
export async function changePrice(
  { store, plans }: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done> {
  const from = field("from").trim();
  const order = {
    plan: field("plan"),
    price: parsePrice(field("price")),
    fromMs: from === "" ? null : parseInstant(from),
    reason: field("reason").trim(),
  };
  const { changed } = await setPrice(store, plans, order, nowMs);
  return { to: "/owner/prices/", done: changed ? "priced" : "priced_before" };
}

/** What a plan costs, and what it is to cost next. */
function planFigure(name: string, history: readonly PriceEntry[]) {
  const own = history.filter(({ plan, state }) => plan === name && state !== "not_sold");
  const present = own.find(({ state }) => state === "now");
  const next = own.findLast(({ state }) => state === "later");
  return html`<div>
    <b>${formatUsdt(present?.price ?? 0)}</b>
    <span>USDT for ${name}</span>
    ${
      next === undefined
        ? ""
        : html`<span>${formatUsdt(next.price)} from ${instantParts(next.fromMs ?? 0)}</span>`
    }
  </div>`;
}

/** Day and time, neither of which is broken into two lines. */
function instantParts(ms: number) {
  const [day = "", ...time] = minuteOf(ms).split(" ");
  return html`<time>${day}</time> <time>${time.join(" ")}</time>`;
}
