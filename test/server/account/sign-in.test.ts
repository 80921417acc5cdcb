import { describe, expect, test } from "vitest";
import { startService, withStoreOf } from "../../support/service.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

describe("known and unknown email addresses", () => {
  /** Signed again each time, so only its purpose and length can be compared. */
  const coverCookies = (headers: Headers) =>
    [...headers].map(([name, value]) => [name, value.replaceAll(/[\w-]/g, "x")]);

  test.each<[string, string, Record<string, string>]>([
    ["a sign-up", "/account/register/", { password: PASSWORD }],
    ["a sign-up with a short password", "/account/register/", { password: "short" }],
    ["a sign-up without a password", "/account/register/", { password: "" }],
    ["a sign-in with a wrong password", "/account/sign-in/", { password: "wrong password" }],
    ["a sign-in without a password", "/account/sign-in/", { password: "" }],
    ["a request for a reset", "/account/forgot/", {}],
  ])("known and unknown addresses get the same response to %s", async (_, path, fields) => {
    const service = await startService();
    await signedInVisitor(service);
    const responses = [];
    for (const email of ["ann@operator.example", "eve@operator.example"]) {
      const eve = newVisitor(service);
      const response = await eve.post(path, { email, ...fields });
      const page = await eve.see("sign-in", response.headers.get("location") ?? "");
      responses.push([response.status, coverCookies(response.headers), page.shell.notice]);
      responses.push([response.headers.get("location"), await response.text()]);
      expect(page.shell.email).toBeNull();
    }
    expect(responses.slice(0, 2)).toEqual(responses.slice(2));
  });

  test("known and unknown addresses get the same response even after too many attempts", async () => {
    const service = await startService();
    await signedInVisitor(service);
    const ends = [];
    for (const email of ["ann@operator.example", "eve@operator.example"]) {
      service.clock.nowMs += 3_600_000;
      const codes = [];
      for (let attempt = 0; attempt < 12; attempt++) {
        const fields = { email, password: "wrong password" };
        const page = await newVisitor(service).send("sign-in", "/account/sign-in/", fields);
        codes.push(page.shell.notice?.code);
      }
      ends.push(codes.indexOf("slow_down"));
    }
    expect(ends).toEqual([10, 10]);
  });
});

describe("a session cookie that an attacker planted in a browser", () => {
  test("after a sign-in over a planted session, its planter has no access to the account", async () => {
    const service = await startService();
    const eve = await signedInVisitor(service, "eve@operator.example");
    const planted = eve.cookies.get("tableside.session_token") ?? "";
    const ann = await signedInVisitor(service);
    await ann.post("/account/sign-out/");
    ann.cookies.set("tableside.session_token", planted);
    const fields = { email: "ann@operator.example", password: PASSWORD };
    const page = await ann.send("dashboard", "/account/sign-in/", fields);
    expect(page.shell.email).toBe("ann@operator.example");
    expect(ann.cookies.get("tableside.session_token")).not.toBe(planted);
    expect((await eve.see("dashboard", "/account/")).shell.email).toBe("eve@operator.example");
  });

  test("signing out ends the session, even for a copy of its cookie", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const copy = newVisitor(service);
    copy.cookies.set("tableside.session_token", ann.cookies.get("tableside.session_token") ?? "");
    expect((await copy.get("/account/")).status).toBe(200);
    await ann.post("/account/sign-out/");
    expect((await copy.get("/account/")).status).toBe(303);
  });
});

test.each([
  ["a line break in the address", "ann@operator.example\r\nBcc: eve@evil.example"],
  ["a formula as address", "=cmd|'/C calc'!A0"],
  ["an address that is too long", `${"a".repeat(300)}@operator.example`],
  ["markup in the address", '"><script>alert(1)</script>@operator.example'],
  ["letters before the @ that not every mail server accepts", "한국@operator.example"],
  ["a malformed domain", "ann@한국%2e.kr"],
])("no account is created with %s", async (_, email) => {
  const service = await startService();
  const ann = newVisitor(service);
  const page = await ann.send("register", "/account/register/", { email, password: PASSWORD });
  expect(page.shell.notice).toEqual({ code: "bad_email" });
  const rows = await withStoreOf(service.dataDir, ({ db }) =>
    db.selectFrom("account_user").selectAll().execute(),
  );
  expect(rows).toEqual([]);
});

test("the Unicode and punycode spellings of an address are one account", async () => {
  const service = await startService();
  const ann = newVisitor(service);
  await ann.post("/account/register/", { email: "Ann@한국.KR", password: PASSWORD });
  const kept = await withStoreOf(service.dataDir, ({ db }) =>
    db.selectFrom("account_user").select("email").execute(),
  );
  expect(kept).toEqual([{ email: "ann@xn--3e0b707e.kr" }]);
  for (const email of ["ann@한국.kr", "ann@xn--3e0b707e.kr", "ann@한국。kr"]) {
    const fields = { email, password: PASSWORD };
    const page = await newVisitor(service).send("dashboard", "/account/sign-in/", fields);
    expect(page.shell.email).toBe("ann@한국.kr");
  }
});

test("rate limiting an attacker does not lock out the account holder's browser", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  await ann.post("/account/sign-out/");
  const eve = newVisitor(service);
  const wrong = { email: "ann@operator.example", password: "wrong password" };
  const codes = [];
  for (let attempt = 0; attempt < 30; attempt++) {
    const page = await eve.send("sign-in", "/account/sign-in/", wrong);
    codes.push(page.shell.notice?.code);
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill("wrong_credentials"));
  expect(codes.at(-1)).toBe("slow_down");
  const right = { email: "ann@operator.example", password: PASSWORD };
  const stranger = await newVisitor(service).post("/account/sign-in/", right);
  expect(stranger.headers.get("location")).toBe("/account/sign-in/");
  const back = await ann.send("dashboard", "/account/sign-in/", right);
  expect(back.shell.email).toBe("ann@operator.example");
  service.clock.nowMs += 3_600_000;
  const later = await newVisitor(service).post("/account/sign-in/", right);
  expect(later.headers.get("location")).toBe("/account/");
});
