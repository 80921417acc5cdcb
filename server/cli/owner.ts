import { parseArgs } from "node:util";
import { arrivals, readWanted } from "../owner/arrivals.ts";
import { customers } from "../owner/customers.ts";
import type { Customer } from "../owner/customers.ts";
import { revenue } from "../owner/revenue.ts";
import type { Store } from "../store/store.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { arrivalList, customerList, revenueList, textOf } from "./owner-lists.ts";
import type { List } from "./owner-lists.ts";

const USAGE = `Usage: npm run -s owner -- <command> [--json | --csv]

  customers         who has an account, with plan and end, balance, keys, sites, use and last sign-in
  ending [--days N] whose plan ends within N days, 30 if it is not said, or has ended within as many
  revenue           what was spent on plans, by month and plan
  payments [TEXT]   what came in, and what became of it: the newest 1,000, or those with a hash,
                    sender, e-mail address or amount`;

export const ownerCommand: Command = { usage: USAGE, run };

const DAY_MS = 86_400_000;
const MAX_PAYMENTS = 1_000;

async function run([command, ...args]: string[], { env, stdout, now }: CommandIo): Promise<void> {
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
  if (values.days !== undefined && command !== "ending") {
    throw new UsageError("--days is for the list of what ends.");
  }
  const read = readerOf(command, { ...values, positionals }, (now ?? Date.now)());
  const list = await withCliStore(env, read);
  stdout.write(textOf(list, values));
}

/** What was called with. */
interface Call {
  readonly days?: string | undefined;
  readonly positionals: readonly string[];
}

function readerOf(
  command: string | undefined,
  { days = "30", positionals }: Call,
  nowMs: number,
): (store: Store) => Promise<List> {
  if (positionals.length > (command === "payments" ? 1 : 0)) {
    throw new UsageError(`${JSON.stringify(positionals.at(-1))} is too much.`);
  }
  switch (command) {
    case "customers":
      return async (store) => customerList(await all(store, nowMs));
    case "ending": {
      const withinMs = daysIn(days) * DAY_MS;
      return async (store) => customerList(await ending(store, nowMs, withinMs));
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
      return async (store) => arrivalList(await arrivals(store, wanted, MAX_PAYMENTS));
    }
    case undefined:
      throw new UsageError("Say what to show: customers, ending, revenue or payments.");
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

/** Whose plan ends soon or has ended lately, the first to end first. */
async function ending(store: Store, nowMs: number, withinMs: number): Promise<Customer[]> {
  const found: (Customer & { readonly endsAtMs: number })[] = [];
  for await (const customer of customers(store, nowMs)) {
    const { endsAtMs } = customer;
    if (endsAtMs !== null && Math.abs(endsAtMs - nowMs) <= withinMs) {
      found.push({ ...customer, endsAtMs });
    }
  }
  return found.toSorted((one, other) => one.endsAtMs - other.endsAtMs);
}

function daysIn(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days === 0) {
    throw new UsageError("Say the days as a whole number from 1 to 9999.");
  }
  return days;
}

if (import.meta.main) {
  await runProgram(ownerCommand);
}
