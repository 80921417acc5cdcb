import { expect, test } from "vitest";
import { accountWords } from "../../../src/i18n/account.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { openTestService, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const EMAIL = "ann@operator.example";
const BASE_URL = "https://games.example.com";
const OUR_FORM = { "sec-fetch-site": "same-origin", host: "evil.example" };

/** The path of the latest emailed link to a page; lines of an email are folded. */
async function mailedPath({ said }: { said: readonly string[] }, page: string): Promise<string> {
  const link = new RegExp(`${BASE_URL}(/account/${page}/\\?token=[\\w.-]+)`, "g");
  const found = () => [
    ...said.join("\n").replaceAll(/=\n/g, "").replaceAll("=3D", "=").matchAll(link),
  ];
  await eventually(() => found().length > 0);
  return found().at(-1)?.[1] ?? "";
}

test("an address is confirmed by a link in an email", async () => {
  const emails = await startMailServer();
  const service = await startService({ env: emails.env });
  const ann = newVisitor(service);
  const fields = { email: EMAIL, password: PASSWORD };
  await ann.post("/account/register/", fields, OUR_FORM);
  expect((await ann.see("sign-in", "/account/sign-in/")).shell.notice).toEqual({
    code: "registered_mail",
  });
  const early = await ann.send("sign-in", "/account/sign-in/", fields);
  expect(early.shell.notice).toEqual({ code: "wrong_or_unconfirmed" });

  const confirmed = await ann.see("sign-in", await mailedPath(emails, "verify"));
  expect(confirmed.shell.notice).toEqual({ code: "verified" });
  const signedIn = await ann.send("dashboard", "/account/sign-in/", fields);
  expect(signedIn.shell.email).toBe(EMAIL);

  await newVisitor(service).post("/account/forgot/", { email: EMAIL }, OUR_FORM);
  const path = await mailedPath(emails, "reset");
  const token = new URLSearchParams(path.split("?")[1]).get("token") ?? "";
  const reset = { token, password: "another password" };
  const done = await newVisitor(service).send("sign-in", "/account/reset/", reset);
  expect(done.shell.notice).toEqual({ code: "password_reset" });
  // Existing sessions have ended.
  expect((await ann.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  expect(emails.said.join("\n")).not.toContain("evil.example");
  expect(service.log.join("\n")).not.toContain(token);
  expect(service.log.join("\n")).not.toContain(EMAIL);
});

// Cause: the notice of a refused sign-in named a link "in your email". Customers who had registered before there was a
// mail server had no such email, although the sign-in had just sent one.
test("an account created before mail was set up confirms its address through the link sent on sign-in", async () => {
  const dataDir = await tempFolder();
  const [first, end] = await openTestService({ env: { DATA_DIR: dataDir } });
  await signedInVisitor(first, EMAIL);
  await end();
  const emails = await startMailServer();
  const service = await startService({ env: { ...emails.env, DATA_DIR: dataDir } });
  const ann = newVisitor(service);
  const fields = { email: EMAIL, password: PASSWORD };
  const refused = await ann.send("sign-in", "/account/sign-in/", fields);
  expect(refused.shell.notice).toEqual({ code: "wrong_or_unconfirmed" });
  expect(accountWords("en").notices.wrong_or_unconfirmed).toContain(
    "we have just sent you an email",
  );
  await ann.get(await mailedPath(emails, "verify"));
  const signedIn = await ann.send("dashboard", "/account/sign-in/", fields);
  expect(signedIn.shell.email).toBe(EMAIL);
});

// Cause: the page reported an email that was lost because the mail server was unreachable.
test("an email that a page promises arrives, even if the mail server was unreachable", async () => {
  const port = await freePort();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "games@example.com" };
  const service = await startService({ env: { ...smtp, BASE_URL } });
  const ann = newVisitor(service);
  await ann.post("/account/register/", { email: EMAIL, password: PASSWORD }, OUR_FORM);
  await eventually(() => service.log.some((line) => line.includes("email not sent")));
  expect(service.log.join()).not.toContain(EMAIL);
  const emails = await startMailServer({ port });
  service.clock.nowMs += 60_000;
  const confirmed = await ann.see("sign-in", await mailedPath(emails, "verify"));
  expect(confirmed.shell.notice).toEqual({ code: "verified" });
});

test("only a sign-in from a new browser triggers an email", async () => {
  const emails = await startMailServer();
  const service = await startService({ env: emails.env });
  const fields = { email: EMAIL, password: PASSWORD };
  const ann = newVisitor(service);
  await ann.post("/account/register/", fields, OUR_FORM);
  await ann.get(await mailedPath(emails, "verify"));
  const subjects = () => emails.said.filter((line) => line.startsWith("Subject: "));
  await ann.post("/account/sign-in/", fields, OUR_FORM);
  await ann.post("/account/sign-out/", {}, OUR_FORM);
  await ann.post("/account/sign-in/", fields, OUR_FORM);
  await newVisitor(service).post("/account/sign-in/", fields, OUR_FORM);
  await eventually(() => subjects().length > 1);
  expect(subjects()).toEqual([
    "Subject: Tableside: Confirm your address",
    "Subject: Tableside: A new browser has signed in",
  ]);
});
