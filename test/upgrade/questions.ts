import { keysCommand } from "../../server/cli/keys.ts";
import { mailsCommand } from "../../server/cli/mails.ts";
import { maintenanceCommand } from "../../server/cli/maintenance.ts";
import { ownerCommand } from "../../server/cli/owner.ts";
import { paymentsCommand } from "../../server/cli/payments.ts";
import { webhooksCommand } from "../../server/cli/webhooks.ts";
import {
  CHECKPOINT_PATH,
  headerOfDayPath,
  KEYS_PATH,
  recordPath,
} from "../../src/fairness/paths.ts";
import { dateOfDay, dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import { callCommand } from "../support/command.ts";
import { startService } from "../support/service.ts";
import { newVisitor, PASSWORD } from "../support/visitor.ts";
import { CUSTOMERS, SETTINGS } from "./life.ts";
import type { Lived } from "./life.ts";

/** What was asked, and all that was said to it. */
export interface Answer {
  readonly asked: string;
  readonly said: unknown;
}

/** The answers that a version gives, by whom they are for. */
export interface Answers {
  /** What the contract fixes: every byte of it stays. */
  readonly fixed: readonly Answer[];
  /** What pages and commands show: a later version may say more, and nothing else. */
  readonly growing: readonly Answer[];
}

const COMMANDS = [
  ["keys", keysCommand, ["list"]],
  ["payments", paymentsCommand, ["list", "balances", "sum"]],
  ["webhooks", webhooksCommand, ["list"]],
  ["mails", mailsCommand, ["list"]],
  ["maintenance", maintenanceCommand, ["status"]],
  ["owner", ownerCommand, ["customers", "prices", "revenue", "payments", "acts"]],
] as const;

const PAGES = ["dashboard", "plans", "payments", "webhooks"] as const;
const LISTS = ["payments", "invoices", "balance", "webhook-calls", "usage"];

/** Opens a service on the data of a life, and asks it for everything. */
export async function askAll(
  env: Readonly<Record<string, string>>,
  lived: Lived,
): Promise<Answers> {
  const { nowMs, keyTexts, invoiceIds } = lived;
  const growing: Answer[] = [];
  for (const [name, command, lists] of COMMANDS) {
    for (const list of lists) {
      const ended = await callCommand(command, [list, "--json"], env, () => nowMs);
      growing.push({ asked: `${name} ${list}`, said: { ...ended, stdout: parsed(ended.stdout) } });
    }
  }
  const settings = { ...SETTINGS, ...env, TRON_URL: "http://127.0.0.1:9" };
  const service = await startService({ env: settings, nowMs, hashesSlowly: true });
  const fixed: Answer[] = [];
  for (const path of pathsOf(lived)) {
    const response = await service.ask(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    // Tiles of hashes are no text.
    const body = path.startsWith("/log/tile/0") ? bytes.toString("base64") : bytes.toString();
    fixed.push({ asked: path, said: { status: response.status, body } });
  }
  for (const email of CUSTOMERS) {
    const customer = newVisitor(service);
    await customer.send("dashboard", "/account/sign-in/", { email, password: PASSWORD });
    for (const page of PAGES) {
      const path = page === "dashboard" ? "/account/" : `/account/${page}/`;
      growing.push({ asked: `${email} ${page}`, said: (await customer.see(page, path)).data });
    }
    for (const id of invoiceIds) {
      const answer = await customer.get(`/account/invoice/?id=${id}`);
      const said = answer.status === 200 ? parsed(await answer.text()) : answer.status;
      growing.push({ asked: `${email} invoice ${id}`, said });
    }
    for (const list of LISTS) {
      const answer = await customer.get(`/account/${list}.csv`);
      growing.push({ asked: `${email} ${list}.csv`, said: rowsOf(await answer.text()) });
    }
  }
  // Last, since it counts as usage.
  for (const key of keyTexts) {
    const path = `/embed/baccarat/?key=${key}`;
    const { status, headers } = await service.ask(path);
    const policy = headers.get("content-security-policy") ?? "";
    const [frames = null] = /frame-ancestors[^;]*/.exec(policy) ?? [];
    fixed.push({ asked: path, said: { status, frames } });
  }
  await service.close();
  return { fixed, growing };
}

/** What anybody may read without a key. */
function pathsOf({ nowMs, rounds }: Lived): string[] {
  const days = [-1, 0, 1].map((ahead) => dayAt(nowMs) + ahead);
  return [
    ...games.flatMap(({ slug }) => [
      ...["current", "results?limit=50", "schedule"].map((path) => `/embed/${slug}/api/${path}`),
      ...(rounds[slug] ?? []).map((round) => recordPath(slug, round)),
      ...days.flatMap((day) => [
        headerOfDayPath(slug, day),
        `/fairness/${slug}/${dateOfDay(day)}.tlog-proof`,
      ]),
    ]),
    "/lobby/api/current",
    KEYS_PATH,
    CHECKPOINT_PATH,
    "/log/policy",
    ...["0", "entries"].map((level) => `/log/tile/${level}/000.p/${games.length * days.length}`),
  ];
}

/** The rows of a CSV file by the names of its columns, to which others may come. */
function rowsOf(csv: string): unknown {
  const cells = (line: string) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell);
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at], cell])));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
