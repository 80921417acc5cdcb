import { parseArgs } from "node:util";
import { parseDays } from "../access/end-date.ts";
import { listActs } from "../owner/acts.ts";
import { arrivals, readWanted } from "../owner/arrivals.ts";
import { switchCodesOff } from "../owner/codes-off.ts";
import { customers } from "../owner/customers.ts";
import type { Customer } from "../owner/customers.ts";
import { giveDays, takeDays } from "../owner/days.ts";
import { daysOfBooks, differences } from "../owner/reconcile.ts";
import { revenue } from "../owner/revenue.ts";
import type { Store } from "../store/store.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import {
  actList,
  arrivalList,
  customerList,
  dayList,
  differenceList,
  revenueList,
  textOf,
} from "./owner-lists.ts";
import type { List } from "./owner-lists.ts";
import { serviceVault } from "./service-vault.ts";

const USAGE = `Usage: npm run -s owner -- <command>

  give ACCOUNT --days N --reason TEXT
                    gives an account days without a payment, and a key if it has none
  take ACCOUNT --days N --reason TEXT
                    takes days from the end of its plan
  codes-off ACCOUNT --reason TEXT
                    switches the codes on sign-in off, for somebody who has lost phone and recovery codes

These show, with --json or --csv for programs and spreadsheets:

  customers         who has an account, with plan and end, balance, keys, sites, use and last sign-in
  ending [--days N] whose plan ends within N days, 30 if it is not said, or has ended within as many
  revenue           what was spent on plans, by month and plan
  payments [TEXT]   what came in, and what became of it: the newest 1,000, or those with a hash,
                    sender, e-mail address or amount
  days [--days N]   what came in on each UTC day, and what became of it: of the last 31 days, or N
  differences       where the node's list of what came in and its receipts do not say the same
  acts              what was done here and by "payments": the newest 1,000. Nothing of it can be changed`;

export const ownerCommand: Command = { usage: USAGE, run };

const DAY_MS = 86_400_000;
const MAX_SHOWN = 1_000;

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const nowMs = (io.now ?? Date.now)();
  if (command === "codes-off") {
    return codesOff(args, io, nowMs);
  }
  return command === "give" || command === "take"
    ? changeDays(command, args, io, nowMs)
    : show(command, args, io, nowMs);
}

async function changeDays(
  command: "give" | "take",
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { days: { type: "string" }, reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email, ...others] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (email === undefined || others.length > 0 || reason === "") {
    throw new UsageError("Say whose days, how many, and with --reason why.");
  }
  const order = { email, days: parseDays(values.days ?? ""), reason };
  const endsAtMs = await withCliStore(env, async (store) =>
    command === "give"
      ? giveDays(store, await serviceVault(store, env), order, nowMs)
      : takeDays(store, order, nowMs),
  );
  stdout.write(`The plan of ${email} ends ${new Date(endsAtMs).toISOString()} now.\n`);
}

async function codesOff(args: string[], { env, stdout }: CommandIo, nowMs: number): Promise<void> {
  const options = { reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email, ...others] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (email === undefined || others.length > 0 || reason === "") {
    throw new UsageError("Say whose codes, and with --reason why.");
  }
  await withCliStore(env, (store) => switchCodesOff(store, { email, reason }, nowMs));
  stdout.write(`${email} signs in with the password alone now, and is told so by mail.\n`);
}

async function show(
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
  const read = readerOf(command, { ...values, positionals }, nowMs);
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
  { days, positionals }: Call,
  nowMs: number,
): (store: Store) => Promise<List> {
  if (positionals.length > (command === "payments" ? 1 : 0)) {
    throw new UsageError(`${JSON.stringify(positionals.at(-1))} is too much.`);
  }
  switch (command) {
    case "customers":
      return async (store) => customerList(await all(store, nowMs));
    case "ending": {
      const withinMs = parseDays(days ?? "30") * DAY_MS;
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
      return async (store) => arrivalList(await arrivals(store, wanted, MAX_SHOWN));
    }
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
        "Say what to show or do: customers, ending, revenue, payments, days, differences, acts, give, take or codes-off.",
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

if (import.meta.main) {
  await runProgram(ownerCommand);
}
