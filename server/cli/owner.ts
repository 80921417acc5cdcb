import { parseArgs } from "node:util";
import { parseDays, parseInstant } from "../access/end-date.ts";
import { createOutbox } from "../account/mail/outbox.ts";
import { readConfig } from "../config/config.ts";
import { listActs } from "../owner/acts.ts";
import { arrivals, readWanted } from "../owner/arrivals.ts";
import { switchCodesOff } from "../owner/codes-off.ts";
import { customers, endingCustomers } from "../owner/customers.ts";
import type { Customer } from "../owner/customers.ts";
import { giveDays, takeDays } from "../owner/days.ts";
import {
  actList,
  arrivalList,
  customerList,
  dayList,
  differenceList,
  peopleList,
  planList,
  priceList,
  revenueList,
} from "../owner/lists.ts";
import type { List } from "../owner/lists.ts";
import { moveAddress } from "../owner/move-address.ts";
import { invite, listUsers, remove } from "../owner/office/users.ts";
import { removePasskeys } from "../owner/passkeys-off.ts";
import { addPlan, listPlans, offerPlan, renamePlan, retirePlan } from "../owner/plans.ts";
import { parsePrice, priceHistory, setPrice } from "../owner/prices.ts";
import { daysOfBooks, differences } from "../owner/reconcile.ts";
import { revenue } from "../owner/revenue.ts";
import { reinstate, suspend } from "../owner/suspension.ts";
import type { Plan } from "../payment/plan.ts";
import { formatUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { listText } from "./list-text.ts";
import { serviceVault } from "./service-vault.ts";

const USAGE = `Usage: npm run -s owner -- <command>

  invite EMAIL      prints a link that lets somebody into the back office, once and for a day; who was
                    there before begins anew, with another password and authenticator
  remove EMAIL      keeps somebody out of the back office from now on
  give ACCOUNT --days N --reason TEXT
                    gives an account days without a payment, and a key if it has none
  take ACCOUNT --days N --reason TEXT
                    takes days from the end of its plan
  price PLAN USDT --reason TEXT [--from TIME]
                    sets what a plan costs from now on, or from a time such as 2026-08-01T00:00Z
  add-plan NAME USDT --days N --reason TEXT
                    sells another plan from now on
  rename-plan PLAN NAME --reason TEXT
                    gives a plan another name; invoices keep the old one
  retire-plan PLAN --reason TEXT
                    sells a plan no more; its open invoices can be paid
  offer-plan PLAN --reason TEXT
                    sells a retired plan again
  move ACCOUNT NEW --reason TEXT
                    gives an account another e-mail address, for somebody who has lost the mailbox; ends
                    all of its sessions, and is mailed to both
  codes-off ACCOUNT --reason TEXT
                    switches the codes on sign-in off, for somebody who has lost phone and recovery codes
  passkeys-off ACCOUNT --reason TEXT
                    removes its passkeys and ends its sessions, for somebody who has lost a device
  suspend ACCOUNT --reason TEXT
                    lets its keys open nothing; it can still sign in and pay
  reinstate ACCOUNT --reason TEXT
                    ends that

These show, with --json or --csv for programs and spreadsheets:

  customers         who has an account, with plan and end, balance, keys, sites, use and last sign-in
  ending [--days N] whose plan ends within N days, 30 if it is not said, or has ended within as many
  plans             what is or was sold
  prices            what each plan costs, will cost and did cost
  people            who may open the back office, and who is invited
  revenue           what was spent on plans, by month and plan
  payments [TEXT]   what came in, and what became of it: the newest 1,000, or those with a hash,
                    sender, e-mail address or amount
  days [--days N]   what came in on each UTC day, and what became of it: of the last 31 days, or N
  differences       where the node's list of what came in and its receipts do not say the same
  acts              what was done here, by "payments" and in the back office: the newest 1,000. Nothing of it can be changed`;

export const ownerCommand: Command = { usage: USAGE, run };

const DAY_MS = 86_400_000;
const MAX_SHOWN = 1_000;

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const nowMs = (io.now ?? Date.now)();
  switch (command) {
    case "give":
    case "take":
      return changeDays(command, args, io, nowMs);
    case "suspend":
    case "reinstate":
    case "codes-off":
    case "passkeys-off":
      return changeAccount(command, args, io, nowMs);
    case "price":
      return changePrice(args, io, nowMs);
    case "add-plan":
    case "rename-plan":
    case "retire-plan":
    case "offer-plan":
      return changePlan(command, args, io, nowMs);
    case "move":
      return moveAccount(args, io, nowMs);
    case "invite":
    case "remove":
      return changeUsers(command, args, io, nowMs);
    default:
      return show(command, args, io, nowMs);
  }
}

async function changeUsers(
  command: "invite" | "remove",
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [email, ...others] = positionals;
  if (email === undefined || others.length > 0) {
    throw new UsageError(`Say whom to ${command}: an e-mail address.`);
  }
  if (command === "remove") {
    await withCliStore(env, (store) => remove(store, email, nowMs));
    stdout.write(`${email} cannot open the back office any more.\n`);
    return;
  }
  const { owner } = readConfig(env);
  const token = await withCliStore(env, async (store) =>
    invite(store, await serviceVault(store, env), email, nowMs),
  );
  const path = `/owner/join/?token=${token}`;
  stdout.write(
    owner === null
      ? `Set OWNER_PORT and restart the service. Then this opens on that port, once, within a day:\n${path}\n`
      : `This opens once, within a day, where port ${owner.port} of ${owner.host} is reached:\n${owner.url}${path}\n`,
  );
}

