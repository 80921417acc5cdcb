// Cause: one row that somebody's SQL or a disk had spoiled took more with it than what it belongs to: a page of the account,
// every list of the owner. What was said of it was what JSON or a number says to a program.
import { expect, test } from "vitest";
import type { Command } from "../../server/cli/command.ts";
import { doctorCommand } from "../../server/cli/doctor.ts";
import { keysCommand } from "../../server/cli/keys.ts";
import { ownerCommand } from "../../server/cli/owner.ts";
import { paymentsCommand } from "../../server/cli/payments.ts";
import { webhooksCommand } from "../../server/cli/webhooks.ts";
import { openStore } from "../../server/store/open-store.ts";
import { recordPath } from "../../src/fairness/paths.ts";
import { games } from "../../src/games/index.ts";
import { callCommand } from "../support/command.ts";
import { isFull } from "../support/effort.ts";
import { engines, placeIn, postgres } from "../support/engines.ts";
import { startService } from "../support/service.ts";
import { newVisitor, PASSWORD } from "../support/visitor.ts";
import { write } from "../upgrade/database.ts";
import { layOut } from "../upgrade/fixtures.ts";
import type { Env } from "../upgrade/fixtures.ts";
import { CUSTOMERS, SETTINGS } from "../upgrade/life.ts";
import type { Lived } from "../upgrade/life.ts";

const [ANN, EVE] = CUSTOMERS;
/** No time, in a column of whole numbers. */
const NEVER = String(2n ** 60n);
const of = (email: string) => `(select id from account_user where email = '${email}')`;

/** A row that holds junk. */
type Damage = readonly [
  what: string,
  sql: string,
  /** The answers that it may change. */
  costs: RegExp,
  /** How it is named. */
  row: RegExp,
];

const damages: readonly Damage[] = [
  [
    "the sites of a key",
    "update api_key set origins = '{' where created_at = (select min(created_at) from api_key)",
    /^(key 0|keys list|healthz)$/,
    /"key_\w+" of the table api_key/,
  ],
  [
    "the end of a subscription",
    `update subscription set ends_at = ${NEVER} where label = 'All sites 🎲'`,
    /^(key 0|keys list|healthz)$/,
    /"sub_\w+" of the table subscription/,
  ],
  [
    "what happened to an account",
    `update audit set detail = '{' where account_id = ${of(ANN)}`,
    /^ann audit$/,
    /"aud_\w+" of the table audit/,
  ],
  [
    "when it happened",
    `update audit set at = ${NEVER} where account_id = ${of(ANN)}`,
    // What it did first and last is counted by the time.
    /^(ann audit|owner customers)$/,
    /"aud_\w+" of the table audit/,
  ],
  [
    "what the owner did",
    `insert into owner_act (id, at, action, detail) values ('act_x', 1, 'refunded', '{')`,
    /^owner acts$/,
    /"act_x" of the table owner_act/,
  ],
  [
    "when the owner did it",
    `insert into owner_act (id, at, action, detail) values ('act_y', ${NEVER}, 'refunded', '{}')`,
    /^owner acts$/,
    /"act_y" of the table owner_act/,
  ],
  [
    "the recovery codes of an account",
    `insert into account_two_factor (id, user_id, secret, backup_codes, verified) select 'two_x', id, '7b', '{', 1 from account_user where email = '${EVE}'`,
    /^eve security$/,
    /"two_x" of the table account_two_factor/,
  ],
  [
    "the key of a passkey",
    `insert into account_passkey (id, user_id, name, credential_id, public_key, counter, created_at) select 'pky_x', id, 'Phone', 'x', '{', 0, 1 from account_user where email = '${EVE}'`,
    // It is in her list, from which she may remove it.
    /^$/,
    /"pky_x" of the table account_passkey/,
  ],
  [
    "since when somebody is a customer",
    `update account_user set created_at = '{' where email = '${ANN}'`,
    /^owner customers$/,
    /"\w+" of the table account_user/,
  ],
  [
    "the sum of a claim in review",
    `update claim set state = 'review', found_amount = '{' where account_id = ${of(EVE)}`,
    /^(eve (payments|invoice.*)|payments list)$/,
    /"clm_\w+" of the table claim/,
  ],
  [
    "the sum of a transfer",
    `update incoming_transfer set amount = '{' where invoice_id is null`,
    /^(payments sum|owner payments)$/,
    /"trf_\w+" of the table incoming_transfer/,
  ],
  [
    "the sum of a payment that was seen",
    `update sighting set amount = '{' where invoice_id in (select id from invoice where account_id = ${of(EVE)})`,
    /^eve invoice/,
    /"inv_\w+, \w+" of the table sighting/,
  ],
  [
    "when a payment was credited",
    `update payment set credited_at = ${NEVER}`,
    /^(owner revenue|ann (payments|invoice.*))$/,
    /"pay_\w+" of the table payment/,
  ],
  [
    "when an invoice was made",
    `update invoice set created_at = ${NEVER} where account_id = ${of(ANN)}`,
    /^ann (payments|invoice.*)$/,
    /"inv_\w+" of the table invoice/,
  ],
  [
    "when a balance changed",
    `update balance_entry set at = ${NEVER}`,
    /^eve (balance|payments|invoice.*)$/,
    /"bal_\w+" of the table balance_entry/,
  ],
  [
    "what an endpoint gets",
    "update webhook_endpoint set games = '{'",
    /^(ann webhooks|webhooks list)$/,
    /"hook_\w+" of the table webhook_endpoint/,
  ],
  [
    "when an endpoint was called",
    `update webhook_call set at = ${NEVER}`,
    /^(ann webhooks?|ann webhook-calls|webhooks list)$/,
    /"hook_\w+, \d" of the table webhook_call/,
  ],
  [
    "the receipt of a round",
    `update round_receipt set signature = '{' where game = 'baccarat' and round = 521281`,
    /^record baccarat 521281$/,
    /"baccarat, 521281" of the table round_receipt/,
  ],
  [
    "since when a game is closed",
    `update maintenance set since = ${NEVER}`,
    /^$/,
    /"bigsixball, \d+" of the table maintenance/,
  ],
  [
    "who does a piece of work",
    `insert into lease (name, holder, ends_at) values ('payments', 'x', ${NEVER})`,
    /^$/,
    /"payments, x" of the table lease/,
  ],
];

