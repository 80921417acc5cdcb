import { parseArgs } from "node:util";
import { parseDays, parseInstant } from "../access/end-date.ts";
import { createOutbox } from "../account/mail/outbox.ts";
import { readConfig } from "../config/config.ts";
import { switchCodesOff } from "../owner/codes-off.ts";
import { giveDays, takeDays } from "../owner/days.ts";
import { moveAddress } from "../owner/move-address.ts";
import { invite, remove } from "../owner/office/users.ts";
import { addPlan, offerPlan, renamePlan, retirePlan } from "../owner/plans.ts";
import { parsePrice, setPrice } from "../owner/prices.ts";
import { reinstate, suspend } from "../owner/suspension.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { withCliStore } from "./cli-store.ts";
import { UsageError } from "./command.ts";
import type { CommandIo } from "./command.ts";
import { serviceVault } from "./service-vault.ts";

/* What the owner's commands change. Each takes the words after the command's name. */

/** Invites to the back office, or keeps out of it. */
export async function changeUsers(
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

/**
 * What stands after a command's name: in order, whose or what it changes; and why.
 *
 * @param options those that it takes besides the reason.
 * @param say what to say where it is not that.
 * @throws UsageError unless there are so many words, and a reason.
 */
function readOrder(
  args: string[],
  { count, options = [], say }: { count: number; options?: readonly string[]; say: string },
) {
  const known = ["reason", ...options].map((name) => [name, { type: "string" }] as const);
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(known),
  });
  const reason = values["reason"]?.trim() ?? "";
  if (words.length !== count || reason === "") {
    throw new UsageError(say);
  }
  return { words, values, reason };
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
} as const;

/** Changes what an account may do. */
export async function changeAccount(
  command: keyof typeof ACCOUNT_CHANGES,
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { words, reason } = readOrder(args, {
    count: 1,
    say: "Say whose account, and with --reason why.",
  });
  const [email = ""] = words;
  const { change, done } = ACCOUNT_CHANGES[command];
  await withCliStore(env, (store) => change(store, { email, reason }, nowMs));
  stdout.write(`${done(email)}\n`);
}

/** Sets what a plan costs. */
export async function changePrice(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { words, values, reason } = readOrder(args, {
    count: 2,
    options: ["from"],
    say: "Say which plan, what it is to cost, and with --reason why.",
  });
  const [plan = "", usdt = ""] = words;
  const price = parsePrice(usdt);
  const order = {
    plan,
    price,
    fromMs: values["from"] === undefined ? null : parseInstant(values["from"]),
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

/** Changes what is sold. */
export async function changePlan(
  command: keyof typeof PLAN_CHANGES,
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const wanted = PLAN_CHANGES[command];
  const isAdded = command === "add-plan";
  const say = `Say: ${command} ${wanted.join(" ")}${isAdded ? " --days N" : ""} --reason TEXT`;
  const { words, values, reason } = readOrder(args, {
    count: wanted.length,
    options: ["days"],
    say,
  });
  if ((values["days"] !== undefined) !== isAdded) {
    throw new UsageError(say);
  }
  const [plan = "", second = ""] = words;
  const { plans } = readConfig(env).portal;
  const order = { plan, reason };
  const done = await withCliStore(env, async (store) => {
    switch (command) {
      case "add-plan": {
        const [days, price] = [parseDays(values["days"] ?? ""), parsePrice(second)];
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

/** Gives an account another e-mail address. */
export async function moveAccount(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { words, reason } = readOrder(args, {
    count: 2,
    say: "Say whose account, its new address, and with --reason why.",
  });
  const [email = "", newEmail = ""] = words;
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

/** Changes when the plan of an account ends. */
export async function changeDays(
  command: "give" | "take",
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const { words, values, reason } = readOrder(args, {
    count: 1,
    options: ["days"],
    say: "Say whose days, how many, and with --reason why.",
  });
  const [email = ""] = words;
  const order = { email, days: parseDays(values["days"] ?? ""), reason };
  const { endsAtMs } = await withCliStore(env, async (store) =>
    command === "give"
      ? giveDays(store, await serviceVault(store, env), order, nowMs)
      : takeDays(store, order, nowMs),
  );
  stdout.write(`The plan of ${email} ends ${new Date(endsAtMs).toISOString()} now.\n`);
}
