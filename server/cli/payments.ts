import { parseArgs } from "node:util";
import { parseDays } from "../access/end-date.ts";
import { readConfig } from "../config/config.ts";
import { assign } from "../payment/assign.ts";
import type { Assignment } from "../payment/assign.ts";
import { dismiss, listReview } from "../payment/review.ts";
import { unassign } from "../payment/unassign.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { reviewJson, reviewText } from "./review-text.ts";
import { serviceVault } from "./service-vault.ts";

const USAGE = `Usage: npm run -s payments -- <command>

  list [--json]   shows transfers that arrived and fit no invoice (too little, too much, late, twice)
                  with what was paid, who sent it, and every account that claims it
  assign ID (--plan NAME | --days N) [--force]
                  credits one to the account that named it, for a plan's days or N;
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
      await withCliStore(env, (store) => dismiss(store, id, nowMs));
      stdout.write(`Dismissed ${id}.\n`);
      return;
    }
    case undefined:
      throw new UsageError("Say what to do: list, assign, unassign or dismiss.");
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

async function list(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: "boolean" } } });
  const cases = await withCliStore(env, listReview);
  stdout.write(values.json === true ? reviewJson(cases) : reviewText(cases));
}

async function assignCommand(
  args: string[],
  { env, stdout }: CommandIo,
  nowMs: number,
): Promise<void> {
  const options = {
    plan: { type: "string" },
    days: { type: "string" },
    force: { type: "boolean" },
  } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const { plan, days, force = false } = values;
  const claimId = oneId(positionals);
  if ((plan === undefined) === (days === undefined)) {
    throw new UsageError("Say what the payment buys: --plan NAME or --days N.");
  }
  const term = plan === undefined ? { days: parseDays(days ?? "") } : { plan };
  const assignment: Assignment = { claimId, term, force };
  await withCliStore(env, async (store) => {
    const { plans } = readConfig(env).portal;
    await assign(store, await serviceVault(store, env), assignment, plans, nowMs);
  });
  stdout.write(`Credited ${claimId}. To take it back: unassign ${claimId}\n`);
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
