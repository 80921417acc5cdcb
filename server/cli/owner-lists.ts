import { parseArgs } from "node:util";
import { parseDays } from "../access/end-date.ts";
import { readConfig } from "../config/config.ts";
import { listActs } from "../owner/act-list.ts";
import { arrivals, readWanted } from "../owner/arrivals.ts";
import { customers, endingCustomers } from "../owner/customers.ts";
import type { Customer } from "../owner/customers.ts";
import type { List } from "../owner/list.ts";
import { actList, customerList, peopleList, planList, priceList } from "../owner/lists.ts";
import { arrivalList, dayList, differenceList, revenueList } from "../owner/money-lists.ts";
import { listUsers } from "../owner/office/users.ts";
import { listPlans } from "../owner/plans.ts";
import { priceHistory } from "../owner/prices.ts";
import { daysOfBooks, differences } from "../owner/reconcile.ts";
import { revenue } from "../owner/revenue.ts";
import type { Plan } from "../payment/plan.ts";
import type { Store } from "../store/store.ts";
import { withCliStore } from "./cli-store.ts";
import { UsageError } from "./command.ts";
import type { CommandIo } from "./command.ts";
import { listText } from "./list-text.ts";

/* What the owner's commands show. */

const DAY_MS = 86_400_000;
const MAX_SHOWN = 1_000;

/** Shows a list. */
export async function showList(
  command: string | undefined,
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      csv: { type: "boolean" },
      days: { type: "string" },
    },
  });
  if (values.json === true && values.csv === true) {
    throw new UsageError("Say --json or --csv, not both.");
  }
  if (values.days !== undefined && command !== "ending" && command !== "days") {
    throw new UsageError("--days is for the lists of what ends and of days.");
  }
  const plans = () => readConfig(env).portal.plans;
  const read = readerOf(command, { ...values, positionals, plans }, nowMs);
  const list = await withCliStore(env, read);
  stdout.write(listText(list, values));
}

/** What was called with. */
interface Call {
  readonly days?: string | undefined;
  readonly positionals: readonly string[];
  /** Those of the settings. */
  readonly plans: () => readonly Plan[];
}

function readerOf(
  command: string | undefined,
  { days, positionals, plans }: Call,
  nowMs: number,
): (store: Store) => Promise<List> {
  if (positionals.length > (command === "payments" ? 1 : 0)) {
    throw new UsageError(`${JSON.stringify(positionals.at(-1))} is too much.`);
  }
  switch (command) {
    case "customers":
      return async (store) => customerList(await all(store, nowMs), nowMs);
    case "ending": {
      const withinMs = parseDays(days ?? "30") * DAY_MS;
      return async (store) => customerList(await endingCustomers(store, nowMs, withinMs), nowMs);
    }
    case "revenue":
      return async (store) => revenueList(await revenue(store));
    case "payments": {
      const [text] = positionals;
      const wanted = text === undefined ? {} : readWanted(text);
      if (wanted === undefined) {
        throw new UsageError(
          `${JSON.stringify(text)} is no hash, TRON address, e-mail address or amount.`,
        );
      }
      return async (store) => arrivalList(await arrivals(store, wanted, MAX_SHOWN));
    }
    case "plans":
      return async (store) => planList(await listPlans(store, plans(), nowMs));
    case "prices":
      return async (store) => priceList(await priceHistory(store, plans(), nowMs));
    case "people":
      return async (store) => peopleList(await listUsers(store), nowMs);
    case "days": {
      // Whole days, today among them.
      const today = Math.floor(nowMs / DAY_MS);
      const sinceMs = (today - parseDays(days ?? "31") + 1) * DAY_MS;
      return async (store) => dayList(await daysOfBooks(store, sinceMs));
    }
    case "differences":
      return async (store) => differenceList(await differences(store, nowMs));
    case "acts":
      return async (store) => actList(await listActs(store, MAX_SHOWN));
    case undefined:
      throw new UsageError(
        "Say what to show or do: customers, ending, plans, prices, people, revenue, payments, days, differences, acts, price, add-plan, rename-plan, retire-plan, offer-plan, give, take, move, codes-off, passkeys-off, suspend, reinstate, invite or remove.",
      );
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

async function all(store: Store, nowMs: number): Promise<Customer[]> {
  const found: Customer[] = [];
  for await (const customer of customers(store, nowMs)) {
    found.push(customer);
  }
  return found;
}
