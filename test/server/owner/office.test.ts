import { describe, expect, test } from "vitest";
import { moveAccount } from "../../../server/account/auth/move-account.ts";
import { switchCodesOff } from "../../../server/owner/customer-actions.ts";
import { listActions } from "../../../server/owner/lists-page.ts";
import { addOwner, removeOwner } from "../../../server/owner/owners.ts";
import { readRevision, serialized } from "../../../server/store/serialized.ts";
import {
  anAccountWithCodes,
  BEN,
  browserAt,
  enrolled,
  ME,
  openOffice,
  PASSWORD,
  statusAt,
} from "../../support/back-office.ts";
import type { Office, OfficeBrowser } from "../../support/back-office.ts";
import { engines, sqlite } from "../../support/engines.ts";
import { anAccount } from "../../support/payments.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SIGN_IN = "/owner/sign-in/";
const OTHER = "another good one";
const PAGES = ["", "customers/", "customer/", "payments/", "review/", "plans/", "acts/"];
const PLAN = { do: "add", name: "Week", days: "7", price: "15", reason: "asked for" };

async function signIn(browser: OfficeBrowser, code: string, typed: object = {}) {
  const { status } = await browser.post(SIGN_IN, { email: ME, password: PASSWORD, code, ...typed });
  return status;
}

const done = async ({ store }: Office) =>
  (await listActions(store, 20)).map(({ action }) => action).toSorted();

