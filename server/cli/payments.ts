import { parseArgs } from "node:util";
import { parseDays } from "../access/end-date.ts";
import { readConfig } from "../config/config.ts";
import { listCsv } from "../owner/list.ts";
import { balanceList, reviewList, sumList } from "../owner/money-lists.ts";
import { assign } from "../payment/assign.ts";
import { listBalances, refund } from "../payment/balance.ts";
import { ReviewError } from "../payment/errors.ts";
import { readBooks, readDust } from "../payment/incoming/books.ts";
import {
  assignTransfer,
  dismissTransfer,
  isTransferId,
  listUnmatched,
} from "../payment/incoming/unmatched.ts";
import { dismiss, listReview } from "../payment/review.ts";
import { normaliseHash } from "../payment/tron/tx-hash.ts";
import { unassign } from "../payment/unassign.ts";
import { formatUsdt, parseUsdt } from "../payment/usdt.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { balancesJson, balancesText, sumJson, sumText } from "./payment-sums.ts";
import { reviewJson, reviewText } from "./review-text.ts";
import { serviceVault } from "./service-vault.ts";

const USAGE = `Usage: npm run -s payments -- <command>

  list [--json|--csv]
                  shows transfers that arrived and fit no invoice, with what was paid, who sent it, and every account that claims it
  balances [--json|--csv]
                  shows what accounts have paid and not spent: paid twice, too much, too little, late
  refund ACCOUNT AMOUNT --hash HASH
                  takes from a balance what you have paid back in a transaction
  sum [--json|--csv]
                  adds up what came in, and what became of it
  assign ID (--plan NAME | --days N) [--account EMAIL] [--force]
                  credits one to the account that named it, for a plan's days or N;
                  --account says whose it is where nobody named it;
                  --force although others claim the same transfer
  unassign ID     takes back what was assigned: the days it bought are withdrawn
  dismiss ID      ends one without crediting it`;

export const paymentsCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const { env, stdout } = io;
  const nowMs = Date.now();
  switch (command) {
    case "list":
      return list(args, io);
    case "balances":
      return balances(args, io);
    case "refund":
      return refundCommand(args, io, nowMs);
    case "sum":
      return sum(args, io);
    case "assign":
      return assignCommand(args, io, nowMs);
    case "unassign": {
      const id = onlyId(args);
      await withCliStore(env, (store) => unassign(store, id, nowMs));
      stdout.write(`Took back ${id}: it waits for you again, and its days are withdrawn.\n`);
      return;
    }
    case "dismiss": {
      const id = onlyId(args);
      await withCliStore(env, (store) =>
        isTransferId(id) ? dismissTransfer(store, id, nowMs) : dismiss(store, id, nowMs),
      );
      stdout.write(`Dismissed ${id}.\n`);
      return;
    }
    case undefined:
      throw new UsageError(
        "Say what to do: list, balances, refund, sum, assign, unassign or dismiss.",
      );
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

async function list(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { json, csv } = formOf(args);
  const { cases, unmatched } = await withCliStore(env, async (store) => ({
    cases: await listReview(store),
    unmatched: await listUnmatched(store),
  }));
  if (csv) {
    stdout.write(listCsv(reviewList(cases, unmatched)));
    return;
  }
  stdout.write(json ? reviewJson(cases, unmatched) : reviewText(cases, unmatched));
}

async function sum(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { json, csv } = formOf(args);
  const { books, dust } = await withCliStore(env, async (store) => ({
    books: await readBooks(store),
    dust: await readDust(store),
  }));
  if (csv) {
    stdout.write(listCsv(sumList(books, dust)));
    return;
  }
  stdout.write(json ? sumJson(books, dust) : sumText(books, dust));
}

async function balances(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { json, csv } = formOf(args);
  const all = await withCliStore(env, listBalances);
  if (csv) {
    stdout.write(listCsv(balanceList(all)));
    return;
  }
  stdout.write(json ? balancesJson(all) : balancesText(all));
}

/** Whether a list is wanted for programs or for spreadsheets. */
function formOf(args: string[]): { json: boolean; csv: boolean } {
  const options = { json: { type: "boolean" }, csv: { type: "boolean" } } as const;
  const { json = false, csv = false } = parseArgs({ args, options }).values;
  if (json && csv) {
    throw new UsageError("Say --json or --csv, not both.");
  }
  return { json, csv };
}

async function refundCommand(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = { hash: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [account, sum = "", ...others] = positionals;
  const amount = parseUsdt(sum);
  const isWhole = amount !== undefined && values.hash !== undefined && others.length === 0;
  if (account === undefined || !isWhole) {
    throw new UsageError("Say who got how much in which transaction.");
  }
  const hash = normaliseHash(values.hash ?? "");
  if (hash === undefined) {
    throw new ReviewError(`${JSON.stringify(values.hash)} is no hash of a transaction.`);
  }
  await withCliStore(env, (store) => refund(store, { account, amount, hash }, nowMs));
  stdout.write(`Took ${formatUsdt(amount)} USDT from the balance of ${account}.\n`);
}

async function assignCommand(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = {
    plan: { type: "string" },
    days: { type: "string" },
    account: { type: "string" },
    force: { type: "boolean" },
  } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const { plan, days, account, force = false } = values;
  const id = oneId(positionals);
  if ((plan === undefined) === (days === undefined)) {
    throw new UsageError("Say what the payment buys: --plan NAME or --days N.");
  }
  const term = plan === undefined ? { days: parseDays(days ?? "") } : { plan };
  if (account !== undefined && !isTransferId(id)) {
    throw new ReviewError(
      "--account is for payments that nobody named: this one was named by its account.",
    );
  }
  await withCliStore(env, async (store) => {
    const { plans } = readConfig(env).portal;
    const vault = await serviceVault(store, env);
    await (isTransferId(id)
      ? assignTransfer(
          store,
          vault,
          { transferId: id, email: account ?? null, term, force },
          plans,
          nowMs,
        )
      : assign(store, vault, { claimId: id, term, force }, plans, nowMs));
  });
  stdout.write(`Credited ${id}. To take it back: unassign ${id}\n`);
}

function onlyId(args: string[]): string {
  return oneId(parseArgs({ args, allowPositionals: true }).positionals);
}

function oneId(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError("Name one payment by its id: see the list of payments.");
  }
  return id;
}

if (import.meta.main) {
  await runProgram(paymentsCommand);
}