/** What is done to an account with a reason, and what is printed then. */
const ACCOUNT_CHANGES = {
  suspend: {
    change: suspend,
    done: (email: string) => `The keys of ${email} open nothing from now on.`,
  },
  reinstate: {
    change: reinstate,
    done: (email: string) => `The keys of ${email} open its tables again.`,
  },
  "codes-off": {
    change: switchCodesOff,
    done: (email: string) =>
      `${email} signs in with the password alone now, and is told so by mail.`,
  },
  "passkeys-off": {
    change: removePasskeys,
    done: (email: string) =>
      `${email} has no passkeys any more, is signed out everywhere, and is told so by mail.`,
  },
} as const;

async function changeAccount(
  command: keyof typeof ACCOUNT_CHANGES,
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email, ...others] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (email === undefined || others.length > 0 || reason === "") {
    throw new UsageError("Say whose account, and with --reason why.");
  }
  const { change, done } = ACCOUNT_CHANGES[command];
  await withCliStore(env, (store) => change(store, { email, reason }, nowMs));
  stdout.write(`${done(email)}\n`);
}

async function changePrice(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { from: { type: "string" }, reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [plan, usdt, ...others] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (plan === undefined || usdt === undefined || others.length > 0 || reason === "") {
    throw new UsageError("Say which plan, what it is to cost, and with --reason why.");
  }
  const price = parsePrice(usdt);
  const order = {
    plan,
    price,
    fromMs: values.from === undefined ? null : parseInstant(values.from),
    reason,
  };
  const { plans } = readConfig(env).portal;
  const { fromMs, changed } = await withCliStore(env, (store) =>
    setPrice(store, plans, order, nowMs),
  );
  const from = new Date(fromMs).toISOString();
  stdout.write(
    changed
      ? `${plan} costs ${formatUsdt(price)} USDT from ${from} on.\n`
      : `${plan} costs ${formatUsdt(price)} USDT then anyway. Nothing was changed.\n`,
  );
}

/** Each change of a plan: what stands before its options, and what is done. */
const PLAN_CHANGES = {
  "add-plan": ["NAME", "USDT"],
  "rename-plan": ["PLAN", "NAME"],
  "retire-plan": ["PLAN"],
  "offer-plan": ["PLAN"],
} as const;

async function changePlan(
  command: keyof typeof PLAN_CHANGES,
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { days: { type: "string" }, reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const wanted = PLAN_CHANGES[command];
  const reason = values.reason?.trim() ?? "";
  const isAdded = command === "add-plan";
  const hasDays = (values.days !== undefined) === isAdded;
  if (positionals.length !== wanted.length || reason === "" || !hasDays) {
    const days = isAdded ? " --days N" : "";
    throw new UsageError(`Say: ${command} ${wanted.join(" ")}${days} --reason TEXT`);
  }
  const [plan = "", second = ""] = positionals;
  const { plans } = readConfig(env).portal;
  const order = { plan, reason };
  const done = await withCliStore(env, async (store) => {
    switch (command) {
      case "add-plan": {
        const [days, price] = [parseDays(values.days ?? ""), parsePrice(second)];
        await addPlan(store, plans, { name: plan, days, price, reason }, nowMs);
        return `${plan} is on sale: ${days} days for ${formatUsdt(price)} USDT.`;
      }
      case "rename-plan":
        await renamePlan(store, plans, { ...order, name: second }, nowMs);
        return `${plan} is called ${second} now.`;
      case "retire-plan":
        await retirePlan(store, plans, order, nowMs);
        return `${plan} is not sold any more. Its open invoices can be paid.`;
      case "offer-plan":
        await offerPlan(store, plans, order, nowMs);
        return `${plan} is sold again.`;
    }
  });
  stdout.write(`${done}\n`);
}

async function moveAccount(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { reason: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email, newEmail, ...others] = positionals;
  const reason = values.reason?.trim() ?? "";
  if (email === undefined || newEmail === undefined || others.length > 0 || reason === "") {
    throw new UsageError("Say whose account, its new address, and with --reason why.");
  }
  const { portal, baseUrl, timeZone } = readConfig(env);
  const order = { email, newEmail, reason };
  await withCliStore(env, async (store) => {
    const outbox = createOutbox(store, await serviceVault(store, env));
    const mails = portal.mail === null ? null : { outbox, baseUrl: baseUrl ?? "", timeZone };
    await moveAddress(store, mails, order, nowMs);
  });
  stdout.write(
    `The account of ${email} is that of ${newEmail} now, and signed out everywhere. ${
      portal.mail === null
        ? "SMTP_URL is not set, so nobody was told by mail"
        : "Both are told by mail"
    }.\n`,
  );
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

if (import.meta.main) {
  await runProgram(ownerCommand);
}
