import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { parseDays, parseInstant } from "../../access/end-date.ts";
import { ReviewError } from "../../payment/errors.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { planList, priceList } from "../lists.ts";
import { addPlan, listPlans, offerPlan, renamePlan, retirePlan } from "../plans.ts";
import type { ListedPlan } from "../plans.ts";
import { parsePrice, priceHistory, setPrice } from "../prices.ts";
import type { PriceEntry } from "../prices.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { actForm, reasonField } from "./form-parts.ts";
import { listTable } from "./list-table.ts";
import { csvLink, dayOf, minuteOf } from "./page-parts.ts";
import type { KeptForm, Typed } from "./typed.ts";

const HERE = "/owner/plans/";

/** What is sold and for what price, what was and will be, and the forms that change it. */
export async function plansPage(
  { store, plans, explorerUrl }: OfficeContext,
  { query, typed, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const [pricing, adding] = [typed.into(["price"]), typed.into(["add"])];
  const all = await listPlans(store, plans, nowMs);
  const history = await priceHistory(store, plans, nowMs);
  if (query.has("csv")) {
    return query.get("list") === "prices"
      ? { list: priceList(history), name: "prices" }
      : { list: planList(all), name: "plans" };
  }
  const [sold, others] = [
    all.filter(({ state }) => state === "sold"),
    all.filter(({ state }) => state !== "sold"),
  ];
  return {
    title: "Plans",
    body: html`
      <h2>On sale ${csvLink(HERE)}</h2>
      ${sold.length === 0 ? html`<p class="none">Nothing is sold.</p>` : ""}
      ${sold.map((plan) => soldCard(plan, nextPrice(plan, history), typed))}
      ${others.length === 0 ? "" : html`<h2>Not on sale</h2>`}
      ${others.map((plan) => otherCard(plan, typed))}
      <h2>Set a price</h2>
      <p class="soft">
        It holds from its time on, for whoever orders then. Invoices that are open keep theirs, and
        a late payment counts at the price of the moment it was sent.
      </p>
      ${actForm(
        pricing,
        HERE,
        html`<label
            >Plan<select name="plan" required>
              <option value="">Choose…</option>
              ${sold.map(
                ({ name }) =>
                  html`<option ?selected=${name === pricing.value("plan")}>${name}</option>`,
              )}
            </select></label
          >
          ${priceField(pricing)}
          <label
            >From, in UTC; empty: now<input
              name="from"
              type="datetime-local"
              value=${pricing.value("from")}
          /></label>
          ${reasonField(pricing)}
          <button name="do" value="price">Set the price</button>`,
      )}
      <h2>Add a plan</h2>
      ${actForm(
        adding,
        HERE,
        html`<label
            >Name<input name="name" required maxlength="30" value=${adding.value("name")}
          /></label>
          <label
            >Days<input
              class="short"
              name="days"
              inputmode="numeric"
              required
              value=${adding.value("days")}
          /></label>
          ${priceField(adding)} ${reasonField(adding)}
          <button name="do" value="add">Add</button>`,
      )}
      <h2>All prices ${csvLink(HERE, { list: "prices" })}</h2>
      ${listTable(priceList(history.map(inWords)), { explorerUrl })}
      <p class="soft">
        The setting PLANS says what is sold at first. What is done here wins, also after PLANS was
        changed. A price that is to come is taken back by setting another one for the same time. The
        days of a plan never change: retire it, and add another one.
      </p>
    `,
  };
}

/** Does what a form of the page asks for. */
export async function changePlans(
  { store, plans }: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done> {
  const [to, plan, reason] = [HERE, field("plan"), field("reason").trim()];
  switch (field("do")) {
    case "price": {
      const from = field("from").trim();
      const fromMs = from === "" ? null : parseInstant(from);
      const order = { plan, price: parsePrice(field("price")), fromMs, reason };
      const { changed } = await setPrice(store, plans, order, nowMs);
      return { to, done: changed ? "priced" : "priced_before" };
    }
    case "add": {
      const days = parseDays(field("days").trim());
      const added = { name: field("name").trim(), days, price: parsePrice(field("price")), reason };
      await addPlan(store, plans, added, nowMs);
      return { to, done: "plan_added" };
    }
    case "rename":
      await renamePlan(store, plans, { plan, name: field("name").trim(), reason }, nowMs);
      return { to, done: "plan_renamed" };
    case "retire":
      await retirePlan(store, plans, { plan, reason }, nowMs);
      return { to, done: "plan_retired" };
    case "offer":
      await offerPlan(store, plans, { plan, reason }, nowMs);
      return { to, done: "plan_offered" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

/** A plan on sale, with what it is to cost next. */
function soldCard(plan: ListedPlan, next: PriceEntry | undefined, typed: Typed): TemplateResult {
  const { name, price } = plan;
  const about = { plan: name };
  const [renaming, retiring] = [typed.into(["rename"], about), typed.into(["retire"], about)];
  return html`<div class="card plan">
    <p>
      <span><strong>${name}</strong>${termOf(plan)}</span>
      ${
        next === undefined
          ? ""
          : html`<span class="soft"
              >${formatUsdt(next.price)} from ${instantParts(next.fromMs ?? 0)}</span
            >`
      }
      <b>${formatUsdt(price ?? 0)} USDT</b>
    </p>
    <details ?open=${renaming.isHere || retiring.isHere}>
      <summary>Rename or retire…</summary>
      ${actForm(
        renaming,
        HERE,
        html`<input type="hidden" name="plan" value=${name} />
          <label
            >New name<input
              name="name"
              required
              maxlength="30"
              value=${renaming.isHere ? renaming.value("name") : name}
          /></label>
          ${reasonField(renaming)}
          <button name="do" value="rename">Rename</button>`,
      )}
      ${actForm(
        retiring,
        HERE,
        html`<input type="hidden" name="plan" value=${name} />
          ${reasonField(retiring)}
          <button class="second" name="do" value="retire">Sell ${name} no more</button>`,
      )}
    </details>
  </div>`;
}

/** A plan that is not sold, and why. */
function otherCard(plan: ListedPlan, typed: Typed): TemplateResult {
  const { name, state, change } = plan;
  const offering = typed.into(["offer"], { plan: name });
  if (state === "name_taken") {
    return html`<div class="card">
      <p>
        <strong>${name}</strong>${termOf(plan)}, of PLANS: another plan is called so. Rename that
        one, or this one in PLANS.
      </p>
    </div>`;
  }
  return html`<div class="card">
    <p>
      <strong>${name}</strong>${termOf(plan)}, retired <time>${dayOf(change?.atMs ?? 0)}</time>:
      ${change?.reason}
    </p>
    <details ?open=${offering.isHere}>
      <summary>Sell it again…</summary>
      ${actForm(
        offering,
        HERE,
        html`<input type="hidden" name="plan" value=${name} />
          ${reasonField(offering)}
          <button class="second" name="do" value="offer">Sell ${name} again</button>`,
      )}
    </details>
  </div>`;
}

function nextPrice(plan: ListedPlan, history: readonly PriceEntry[]): PriceEntry | undefined {
  return history.findLast((each) => each.plan === plan.name && each.state === "later");
}

/** A price of the settings has no reason that anybody gave. */
function inWords(entry: PriceEntry): PriceEntry {
  return entry.fromMs === null ? { ...entry, reason: "first price, of the settings" } : entry;
}

/** How long a plan is, where its name does not say it. */
function termOf({ name, days }: ListedPlan): string {
  return name === `${days} days` ? "" : `, ${days} days`;
}

function priceField({ value }: KeptForm): TemplateResult {
  return html`<label
    >USDT<input
      class="short"
      name="price"
      inputmode="decimal"
      required
      placeholder="49.00"
      value=${value("price")}
  /></label>`;
}

/** Day and time, neither of which is broken into two lines. */
function instantParts(ms: number): TemplateResult {
  const [day = "", ...time] = minuteOf(ms).split(" ");
  return html`<time>${day}</time> <time>${time.join(" ")}</time>`;
}