const COMMANDS: [string, Command, string[]][] = [
  ["keys", keysCommand, ["list"]],
  ["payments", paymentsCommand, ["list", "balances", "sum"]],
  ["webhooks", webhooksCommand, ["list"]],
  ["owner", ownerCommand, ["customers", "revenue", "payments", "acts"]],
];
const PAGES = ["", "plans", "payments", "webhooks"];
const LISTS = ["payments", "invoices", "balance", "webhook-calls", "usage", "audit"];

const VERSION = "0.1.0";
const [engine] = engines;

/** Each alone, or in `npm test` all at once: to ask for everything takes seconds. */
const cases: [string, readonly Damage[]][] = isFull
  ? damages.map((damage) => [damage[0], [damage]])
  : [["any row", damages]];

/** What the public, the customers and the owner are told, by whom and what. */
async function answersOf(env: Env, { nowMs, keyTexts, rounds, invoiceIds }: Lived) {
  const answers = new Map<string, string>();
  for (const [name, command, lists] of COMMANDS) {
    for (const list of lists) {
      const { code, stdout, stderr } = await callCommand(command, [list], env, () => nowMs);
      answers.set(`${name} ${list}`, `${code} ${stdout}${stderr}`);
    }
  }
  const settings = { ...SETTINGS, ...env, TRON_URL: "http://127.0.0.1:9" };
  const service = await startService({ env: settings, nowMs, hashesSlowly: true });
  const note = async (name: string, answer: Response) => {
    // Of one time there are lines in any order.
    const lines = (await answer.text()).split("\n").toSorted();
    answers.set(name, `${answer.status} ${lines.join("\n")}`);
  };
  await note("healthz", await service.ask("/healthz"));
  for (const { slug } of games) {
    await note(`current ${slug}`, await service.ask(`/embed/${slug}/api/current`));
    for (const round of rounds[slug] ?? []) {
      await note(`record ${slug} ${round}`, await service.ask(recordPath(slug, round)));
    }
  }
  for (const email of CUSTOMERS) {
    const [name] = email.split("@");
    const customer = newVisitor(service);
    await customer.post("/account/sign-in/", { email, password: PASSWORD });
    for (const page of PAGES) {
      await note(`${name} ${page}`, await customer.get(`/account/${page}/`.replace("//", "/")));
    }
    // It shows when this test has signed in.
    const { status } = await customer.get("/account/security/");
    answers.set(`${name} security`, String(status));
    for (const id of invoiceIds) {
      await note(`${name} invoice ${id}`, await customer.get(`/account/invoice/?id=${id}`));
    }
    for (const list of LISTS) {
      await note(`${name} ${list}`, await customer.get(`/account/${list}.csv`));
    }
  }
  for (const [index, key] of keyTexts.entries()) {
    const { status } = await service.ask(`/embed/baccarat/?key=${key}`);
    answers.set(`key ${index}`, String(status));
  }
  await service.catchUp();
  await service.close();
  return { answers, log: service.log.join("\n") };
}

/** Lays out the data of a life, damages it, and asks. */
async function damaged(statements: readonly string[]) {
  const { env, lived } = await layOut(VERSION, engine === postgres ? "postgres" : "sqlite");
  // A start brings the tables up to date.
  await (await openStore(placeIn(env))).close();
  for (const sql of statements) {
    await write(placeIn(env), sql);
  }
  const { nowMs } = lived;
  const doctor = await callCommand(doctorCommand, ["--json"], env, () => nowMs);
  return { ...(await answersOf(env, lived)), doctor: doctor.stdout.replaceAll('\\"', '"') };
}

test.each(cases)(
  "junk in %s costs what the row belongs to alone, and is named",
  async (_, rows) => {
    const before = await damaged([]);
    const after = await damaged(rows.map(([, sql]) => sql));
    const changed = [...after.answers].filter(([name, said]) => said !== before.answers.get(name));
    expect([...after.answers.keys()]).toEqual([...before.answers.keys()]);
    expect(
      changed.map(([name]) => name).filter((name) => !rows.some(([, , costs]) => costs.test(name))),
    ).toEqual([]);
    for (const [name, said] of changed) {
      expect([name, said]).not.toEqual([name, expect.stringMatching(/unexpectedly|\n {4}at /)]);
    }
    const isRefused = changed.some(([, said]) => said.startsWith("5"));
    const isNamed = /"cause":"StoreError: The row .* is damaged: .*Put the row right/.test(
      after.log,
    );
    expect(isNamed || !isRefused).toBe(true);
    expect(after.log).not.toMatch(
      /"event":"(fault|store unreachable|\w+ unattended|receipts not stored|chore failed)"/,
    );
    for (const [, , , row] of rows) {
      expect(before.doctor).not.toMatch(row);
      expect(after.doctor).toMatch(
        new RegExp(`The row ${row.source} is damaged: .*?Put the row right`),
      );
    }
  },
);
