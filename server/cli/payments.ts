import { parseArgs } from "node:util";
import { endAfterDays } from "../access/term.ts";
import { assign, dismiss, listReview } from "../payment/review.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { withCliStore } from "./cli-store.ts";
import { runCommand, UsageError } from "./command.ts";
import { serviceVault } from "./service-vault.ts";
import { alignedTable } from "./table.ts";

const USAGE = `Usage: npm run -s payments -- <command>

  list [--json]         shows payments that arrived and fit no invoice: too little, too much, late
  assign ID [--days N]  credits one to the account that named it: for what the plan gives, or N days
  dismiss ID            ends one without crediting it`;

await runCommand(USAGE, async ([command, ...args]) => {
  const nowMs = Date.now();
  switch (command) {
    case "list":
      return list(args);
    case "assign":
      return assignCommand(args, nowMs);
    case "dismiss": {
      const { positionals } = parseArgs({ args, allowPositionals: true });
      const id = onlyId(positionals);
      await withCliStore((store) => dismiss(store, id, nowMs));
      process.stdout.write(`Dismissed ${id}.\n`);
      return;
    }
    case undefined:
      throw new UsageError("Say what to do: list, assign or dismiss.");
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
});

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: "boolean" } } });
  const cases = await withCliStore(listReview);
  if (values.json === true) {
    const entries = cases.map(({ claimId, paid, asked, paidAtMs, ...rest }) => ({
      id: claimId,
      ...rest,
      paid: formatUsdt(paid),
      asked: formatUsdt(asked),
      paidAt: new Date(paidAtMs).toISOString(),
    }));
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return;
  }
  const rows = cases.map((each) => [
    each.claimId,
    each.reason,
    formatUsdt(each.paid),
    formatUsdt(each.asked),
    `${each.plan} (${each.days} days)`,
    new Date(each.paidAtMs).toISOString().slice(0, 16),
    each.hash,
    each.email ?? "(deleted)",
  ]);
  const head = ["ID", "WHY", "PAID", "ASKED", "PLAN", "WHEN", "TRANSACTION", "ACCOUNT"];
  process.stdout.write(alignedTable([head, ...rows]));
}

async function assignCommand(args: string[], nowMs: number): Promise<void> {
  const options = { days: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const id = onlyId(positionals);
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined) {
    endAfterDays(nowMs, days);
  }
  await withCliStore(async (store) => assign(store, await serviceVault(store), id, days, nowMs));
  process.stdout.write(`Credited ${id}.\n`);
}

function onlyId(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError("Name one payment by its id: see the list of payments.");
  }
  return id;
}
