import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const OLD = "ann@operator.example";
const NEW = "ann@elsewhere.example";
const ANSWER = "/account/address/answer/";

/** The token in the link that was mailed to an address. */
async function tokenFor({ dataDir }: TestService, to: string): Promise<string> {
  const read = async () => readFile(join(dataDir, "outbox.txt"), "utf8").catch(() => "");
  const found = async () =>
    new RegExp(`To: ${to}\\n[^]*?token=([\\w-]+)`).exec(await read())?.[1] ?? "";
  await eventually(async () => (await found()) !== "");
  return found();
}

async function asked() {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const page = await ann.send("security", "/account/address/", { email: NEW });
  expect(page.shell.notice).toEqual({ code: "address_asked" });
  const tokens = { old: await tokenFor(service, OLD), new: await tokenFor(service, NEW) };
  return { service, ann, page, tokens };
}

test("an account moves when both mailboxes agree, signed in or not", async () => {
  const { service, ann, page, tokens } = await asked();
  expect(page.data.address).toMatchObject({ newEmail: NEW, hasAgreed: { old: false, new: false } });
  const elsewhere = newVisitor(service);
  await elsewhere.send("dashboard", "/account/sign-in/", { email: OLD, password: PASSWORD });
  const phone = newVisitor(service);
  // Scanners of mails open links, too.
  for (let time = 0; time < 2; time++) {
    const question = await phone.see("address", `${ANSWER}?token=${tokens.old}`);
    const token = tokens.old;
    expect(question.data).toEqual({ token, side: "old", newEmail: NEW, hasAgreed: false });
  }
  const agreed = await phone.send("address", ANSWER, { token: tokens.old, answer: "agree" });
  expect(agreed.shell.notice).toEqual({ code: "address_agreed" });
  expect(agreed.data.hasAgreed).toBe(true);
  const done = await ann.send("security", ANSWER, { token: tokens.new, answer: "agree" });
  expect(done.shell).toMatchObject({ email: NEW, notice: { code: "address_changed" } });
  expect(done.data.address).toBeNull();
  expect((await elsewhere.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  const late = await phone.see("sign-in", `${ANSWER}?token=${tokens.old}`);
  expect(late.shell.notice).toEqual({ code: "bad_address_link" });
  expect(service.log.join()).not.toContain(NEW);
});

describe("a thief", () => {
  test("with a session alone is asked for the password", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    ann.cookies.delete("tableside.fresh");
    const stopped = await ann.send("confirm", "/account/address/", { email: NEW });
    expect(stopped.data.fields).toEqual([{ name: "email", value: NEW }]);
    const { data } = await ann.see("security", "/account/security/");
    expect(data.address).toBeNull();
    expect(data.audit.map(({ action }) => action)).not.toContain("address_change_asked");
  });

  test("with session, password and the new mailbox moves nothing; the old mailbox stops it", async () => {
    const { service, ann, tokens } = await asked();
    const agree = await ann.send("address", ANSWER, { token: tokens.new, answer: "agree" });
    expect(agree.shell.notice).toEqual({ code: "address_agreed" });
    const again = await ann.send("sign-in", ANSWER, { token: tokens.new, answer: "agree" });
    expect(again.shell.notice).toEqual({ code: "bad_address_link" });
    // The page shows no link, and the log no token.
    const { shell, data } = await ann.see("security", "/account/security/");
    expect(shell.email).toBe(OLD);
    expect(JSON.stringify([data, service.log])).not.toContain(tokens.old);
    const owner = newVisitor(service);
    const stopped = await owner.send("forgot", ANSWER, { token: tokens.old, answer: "stop" });
    expect(stopped.shell.notice).toEqual({ code: "address_stopped" });
    const gone = await ann.see("security", "/account/security/");
    expect(gone.data.address).toBeNull();
    expect(gone.data.audit.map(({ action }) => action)).toContain("address_change_stopped");
  });

  test("cannot guess a link faster than a password", async () => {
    const eve = newVisitor(await startService());
    const locations = [];
    for (let attempt = 0; attempt < 250; attempt++) {
      const { headers } = await eve.post(ANSWER, { token: "x", answer: "agree" });
      locations.push(headers.get("location"));
    }
    expect(locations[0]).toBe("/account/sign-in/");
    expect(locations.at(-1)).toBe(`${ANSWER}?token=x`);
  });
});

test("what is no address, one's own, or taken, is told apart only where that reveals nothing", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  await signedInVisitor(service, "bob@operator.example");
  const codes = [];
  for (const email of ["nobody", OLD, "bob@operator.example", NEW]) {
    const page = await ann.send("security", "/account/address/", { email });
    codes.push(page.shell.notice?.code);
  }
  expect(codes).toEqual(["bad_email", "address_same", "address_asked", "address_asked"]);
  await ann.post("/account/address/cancel/");
  expect((await ann.see("security", "/account/security/")).data.address).toBeNull();
});
