import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createMailer } from "../../../server/account/mail/mailer.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { tempFolder } from "../../support/temp-store.ts";

const MAIL = {
  to: "ann@operator.example",
  subject: "Tableside: 구독",
  text: "https://a.example/x\n",
};

test("a line break in an address does not add a recipient", async () => {
  const { said, url } = await startMailServer();
  const send = createMailer({
    mail: { smtpUrl: url, from: "games@example.com" },
    dataDir: "/nowhere",
    now: Date.now,
  });
  await send({ ...MAIL, subject: "Hello\r\nBcc: eve@evil.example" });
  expect(said.filter((line) => line.startsWith("RCPT"))).toEqual([
    "RCPT TO:<ann@operator.example>",
  ]);
  const headers = said.slice(said.indexOf("DATA"), said.indexOf(""));
  expect(headers.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
  expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

test("a mail server's response about an address is never logged", async () => {
  const { url } = await startMailServer({ refuses: "550 <ann@operator.example> is unknown here" });
  const mail = { smtpUrl: url, from: "games@example.com" };
  const send = createMailer({ mail, dataDir: "/nowhere", now: Date.now });
  const fault = await send(MAIL).catch((error: unknown) => error);
  expect(String(fault)).toMatch(/\(EENVELOPE 550\)/);
  expect(inspect(fault)).not.toContain("operator.example");
});

test("without SMTP_URL, emails go to a file that only its owner can read", async () => {
  const dataDir = await tempFolder();
  const send = createMailer({ mail: null, dataDir, now: () => Date.UTC(2026, 6, 1, 12) });
  await send(MAIL);
  await send({ ...MAIL, text: "second" });
  const file = join(dataDir, "outbox.txt");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toMatch(
    /^Date: 2026-07-01T12:00:00.000Z\nTo: ann@operator.example\n[^]*https:\/\/a.example\/x[^]*second/,
  );
});

describe("links that give access to an account", () => {
  /** Sends an email through an address that is this machine, but is not recognised as such. */
  async function sendBy(addressOf: (port: string) => string) {
    const { said, url } = await startMailServer();
    const smtpUrl = addressOf(new URL(url).port);
    const mail = { smtpUrl, from: "games@example.com" };
    const send = createMailer({ mail, dataDir: "/nowhere", now: Date.now });
    const fault = await send(MAIL).catch((error: unknown) => error);
    return { fault, wasSent: said.some((line) => line.startsWith("RCPT")) };
  }

  test("reset links are not sent to a remote mail server without TLS", async () => {
    const { fault, wasSent } = await sendBy((port) => `smtp://0.0.0.0:${port}`);
    expect(String(fault)).toMatch(/ETLS/);
    expect(wasSent).toBe(false);
  });

  test.each([
    ["on the same machine", (port: string) => `smtp://localhost:${port}`],
    ["elsewhere, if SMTP_URL says so", (port: string) => `smtp://0.0.0.0:${port}?requireTLS=false`],
  ])("reset links are sent without TLS to a mail server %s", async (_, addressOf) => {
    expect(await sendBy(addressOf)).toEqual({ fault: undefined, wasSent: true });
  });
});
