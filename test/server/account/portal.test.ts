import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { directivesOf } from "../../support/embed-page.ts";
import { eventually } from "../../support/eventually.ts";
import { readQr } from "../../support/read-qr.ts";
import { sharedService, startService, withStoreOf } from "../../support/service.ts";
import { RECEIVER } from "../../support/tron-node.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const SELLING = { TRON_ADDRESSES: RECEIVER, PLANS: "Month:30:49" };

describe("switched off", () => {
  test.each(["/account/", "/account/sign-in/", "/account/payments.csv"])(
    "there is nothing at %s",
    async (path) => {
      const service = await startService({ env: { PORTAL: "off" } });
      expect((await service.ask(path)).status).toBe(404);
    },
  );
});

describe("who is not signed in", () => {
  const service = sharedService();

  test.each([
    "/account/",
    "/account/plans/",
    "/account/invoice/?id=inv_1",
    "/account/invoice/status/?id=inv_1",
    "/account/payments/",
    "/account/payments.csv",
    "/account/security/",
    "/account/table/baccarat/",
  ])("is asked to, instead of seeing %s", async (path) => {
    const response = await newVisitor(service()).get(path);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/account/sign-in/");
  });

  test.each([
    "/account/key/reveal/",
    "/account/key/rotate/",
    "/account/key/trial/",
    "/account/sites/",
    "/account/plans/",
    "/account/invoice/",
    "/account/invoice/cancel/",
    "/account/password/",
    "/account/sessions/",
    "/account/delete/",
    "/account/sign-out/",
  ])("changes nothing by %s", async (path) => {
    const response = await newVisitor(service()).post(path, { key: "key_1" });
    expect(response.headers.get("location")).toBe("/account/sign-in/");
  });
});

describe("a form from another site", () => {
  const service = sharedService();

  test.each<[string, Record<string, string>]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["of a sandboxed frame", { origin: "null" }],
    ["that says neither", {}],
    ["of a sister site", { "sec-fetch-site": "same-site", origin: "http://tableside.test" }],
    ["of another site", { "sec-fetch-site": "cross-site", origin: "http://tableside.test" }],
  ])("is refused: %s", async (_, headers) => {
    const ann = await signedInVisitor(service(), `${Math.random()}@operator.example`);
    const response = await ann.post("/account/key/trial/", {}, headers);
    expect(response.status).toBe(403);
    expect((await ann.see("dashboard", "/account/")).data.trial).toBeNull();
  });

  test.each<[string, Record<string, string>]>([
    ["by its Origin", { origin: "http://tableside.test" }],
    ["by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }],
  ])("is told from one of ours %s", async (_, headers) => {
    const ann = await signedInVisitor(service(), `${Math.random()}@operator.example`);
    expect((await ann.post("/account/key/trial/", {}, headers)).status).toBe(303);
    expect((await ann.see("dashboard", "/account/")).data.trial).not.toBeNull();
  });

  test.each([
    ["of a file", "multipart/form-data; boundary=x", 415, "--x--"],
    ["of JSON", "application/json", 415, "{}"],
    ["without end", "application/x-www-form-urlencoded", 413, `hash=${"a".repeat(30_000)}`],
  ])("is none of ours: one %s", async (_, type, status, body) => {
    const headers = { "content-type": type, origin: "http://tableside.test" };
    const response = await service().ask("/account/sign-in/", { method: "POST", headers, body });
    expect(response.status).toBe(status);
  });
});

