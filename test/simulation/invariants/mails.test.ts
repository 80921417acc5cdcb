import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Mail } from "../../../server/account/mail/mailer.ts";
import { putMigratedFile } from "../../support/migrated-file.ts";
import { tempFile } from "../../support/temp-store.ts";
import { createFindings } from "../findings.ts";
import type { Findings } from "../findings.ts";
import { watchMails } from "./mails.ts";
import type { MailWatch } from "./mails.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const SECRET = "the secret of the house";
const TO = "customer@operator.example";

let findings: Findings;
let mails: MailWatch;
let nowMs: number;
let calmSinceMs: number;

beforeEach(() => {
  findings = createFindings(() => {});
  [nowMs, calmSinceMs] = [100_000, 0];
  mails = watchMails(findings, {
    isCalmSince: (ms) => calmSinceMs < ms,
    secrets: () => [SECRET],
    nowMs: () => nowMs,
  });
});

function mail(text: string): Mail {
  return { to: TO, subject: "Confirm your address", text } as Mail;
}

/** An outbox with one mail that is to be sent at a time. */
async function outbox(nextTryMs: number, sealed: string | null): Promise<DatabaseSync> {
  const file = await tempFile();
  await putMigratedFile(file);
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  db.prepare("insert into outbox values ('mail_1', ?, 'confirm', ?, 0, 0, ?, 9e9, null, null)").run(
    TO,
    sealed,
    nextTryMs,
  );
  return db;
}

test("mails that are each sent once and hold no secret are as promised", () => {
  mails.sent({ id: "mail_1", mail: mail("https://games.simulated/account/confirm/?a=1") }, true);
  mails.sent({ id: "mail_2", mail: mail("https://games.simulated/account/confirm/?a=2 ") }, true);
  expect(mails.linkTo(TO)).toBe("/account/confirm/?a=2");
  expect(mails.linkTo("somebody@else.example")).toBeUndefined();
  expect(findings.first).toBeNull();
});

test("a mail may be sent again where nobody may have noted the first one", () => {
  // Its answer was lost.
  mails.sent({ id: "mail_1", mail: mail("Hello") }, false);
  mails.sent({ id: "mail_1", mail: mail("Hello") }, true);
  // A server was down in between.
  calmSinceMs = nowMs + 5_000;
  nowMs += 10_000;
  mails.sent({ id: "mail_1", mail: mail("Hello") }, true);
  // The store went back.
  nowMs += 10_000;
  mails.forget();
  mails.sent({ id: "mail_1", mail: mail("Hello") }, true);
  expect(findings.first).toBeNull();
});

test("a mail that holds a secret is found, and the secret is not told", () => {
  mails.sent({ id: "mail_1", mail: mail(`Here is ${SECRET}.`) }, true);
  expect(findings.first).toBe(`no mail holds a secret: mail_1 to ${TO} holds …${SECRET.slice(-4)}`);
});

test("a mail without an id is found: it could not be told from another one", () => {
  mails.sent({ id: "", mail: mail("Hello") }, true);
  expect(findings.first).toMatch(/^no mail holds a secret/);
});

test("a mail that is sent twice is found", () => {
  mails.sent({ id: "mail_1", mail: mail("Hello") }, true);
  nowMs += 10_000;
  mails.sent({ id: "mail_1", mail: mail("Hello") }, true);
  expect(findings.first).toBe(`a mail is sent once: mail_1 to ${TO} was sent before`);
});

test("an outbox whose mails are sent or not due for long misses none", async () => {
  expect(mails.missing(await outbox(50_000, "sealed"), nowMs)).toBeNull();
  expect(mails.missing(await outbox(0, null), nowMs)).toBeNull();
});

test("a mail that waits though it is due is found", async () => {
  const db = await outbox(39_999, "sealed");
  expect(mails.missing(db, nowMs)).toBe("the mail mail_1 waits to be sent");
});