describe.each(engines)("on $name", (engine) => {
  const open = () => openOffice(engine, NOW_MS);

  test("the back office shows nothing without its own session", async () => {
    const office = await open();
    const { cookie, code } = await anAccountWithCodes(office);
    await addOwner(office.store, ME, office.clock.nowMs);
    const before = [await readRevision(office.store), await done(office)];
    for (const [who, sent] of [
      ["nobody", ""],
      ["an account at the portal", cookie],
      [
        "an account at the portal, under the office's cookie name",
        cookie.replaceAll(/tableside\.\w+=/g, "tableside.owner="),
      ],
      ["a made-up session", "tableside.owner=0123456789abcdefghijABCDEFGHIJ01"],
    ] as const) {
      const browser = browserAt(office, sent);
      for (const page of PAGES.map((each) => `/owner/${each}`)) {
        const { status, to } = await browser.get(page);
        expect([who, page, status, to]).toEqual([who, page, 303, SIGN_IN]);
      }
      for (const page of ["", "customer/?email=a@b.c", "review/", "plans/"]) {
        const response = await browser.post(`/owner/${page}`, { ...PLAN, code: "000000" });
        expect([who, page, response.status, response.to]).toEqual([who, page, 303, SIGN_IN]);
      }
    }
    // The password and a code are right, but the link was not opened.
    expect(await signIn(browserAt(office), code())).toBe(403);
    expect((await browserAt(office).get("/owner/enrol/?token=made-up")).status).toBe(404);
    expect([await readRevision(office.store), await done(office)]).toEqual(before);
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example" }],
    ["another site, according to the browser", { "sec-fetch-site": "cross-site" }],
    ["another port of this machine", { "sec-fetch-site": "same-site" }],
    ["a program without an origin", {}],
  ])("the back office refuses a form from %s", async (_, headers) => {
    const office = await open();
    const { browser, code } = await enrolled(office);
    const before = await done(office);
    const form = { ...PLAN, code: code(), shown: "" };
    expect((await browser.post("/owner/plans/", form, headers)).status).toBe(403);
    expect((await browser.post("/owner/sign-out/", {}, headers)).status).toBe(403);
    const typed = { email: ME, password: PASSWORD, code: code() };
    expect((await browserAt(office).post(SIGN_IN, typed, headers)).status).toBe(403);
    expect((await browser.get("/owner/", headers)).status).toBe(200);
    expect(await done(office)).toEqual(before);
  });

  test("the back office serves only requests whose Host is localhost", async () => {
    const { url } = await open();
    for (const path of ["/owner/", SIGN_IN, "/owner/enrol/?token=x", "/favicon.svg"]) {
      for (const method of ["GET", "POST"]) {
        const ask = (host: string) => statusAt(url + path, host, method);
        expect(await ask("evil.example:3001")).toBe(421);
        expect(await ask("localhost.evil.example")).toBe(421);
        for (const host of ["localhost:4000", "127.0.0.1:3001", "[::1]:3001"]) {
          expect(await ask(host)).not.toBe(421);
        }
      }
    }
  });

  test("changing money, plans or rights requires an unused code", async () => {
    const office = await open();
    const { browser, code, recovery, token } = await enrolled(office);
    await anAccount(office.store, "ann");
    const ann = "/owner/customer/?email=ann%40operator.example";
    const used = code();
    expect((await browser.post("/owner/plans/", { ...PLAN, code: used })).to).toContain("done=");
    const before = [await readRevision(office.store), await done(office)];
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ["/owner/plans/", { ...PLAN, name: "Fortnight" }],
      [ann, { do: "give", days: "3", reason: "x" }],
      [ann, { do: "delete", reason: "x" }],
      ["/owner/", { do: "remove", email: ME }],
    ];
    for (const [page, form] of forms) {
      for (const [what, typed, status] of [
        ["no code", {}, 200],
        ["an empty code", { code: "" }, 409],
        ["a wrong code", { code: "000000" }, 409],
        ["a used code", { code: used }, 409],
        ["a recovery code", { code: recovery[0] ?? "" }, 409],
      ] as const) {
        const response = await browser.post(page, { ...form, ...typed });
        expect([form, what, response.status]).toEqual([form, what, status]);
        // The code is asked for again, keeping the other input.
        const { fields } = response.page("question").data;
        expect(fields).toMatchObject(form);
        expect(fields).not.toHaveProperty("code");
        office.passes(15 * MINUTE_MS);
      }
    }
    expect([await readRevision(office.store), await done(office)]).toEqual(before);
    for (const action of ["anything", "__proto__"]) {
      expect((await browser.post("/owner/plans/", { do: action, code: code() })).status).toBe(409);
    }
    office.state.isTimeKnown = false;
    expect((await browser.post("/owner/plans/", PLAN)).status).toBe(503);
    office.state.isTimeKnown = true;
    expect((await browser.get(`/owner/enrol/?token=${token}`)).status).toBe(404);
    expect((await browser.get("/owner/nothing/")).status).toBe(404);
    expect((await browser.post("/owner/acts/", { do: "add" })).status).toBe(405);
  });

  test("an owner signs in with the link once, then with a password and a code", async () => {
    const office = await open();
    const { token, code } = await enrolled(office);
    const again = { token, password: PASSWORD, code: code() };
    expect((await browserAt(office).post("/owner/enrol/", again)).status).toBe(404);
    const browser = browserAt(office);
    const { set } = await browser.post(SIGN_IN, { email: ME, password: PASSWORD, code: code() });
    expect(set).toMatch(/^tableside\.owner=\w{32}; Path=\/owner; .*HttpOnly; SameSite=Strict$/);
    // Cause: a second link, made only to read it again, ended the role without a word.
    await expect(addOwner(office.store, ME, office.clock.nowMs)).rejects.toThrow(
      "already an owner",
    );
    const { headers, page } = await browser.get("/owner/");
    expect(page("overview").shell.email).toBe(ME);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    await browser.post("/owner/sign-out/", {});
    expect((await browser.get("/owner/")).to).toBe(SIGN_IN);
    const actions = (await listActions(office.store, 10)).map(({ action, by }) => [action, by]);
    expect(actions.toSorted()).toEqual([
      ["owner_enrolled", ME],
      ["owner_link_created", null],
      ["signed_in", ME],
    ]);
  });

  test("an attacker cannot lock an owner out of the back office", async () => {
    const office = await open();
    const { code } = await enrolled(office);
    for (let i = 0; i < 20; i += 1) {
      expect(await signIn(browserAt(office), "000000", { password: `guess ${i}` })).toBe(403);
    }
    expect(await signIn(browserAt(office), code())).toBe(303);
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => signIn(browserAt(office), "0", { password: "a guess" })),
    );
    expect(tries).toContain(429);
    office.passes(MINUTE_MS);
    expect(await signIn(browserAt(office), code())).toBe(303);
  });

  test("a session of the back office ends after twelve hours", async () => {
    const office = await open();
    const { browser } = await enrolled(office);
    await anAccountWithCodes(office, BEN);
    const token = await addOwner(office.store, BEN, office.clock.nowMs);
    const link = () => browserAt(office).get(`/owner/enrol/?token=${token}`);
    office.passes(DAY_MS / 2 - MINUTE_MS);
    expect((await browser.get("/owner/")).status).toBe(200);
    office.passes(MINUTE_MS);
    expect((await browser.get("/owner/")).to).toBe(SIGN_IN);
    office.passes(DAY_MS / 2 - MINUTE_MS);
    expect((await link()).status).toBe(200);
    office.passes(MINUTE_MS);
    expect((await link()).status).toBe(404);
  });
});