describe("every page", () => {
  test("is kept by nobody, framed by nobody, and runs no script but ours", async () => {
    const service = await startService();
    const response = await newVisitor(service).get("/account/sign-in/");
    const { headers } = response;
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(directivesOf(headers)).toMatchObject({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
  });

  test("has one address: without the slash it leads there, and what is none is 404", async () => {
    const service = await startService();
    const ann = newVisitor(service);
    const response = await ann.get("/account/sign-in?x=1");
    expect([response.status, response.headers.get("location")]).toEqual([
      308,
      "/account/sign-in/?x=1",
    ]);
    for (const path of ["/account/nothing/", "/account/constructor/", "/account/table/poker/x/"]) {
      expect((await ann.get(path)).status).toBe(404);
    }
    expect((await service.ask("/account/sign-in/", { method: "DELETE" })).status).toBe(405);
  });

  test("speaks the browser's language until another is chosen", async () => {
    const service = await startService();
    const ann = newVisitor(service);
    const korean = { "accept-language": "ko-KR,ko;q=0.9,en;q=0.8" };
    const shellOf = async (response: Response) =>
      ((await response.json()) as { account: { shell: { lang: string } } }).account.shell.lang;
    expect(await shellOf(await ann.get("/account/sign-in/", korean))).toBe("ko");
    expect(await shellOf(await ann.get("/account/sign-in/", { "accept-language": "de" }))).toBe(
      "en",
    );
    await ann.get("/account/sign-in/?lang=en");
    expect(await shellOf(await ann.get("/account/sign-in/", korean))).toBe("en");
  });

  // Each look at a page in another language than the last was a write with a sync.
  test("notes the language of mails when it is chosen, as seldom as forms may be sent", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const kept = () =>
      withStoreOf(service.dataDir, ({ db }) =>
        db.selectFrom("account_user").select("lang").executeTakeFirstOrThrow(),
      );
    await ann.get("/account/", { "accept-language": "ko" });
    expect(await kept()).toEqual({ lang: "en" });
    await ann.see("dashboard", "/account/?lang=ko");
    expect(await kept()).toEqual({ lang: "ko" });
    for (let time = 0; time < 30; time++) {
      await ann.see("dashboard", "/account/?lang=en");
      await ann.see("dashboard", "/account/?lang=ko");
    }
    // The last was one too many.
    expect(await kept()).toEqual({ lang: "en" });
    const page = await ann.send("dashboard", "/account/sites/");
    expect(page.shell.notice).toEqual({ code: "slow_down" });
  });
});

describe("known and unknown addresses are answered alike, in words and headers", () => {
  /** Signed anew each time, so only what it is for and how long it is can be compared. */
  const coverCookies = (headers: Headers) =>
    [...headers].map(([name, value]) => [name, value.replaceAll(/[\w-]/g, "x")]);

  test.each<[string, Record<string, string>]>([
    ["/account/register/", { password: PASSWORD }],
    ["/account/register/", { password: "short" }],
    ["/account/register/", { password: "" }],
    ["/account/sign-in/", { password: "wrong password" }],
    ["/account/sign-in/", { password: "" }],
    ["/account/forgot/", {}],
  ])("by %s %j", async (path, fields) => {
    const service = await startService();
    await signedInVisitor(service);
    const answers = [];
    for (const email of ["ann@operator.example", "eve@operator.example"]) {
      const eve = newVisitor(service);
      const response = await eve.post(path, { email, ...fields });
      const page = await eve.see("sign-in", response.headers.get("location") ?? "");
      answers.push([response.status, coverCookies(response.headers), page.shell.notice]);
      answers.push([response.headers.get("location"), await response.text()]);
      expect(page.shell.email).toBeNull();
    }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  });

  test("even where there are too many tries", async () => {
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

describe("a session that an attacker has planted in a browser", () => {
  test("is left behind at the sign-in, and opens nothing of who signs in", async () => {
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

  test.each([
    ["no session", "x".repeat(32)],
    ["one that nobody signed", `${"x".repeat(32)}.${"A".repeat(43)}%3D`],
    ["nonsense", "%E0%A4%A"],
    ["something long", "x".repeat(8_000)],
  ])("is none: %s", async (_, planted) => {
    const service = await startService();
    const ann = newVisitor(service);
    ann.cookies.set("tableside.session_token", planted);
    expect((await ann.get("/account/")).headers.get("location")).toBe("/account/sign-in/");
  });

  test("is over with the sign-out, also for who has copied its cookie", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const copy = newVisitor(service);
    copy.cookies.set("tableside.session_token", ann.cookies.get("tableside.session_token") ?? "");
    expect((await copy.get("/account/")).status).toBe(200);
    await ann.post("/account/sign-out/");
    expect((await copy.get("/account/")).status).toBe(303);
  });
});

describe("what is typed as an address", () => {
  test.each([
    ["with a line break", "ann@operator.example\r\nBcc: eve@evil.example"],
    ["with a formula", "=cmd|'/C calc'!A0"],
    ["longer than any", `${"a".repeat(300)}@operator.example`],
    ["with markup", '"><script>alert(1)</script>@operator.example'],
    ["with letters before the @ that mails cannot carry everywhere", "한국@operator.example"],
    ["with a domain that is none", "ann@한국%2e.kr"],
  ])("is no account and no header: %s", async (_, email) => {
    const service = await startService();
    const ann = newVisitor(service);
    const page = await ann.send("register", "/account/register/", { email, password: PASSWORD });
    expect(page.shell.notice).toEqual({ code: "bad_email" });
    const rows = await withStoreOf(service.dataDir, ({ db }) =>
      db.selectFrom("account_user").selectAll().execute(),
    );
    expect(rows).toEqual([]);
  });
});

describe("an address in a domain of other letters", () => {
  test("is one account, however it is spelled, and is shown as its owner writes it", async () => {
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

  test("stays in the form where something is wrong with it", async () => {
    const service = await startService();
    const fields = { email: "ann@operator,example", password: PASSWORD };
    const page = await newVisitor(service).send("register", "/account/register/", fields);
    expect(page.shell.notice).toEqual({ code: "bad_email" });
    expect(page.data.email).toBe("ann@operator,example");
  });
});

describe("who tries passwords", () => {
  test("is slowed down, and does not lock out a browser that the owner has used before", async () => {
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
});

describe("a forgotten password", () => {
  test("is reset by a link that is in a private file, and never in the log", async () => {
    const service = await startService();
    await signedInVisitor(service);
    const eve = newVisitor(service);
    await eve.post("/account/forgot/", { email: "ann@operator.example" });
    const outbox = join(service.dataDir, "outbox.txt");
    let text = "";
    await eventually(async () => {
      text = await readFile(outbox, "utf8").catch(() => "");
      return text.includes("/account/reset/");
    });
    expect((await stat(outbox)).mode & 0o777).toBe(0o600);
    const [, token = ""] = /token=(\w+)/.exec(text) ?? [];
    expect(service.log.join()).not.toContain(token);
    const fields = { token, password: "another password" };
    const page = await eve.send("sign-in", "/account/reset/", fields);
    expect(page.shell.notice).toEqual({ code: "password_reset" });
    const right = { email: "ann@operator.example", password: "another password" };
    await eve.send("dashboard", "/account/sign-in/", right);
  });
});

describe("the dashboard", () => {
  test("masks the key until it is revealed, once, and writes that down", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const page = await ann.send("dashboard", "/account/key/trial/");
    expect(page.data.trial).toMatchObject({ keyText: null });
    const id = page.data.trial?.id ?? "";
    const shown = await ann.send("dashboard", "/account/key/reveal/", { key: id });
    expect(shown.data.trial?.keyText).toMatch(/^tbs_live_\w{36}$/);
    expect(shown.data.embed.snippet).toContain(shown.data.trial?.keyText);
    const again = await ann.see("dashboard", "/account/");
    expect(again.data.trial?.keyText).toBeNull();
    expect(service.log.join()).not.toContain(shown.data.trial?.keyText);
    const { data } = await ann.see("security", "/account/security/");
    expect(data.audit.map(({ action }) => action)).toContain("key_revealed");
  });

  test("reveals it where it was asked for, in the tag with the options that were chosen", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("dashboard", "/account/key/trial/");
    const query = "game=bigsixball&table-lang=ko&theme=light&accent=0af&sound=on&site=x";
    const chosen = await ann.see("dashboard", `/account/?${query}`);
    const fields = { key: data.trial?.id ?? "", embed: chosen.data.embed.query };
    const response = await ann.post("/account/key/reveal/", { ...fields, place: "embed" });
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/#embed$/);
    const page = await ann.see("dashboard", location.replace(/#.*/, ""));
    const options = "&amp;lang=ko&amp;theme=light&amp;accent=00aaff&amp;muted=0";
    const keyText = page.data.trial?.keyText;
    expect(page.data.embed.snippet).toContain(`/embed/bigsixball/?key=${keyText}${options}"`);
    // A frame without a title is a riddle to whoever does not see it.
    expect(page.data.embed.snippet).toContain('title="빅 식스 볼"');
    const odd = { ...fields, place: "//evil.example", embed: "game=x&next=//evil.example" };
    const back = (await ann.post("/account/key/reveal/", odd)).headers.get("location");
    expect(back).toBe("/account/?game=dragontiger&table-lang=&theme=dark&accent=#key");
  });

  test.each([
    ["a semicolon", "https://a.example; script-src *", "https://a.example; script-src *"],
    ["a space", "https://a.example https://b.example", "https://a.example https://b.example"],
    ["a comma", "https://a.example, https://b.example", "https://a.example, https://b.example"],
    ["no scheme", "https://a.example\r\n b.example\r\nhttps://c.example", "b.example"],
  ])(
    "keeps a list of sites with %s as it was typed, and names the wrong one",
    async (_, typed, wrong) => {
      const service = await startService();
      const ann = await signedInVisitor(service);
      const page = await ann.send("dashboard", "/account/sites/", { origins: typed });
      expect(page.shell.notice).toEqual({ code: "bad_origin", text: JSON.stringify(wrong) });
      expect(page.data).toMatchObject({ origins: [], typedOrigins: typed });
    },
  );

  test("keeps a list of too many sites, and asks for the list again where somebody reloads", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const sites = Array.from({ length: 51 }, (_, number) => `https://site${number}.example`);
    const origins = sites.join("\r\n");
    const page = await ann.send("dashboard", "/account/sites/", { origins });
    expect(page.shell.notice).toEqual({ code: "too_many_origins" });
    expect(page.data.typedOrigins).toBe(origins);
    const again = await ann.see("dashboard", "/account/sites/");
    expect(again.shell.notice).toBeNull();
    expect(again.data.typedOrigins).toBeUndefined();
  });

  // The button copied a masked key.
  test("has a tag that is to be copied only while the whole key is in it", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    expect((await ann.see("dashboard", "/account/")).data.embed.isWhole).toBe(false);
    const { data } = await ann.send("dashboard", "/account/key/trial/");
    expect(data.embed).toMatchObject({
      isWhole: false,
      snippet: expect.stringMatching(/key=tbs_live_…\w{4}"/),
    });
    const fields = { key: data.trial?.id ?? "" };
    const shown = await ann.send("dashboard", "/account/key/reveal/", fields);
    expect(shown.data.embed).toMatchObject({
      isWhole: true,
      snippet: expect.stringMatching(/key=tbs_live_\w{36}"/),
    });
  });

  test("shows nobody another's key", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("dashboard", "/account/key/trial/");
    const eve = await signedInVisitor(service, "eve@operator.example");
    const page = await eve.send("dashboard", "/account/key/reveal/", { key: data.trial?.id ?? "" });
    expect(page.shell.notice).toEqual({ code: "cannot_reveal" });
    expect(JSON.stringify(page)).not.toMatch(/tbs_live_\w{36}/);
  });

  test("writes the options into the tag, and nothing that is none", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const query = "game=bigsixball&table-lang=ko&theme=light&accent=%230AF&sound=on";
    const { data } = await ann.see("dashboard", `/account/?${query}`);
    const options = "lang=ko&amp;theme=light&amp;accent=00aaff&amp;muted=0";
    expect(data.embed.snippet).toContain(`/embed/bigsixball/?key=YOUR_KEY&amp;${options}"`);
    const odd = `game="><script>&table-lang="&theme=x&accent="onload`;
    const page = await ann.see("dashboard", `/account/?${encodeURI(odd)}`);
    expect(page.data.embed.snippet).toContain('/embed/dragontiger/?key=YOUR_KEY"');
  });

  test("previews tables that only our own pages may frame", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const response = await ann.get("/account/table/baccarat/?theme=light");
    expect(response.status).toBe(200);
    expect(directivesOf(response.headers)["frame-ancestors"]).toEqual(["'self'"]);
    expect((await ann.get("/account/table/poker/")).status).toBe(404);
  });
});

describe("selling", () => {
  test("is off without an address to pay to", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { data } = await ann.see("plans", "/account/plans/");
    expect(data.isSelling).toBe(false);
    const page = await ann.send("plans", "/account/plans/", { plan: data.plans[0]?.name ?? "" });
    expect(page.shell.notice).toEqual({ code: "no_such_plan" });
  });

  test("makes an invoice, takes a hash, and tells how far it is", async () => {
    const service = await startService({ env: { ...SELLING, TRON_URL: "http://127.0.0.1:9" } });
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("invoice", "/account/plans/", { plan: "Month" });
    expect(data).toMatchObject({ address: RECEIVER, days: 30, state: "open", claims: [] });
    expect(readQr(data.qr)).toBe(RECEIVER);
    const bad = await ann.send("invoice", "/account/invoice/", { invoice: data.id, hash: "paid" });
    expect(bad.shell.notice).toEqual({ code: "bad_hash" });
    const hash = "ab".repeat(32);
    await ann.send("invoice", "/account/invoice/", { invoice: data.id, hash: `0x${hash}` });
    const status = await ann.get(`/account/invoice/status/?id=${data.id}`);
    expect(await status.json()).toMatchObject({ state: "open", claims: [{ hash }] });
    const eve = await signedInVisitor(service, "eve@operator.example");
    expect((await eve.get(`/account/invoice/?id=${data.id}`)).status).toBe(404);
    expect((await eve.get(`/account/invoice/status/?id=${data.id}`)).status).toBe(404);
    const foreign = await eve.send("plans", "/account/invoice/", { invoice: data.id, hash });
    expect(foreign.shell.notice).toEqual({ code: "no_such_plan" });
  });

  // Two plans chosen in a row locked out all others for two hours.
  test("cancels an invoice, and only one's own that is open", async () => {
    const service = await startService({ env: SELLING });
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("invoice", "/account/plans/", { plan: "Month" });
    const eve = await signedInVisitor(service, "eve@operator.example");
    const form = { invoice: data.id };
    const foreign = await eve.send("plans", "/account/invoice/cancel/", form);
    expect(foreign.shell.notice).toEqual({ code: "invoice_not_open" });
    const done = await ann.send("plans", "/account/invoice/cancel/", form);
    expect(done.shell.notice).toEqual({ code: "invoice_cancelled" });
    expect(done.data.open).toEqual([]);
    const again = await ann.send("plans", "/account/invoice/cancel/", form);
    expect(again.shell.notice).toEqual({ code: "invoice_not_open" });
  });

  // A payment in review was linked from no page once its invoice had run out.
  test("lists what is on its way with the payments, however long ago its invoice ran out", async () => {
    const service = await startService({ env: { ...SELLING, TRON_URL: "http://127.0.0.1:9" } });
    const ann = await signedInVisitor(service);
    const { data: made } = await ann.send("invoice", "/account/plans/", { plan: "Month" });
    const hash = "ab".repeat(32);
    await ann.send("invoice", "/account/invoice/", { invoice: made.id, hash });
    await withStoreOf(service.dataDir, ({ db }) =>
      db
        .updateTable("claim")
        .set({ state: "review", reason: "amount_mismatch", found_amount: "48000000" })
        .execute(),
    );
    service.clock.nowMs += 3 * 3_600_000;
    const { data: plans } = await ann.see("plans", "/account/plans/");
    expect(plans.open).toMatchObject([{ id: made.id }]);
    service.clock.nowMs += 3 * 86_400_000;
    const { data } = await ann.see("payments", "/account/payments/");
    expect(data).toMatchObject({
      payments: [],
      pending: [
        { invoiceId: made.id, hash, amount: "48.00", state: "review", reason: "amount_mismatch" },
      ],
    });
    const eve = await signedInVisitor(service, "eve@operator.example");
    expect((await eve.see("payments", "/account/payments/")).data.pending).toEqual([]);
  });

  test("lists payments as CSV in which nothing is a formula", async () => {
    const service = await startService({ env: { ...SELLING, PLANS: "Month:30:49" } });
    const ann = await signedInVisitor(service);
    await ann.send("invoice", "/account/plans/", { plan: "Month" });
    await withStoreOf(service.dataDir, async ({ db }) => {
      const invoice = await db.selectFrom("invoice").selectAll().executeTakeFirstOrThrow();
      const subscription = {
        id: "sub_1",
        label: "x",
        ends_at: 1,
        created_at: 1,
        trial: 0,
      } as const;
      await db
        .insertInto("subscription")
        .values({ ...subscription, account_id: invoice.account_id })
        .execute();
      const of = {
        invoice_id: invoice.id,
        subscription_id: "sub_1",
        account_id: invoice.account_id,
      };
      const term = { days: 30, starts_at: 1, ends_at: 2, credited_at: 3, block_time: 4 };
      const transfer = {
        tx_hash: "ab",
        log_index: 0,
        amount: 1,
        from_address: "a",
        to_address: "b",
      };
      await db
        .insertInto("payment")
        .values({
          id: "pay_1",
          contract: "c",
          plan: '=cmd|" /C calc"!A0',
          credited_by: "match",
          ...of,
          ...term,
          ...transfer,
        })
        .execute();
    });
    const response = await ann.get("/account/payments.csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const [, row = ""] = (await response.text()).split("\r\n");
    expect(row).toContain(`,"'=cmd|"" /C calc""!A0",`);
  });
});

describe("security", () => {
  test("ends other sessions, and no session of anybody else", async () => {
    const service = await startService();
    const here = await signedInVisitor(service);
    const there = newVisitor(service);
    const credentials = { email: "ann@operator.example", password: PASSWORD };
    await there.send("dashboard", "/account/sign-in/", credentials);
    const eve = await signedInVisitor(service, "eve@operator.example");
    const { data } = await here.see("security", "/account/security/");
    const other = data.sessions.find(({ isThis }) => !isThis);
    await eve.post("/account/sessions/", { session: other?.id ?? "" });
    expect((await there.get("/account/")).status).toBe(200);
    await here.post("/account/sessions/", { session: other?.id ?? "" });
    expect((await there.get("/account/")).status).toBe(303);
    expect((await here.get("/account/")).status).toBe(200);
  });

  test("writes down no more of what is sent in a row than anybody does by hand", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("dashboard", "/account/key/trial/");
    for (let time = 0; time < 80; time++) {
      await ann.post("/account/key/reveal/", { key: data.trial?.id ?? "" });
    }
    const page = await ann.see("dashboard", "/account/");
    expect(page.shell.notice).toEqual({ code: "slow_down" });
    const rows = await withStoreOf(service.dataDir, ({ db }) =>
      db.selectFrom("audit").select("id").where("action", "=", "key_revealed").execute(),
    );
    expect(rows).toHaveLength(59);
  });

  test("deletes an account for who knows its password", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const kept = await ann.send("security", "/account/delete/", { password: "wrong password" });
    expect(kept.shell.notice).toEqual({ code: "wrong_password" });
    const gone = await ann.send("register", "/account/delete/", { password: PASSWORD });
    expect(gone.shell).toMatchObject({ email: null, notice: { code: "deleted" } });
    const back = await ann.send("sign-in", "/account/sign-in/", {
      email: "ann@operator.example",
      password: PASSWORD,
    });
    expect(back.shell.notice).toEqual({ code: "wrong_credentials" });
  });

  test("of what one page hands to the next, nothing can be made up", async () => {
    const service = await startService();
    const ann = await signedInVisitor(service);
    const body = Buffer.from(JSON.stringify({ notice: { code: "deleted" }, sentAtMs: 9e15 }));
    ann.cookies.set("tableside.flash", `${body.toString("base64url")}.${"A".repeat(43)}`);
    expect((await ann.see("dashboard", "/account/")).shell.notice).toBeNull();
  });
});
