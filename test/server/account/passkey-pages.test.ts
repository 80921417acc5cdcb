import { describe, expect, test } from "vitest";
import { startService, withStoreOf } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { softPasskey } from "../../support/soft-authenticator.ts";
import type { SoftPasskey } from "../../support/soft-authenticator.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

const BASE_URL = "https://games.example.com";
const FRESH = "tableside.fresh";

/** Somebody who is signed in where passkeys can be. */
async function openPage() {
  const service = await startService({ env: { BASE_URL } });
  return { service, ann: await signedInVisitor(service) };
}

async function accountIdIn(service: TestService): Promise<string> {
  return withStoreOf(service.dataDir, async ({ db }) => {
    return (await db.selectFrom("account_user").select("id").executeTakeFirstOrThrow()).id;
  });
}

async function asks(visitor: Visitor, path: string): Promise<{ challenge: string }> {
  return (await visitor.get(path)).json() as Promise<{ challenge: string }>;
}

async function addPasskey(service: TestService, visitor: Visitor): Promise<SoftPasskey> {
  const passkey = softPasskey(BASE_URL, await accountIdIn(service));
  const answer = passkey.created(await asks(visitor, "/account/passkeys/ask/"));
  const page = await visitor.send("security", "/account/passkeys/add/", { name: "Key", answer });
  expect(page.shell.notice).toEqual({ code: "passkey_added" });
  return passkey;
}

async function signIn(visitor: Visitor, passkey: SoftPasskey) {
  const answer = passkey.signed(await asks(visitor, "/account/sign-in/passkey/"));
  return visitor.post("/account/sign-in/passkey/", { answer });
}

test("a passkey signs in from a new browser, which its owner is told of, and types no password", async () => {
  const { service, ann } = await openPage();
  const begun = await ann.post("/account/passkeys/");
  expect(begun.headers.get("location")).toBe("/account/passkeys/add/");
  const passkey = await addPasskey(service, ann);
  const phone = newVisitor(service);
  expect((await signIn(phone, passkey)).headers.get("location")).toBe("/account/");
  const { data } = await phone.see("security", "/account/security/");
  expect(data.passkeys).toMatchObject([{ name: "Key", usedAtMs: service.clock.nowMs }]);
  expect(data.audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["passkey_added", "signed_in_elsewhere"]),
  );
  expect(phone.cookies.has(FRESH)).toBe(false);
  const asked = await phone.send("confirm", "/account/key/rotate/", { hours: "0" });
  expect(asked.data.action).toBe("/account/key/rotate/");
});

describe("whoever has a session and not the password", () => {
  test.each([
    ["/account/passkeys/", {}],
    ["/account/passkeys/add/", { name: "Eve", answer: "{}" }],
    ["/account/passkeys/name/", { passkey: "pky_1", name: "Eve" }],
    ["/account/passkeys/remove/", { passkey: "pky_1" }],
  ])("is asked for it at %s", async (path, fields) => {
    const { ann } = await openPage();
    ann.cookies.delete(FRESH);
    const asked = await ann.send("confirm", path, fields);
    expect(asked.data).toEqual({
      action: path,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      hasPasskey: false,
    });
    const typed = { ...fields, "confirm-password": "a wrong guess" };
    const again = await ann.send("confirm", path, typed);
    expect(again.shell.notice).toEqual({ code: "wrong_password" });
    const { headers } = await ann.get("/account/passkeys/add/");
    expect(headers.get("location")).toBe("/account/security/#passkeys");
  });
});

test("a passkey that waits for the password is added once it is typed", async () => {
  const { service, ann } = await openPage();
  const passkey = softPasskey(BASE_URL, await accountIdIn(service));
  const answer = passkey.created(await asks(ann, "/account/passkeys/ask/"));
  ann.cookies.delete(FRESH);
  const fields = { name: "Key", answer, "confirm-password": PASSWORD };
  const page = await ann.send("security", "/account/passkeys/add/", fields);
  expect(page.shell.notice).toEqual({ code: "passkey_added" });
});

test("removing the last passkey leaves the password, and the other way round", async () => {
  const { service, ann } = await openPage();
  const passkey = await addPasskey(service, ann);
  const { data } = await ann.see("security", "/account/security/");
  const fields = { current: PASSWORD, password: "another password" };
  await ann.send("security", "/account/password/", fields);
  expect((await signIn(newVisitor(service), passkey)).headers.get("location")).toBe("/account/");
  const id = data.passkeys?.[0]?.id ?? "";
  const typed = { passkey: id, "confirm-password": "another password" };
  const page = await ann.send("security", "/account/passkeys/remove/", typed);
  expect(page.data.passkeys).toEqual([]);
  const refused = await signIn(newVisitor(service), passkey);
  expect(refused.headers.get("location")).toBe("/account/sign-in/");
  const email = "ann@operator.example";
  const back = await newVisitor(service).send("dashboard", "/account/sign-in/", {
    email,
    password: "another password",
  });
  expect(back.shell.email).toBe(email);
});

test("whatever is wrong with a passkey, the answer is the same", async () => {
  const { service, ann } = await openPage();
  const passkey = await addPasskey(service, ann);
  const eve = newVisitor(service);
  const unknown = softPasskey(BASE_URL, await accountIdIn(service));
  const notices = [];
  const options = () => asks(eve, "/account/sign-in/passkey/");
  for (const answer of [
    "",
    passkey.signed(await options(), { origin: "https://evil.example" }),
    passkey.signed(await options(), { userHandle: "nobody" }),
    passkey.signed(await options(), { counter: 0 }),
    unknown.signed(await options()),
  ]) {
    const page = await eve.send("sign-in", "/account/sign-in/passkey/", { answer });
    notices.push(page.shell.notice);
  }
  expect(notices).toEqual(Array(5).fill({ code: "passkey_refused" }));
  expect((await eve.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
});

test("passkeys are tried no faster from one address than passwords", async () => {
  const { service } = await openPage();
  const eve = newVisitor(service);
  const codes = [];
  for (let attempt = 0; attempt < 250; attempt++) {
    await eve.post("/account/sign-in/passkey/", { answer: "" });
    codes.push(eve.cookies.get("tableside.flash") ?? "");
  }
  const said = codes.map((cookie) =>
    Buffer.from(cookie.split(".")[0] ?? "", "base64url").toString(),
  );
  expect(said[0]).toContain("passkey_refused");
  expect(said.at(-1)).toContain("slow_down");
});

test.each([{}, { BASE_URL: "http://192.0.2.1" }])(
  "there are none where browsers make none, as with %j",
  async (env) => {
    const service = await startService({ env });
    const ann = await signedInVisitor(service);
    expect((await ann.see("security", "/account/security/")).data.passkeys).toBeNull();
    const { data } = await newVisitor(service).see("sign-in", "/account/sign-in/");
    expect(data.hasPasskeys).toBe(false);
    expect((await ann.get("/account/sign-in/passkey/")).status).toBe(404);
    expect((await ann.get("/account/passkeys/ask/")).status).toBe(404);
    const page = await ann.send("security", "/account/passkeys/add/", { name: "", answer: "{}" });
    expect(page.data.passkeys).toBeNull();
    const refused = await ann.post("/account/sign-in/passkey/", { answer: "{}" });
    expect(refused.headers.get("location")).toBe("/account/sign-in/");
  },
);

test("is asked of whoever is signed in", async () => {
  const { service } = await openPage();
  for (const path of ["/account/passkeys/ask/", "/account/passkeys/add/"]) {
    const response = await newVisitor(service).get(path);
    expect(response.headers.get("location")).toBe("/account/sign-in/");
  }
});