/** Ways to end an owner's access, and whether they also end an unopened link. */
const ENDS: readonly (readonly [
  string,
  (office: Office, account: Awaited<ReturnType<typeof anAccountWithCodes>>) => Promise<unknown>,
])[] = [
  [
    "moving the account to another address and back",
    async ({ store, clock }, { who: { accountId } }) => {
      for (const email of ["moved@tableside.example", ME]) {
        const to = { email, keepsSession: null };
        await serialized(store, (within) => moveAccount(within, accountId, to, clock.nowMs));
      }
    },
  ],
  [
    "resetting the password by mail",
    async ({ accounts, emails }) => {
      await accounts.requestReset(ME);
      const reset = await accounts.reset(emails.at(-1)?.token ?? "", OTHER);
      expect(reset.fault).toBeUndefined();
    },
  ],
  [
    "switching the codes off",
    async (office, { who }) => {
      const { store, clock, factors, passes } = office;
      await serialized(store, (within) =>
        switchCodesOff(within, { email: ME, reason: "x" }, clock.nowMs),
      );
      await factors.createSecret(who);
      passes(1);
    },
  ],
  [
    "removing the owner",
    ({ store, clock }) => serialized(store, (within) => removeOwner(within, ME, clock.nowMs)),
  ],
  [
    "deleting the account",
    ({ store }) => store.db.deleteFrom("account_user").where("email", "=", ME).execute(),
  ],
];

describe.each(engines)("on $name", (engine) => {
  test.each(ENDS)("%s ends an owner's access to the back office", async (_, end) => {
    const office = await openOffice(engine, NOW_MS);
    const account = await enrolled(office);
    const { browser, code } = account;
    expect((await browser.get("/owner/")).status).toBe(200);
    await end(office, account);
    expect((await browser.get("/owner/")).to).toBe(SIGN_IN);
    expect((await browser.post("/owner/plans/", { ...PLAN, code: code() })).to).toBe(SIGN_IN);
    expect(await done(office)).not.toContain("plan_added");

    const later = await openOffice(sqlite, NOW_MS);
    const invited = await anAccountWithCodes(later);
    const token = await addOwner(later.store, ME, later.clock.nowMs);
    await end(later, invited);
    for (const password of [PASSWORD, OTHER]) {
      expect(await signIn(browserAt(office), code(), { password })).toBe(403);
      const fields = { token, password, code: invited.code() };
      expect((await browserAt(later).post("/owner/enrol/", fields)).status).toBe(404);
    }
  });
});
