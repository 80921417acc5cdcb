import { describe, expect, test } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { revealKey } from "../../../server/account/account-keys.ts";
import { listActs } from "../../../server/owner/act-list.ts";
import { customers } from "../../../server/owner/customers.ts";
import type { Customer } from "../../../server/owner/customers.ts";
import { giveDays } from "../../../server/owner/days.ts";
import { customerList } from "../../../server/owner/lists.ts";
import {
  invite,
  inviteColleague,
  listUsers,
  remove,
  removeColleague,
} from "../../../server/owner/office/users.ts";
import { reinstate, suspend } from "../../../server/owner/suspension.ts";
import { readRevision } from "../../../server/store/revision.ts";
import {
  BEN,
  browserAt,
  codeAt,
  joined,
  ME,
  openOffice as open,
  PASSWORD,
  secretIn,
} from "../../support/back-office.ts";
import type { OfficeBrowser } from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import { sentFields, wordsOf } from "../../support/office-page.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import {
  aClaim,
  anAccount,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  vault,
} from "../../support/payments.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const USDT = 1_000_000;

describe.each(engines)("the back office on $name", (engine) => {
  test("lets nobody in who was not invited, whatever they ask for", async () => {
    const office = await open(engine, NOW_MS);
    const stranger = browserAt(office);
    const pages = [
      "",
      "customers/",
      "customer/",
      "payments/",
      "review/",
      "books/",
      "plans/",
      "games/",
      "people/",
      "trail/",
      "mails/",
      "people/?csv=1",
    ];
    for (const page of pages) {
      const { status, to } = await stranger.get(`/owner/${page}`);
      expect([page, status, to]).toEqual([page, 303, "/owner/sign-in/"]);
    }
    for (const form of ["customer/?email=a@b.c", "review/", "plans/", "games/", "people/"]) {
      const { status, to } = await stranger.post(`/owner/${form}`, {
        do: "down",
        game: "baccarat",
      });
      expect([form, status, to]).toEqual([form, 303, "/owner/sign-in/"]);
    }
    expect((await stranger.get("/owner/join/?token=made-up")).status).toBe(404);
    expect((await stranger.get("/owner/nothing/")).status).toBe(404);
    expect(await listActs(office.store, 10)).toEqual([]);
  });

  test("opens with an invitation once, and then with password and code", async () => {
    const office = await open(engine, NOW_MS);
    const { browser, secret, token } = await joined(office);
    expect((await browser.get("/owner/")).text).toContain("3 mails did not leave.");
    expect((await browserAt(office).get(`/owner/join/?token=${token}`)).status).toBe(404);

    office.clock.nowMs += 5 * MINUTE_MS;
    const other = browserAt(office);
    const code = codeAt(secret, office.clock.nowMs);
    expect(await signIn(other, { code })).toEqual([303, "/owner/"]);
    expect((await other.get("/owner/")).status).toBe(200);
    await other.post("/owner/sign-out/", {});
    expect((await other.get("/owner/")).to).toBe("/owner/sign-in/");
    const acts = (await listActs(office.store, 10)).map(({ action, by }) => [action, by]);
    expect(acts[0]).toEqual(["signed_in", ME]);
    expect(acts).toEqual(
      expect.arrayContaining([
        ["joined", ME],
        ["invited", null],
      ]),
    );
  });

  test("takes a code once, also when it is sent many times at once", async () => {
    const office = await open(engine, NOW_MS);
    const { secret } = await joined(office);
    office.clock.nowMs += MINUTE_MS;
    const code = codeAt(secret, office.clock.nowMs);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => signIn(browserAt(office), { code })),
    );
    expect(answers.filter(([status]) => status === 303)).toHaveLength(1);
    // Nor the one before it, which a clock that is late would show.
    const earlier = codeAt(secret, office.clock.nowMs - STEP_MS);
    expect(await signIn(browserAt(office), { code: earlier })).toEqual([403, null]);
  });

  // Cause: a secret that could not be opened was taken for an empty one, whose codes anybody can make.
  test("takes no code where the secret of a row cannot be opened", async () => {
    const office = await open(engine, NOW_MS);
    await joined(office);
    await office.store.db.updateTable("office_user").set({ totp_sealed: "AQ" }).execute();
    office.clock.nowMs += MINUTE_MS;
    const code = codeAt("", office.clock.nowMs);
    expect(await signIn(browserAt(office), { code })).toEqual([403, null]);
  });

  test("looks at no code after five wrong ones, for a quarter of an hour", async () => {
    const office = await open(engine, NOW_MS);
    const { secret } = await joined(office);
    office.clock.nowMs += MINUTE_MS;
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => signIn(browserAt(office), { code: "000000" })),
    );
    expect(wrong.map(([status]) => status).toSorted()).toEqual([
      403, 403, 403, 403, 403, 429, 429, 429,
    ]);
    const right = () => signIn(browserAt(office), { code: codeAt(secret, office.clock.nowMs) });
    expect(await right()).toEqual([429, null]);
    office.clock.nowMs += 15 * MINUTE_MS;
    expect(await right()).toEqual([303, "/owner/"]);
  });

  test("lets nobody be locked out by who does not know the password", async () => {
    const office = await open(engine, NOW_MS);
    const { secret } = await joined(office);
    office.clock.nowMs += MINUTE_MS;
    for (let i = 0; i < 20; i += 1) {
      const guess = { password: `guess number ${i}`, code: "000000" };
      expect(await signIn(browserAt(office), guess)).toEqual([403, null]);
    }
    const code = codeAt(secret, office.clock.nowMs);
    expect(await signIn(browserAt(office), { code })).toEqual([303, "/owner/"]);
  });

  test("looks at no more tries of an address that has sent too many", async () => {
    const office = await open(engine, NOW_MS);
    await joined(office);
    const tries: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      const [status] = await signIn(browserAt(office), { password: `guess ${i}`, code: "000000" });
      tries.push(status);
    }
    expect(tries.indexOf(429)).toBe(30);
    office.clock.nowMs += MINUTE_MS;
    const [status] = await signIn(browserAt(office), { password: "guess", code: "000000" });
    expect(status).toBe(403);
  });

  test("keeps out who is removed or invited anew, at once", async () => {
    const office = await open(engine, NOW_MS);
    const { browser, secret } = await joined(office);
    await invite(office.store, vault, ME, office.clock.nowMs);
    expect((await browser.get("/owner/")).to).toBe("/owner/sign-in/");
    office.clock.nowMs += MINUTE_MS;
    const code = codeAt(secret, office.clock.nowMs);
    expect(await signIn(browserAt(office), { code })).toEqual([403, null]);

    const { browser: again } = await joined(office);
    await remove(office.store, ME, office.clock.nowMs);
    expect((await again.get("/owner/")).to).toBe("/owner/sign-in/");
  });

  test("ends an invitation after a day, and a session after twelve hours", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const token = await invite(office.store, vault, BEN, office.clock.nowMs);
    office.clock.nowMs += DAY_MS / 2;
    expect((await browser.get("/owner/")).to).toBe("/owner/sign-in/");
    expect((await browser.get(`/owner/join/?token=${token}`)).status).toBe(200);
    office.clock.nowMs += DAY_MS / 2;
    expect((await browser.get(`/owner/join/?token=${token}`)).status).toBe(404);
  });

  test("refuses forms of other sites, forms while the time is in doubt, and short passwords", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const down = { do: "down", game: "baccarat" };
    const foreign = await browser.post("/owner/games/", down, "https://evil.example");
    expect(foreign.status).toBe(403);
    office.state.isTimeKnown = false;
    expect((await browser.post("/owner/games/", down)).status).toBe(503);
    office.state.isTimeKnown = true;
    expect((await browser.get("/owner/games/")).text).not.toContain("in maintenance since");

    const token = await invite(office.store, vault, BEN, office.clock.nowMs);
    const { text } = await browser.get(`/owner/join/?token=${token}`);
    const code = codeAt(secretIn(text), office.clock.nowMs);
    const short = await browser.post("/owner/join/", { token, password: "short", code });
    expect([short.status, short.text.includes("12 to 200 characters")]).toEqual([403, true]);
  });

  test("says first whether everything is sound, then what is to be done", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const waits = "One payment waits for you to decide.";
    const headline = async (mail: string | null, review: string | null) => {
      office.state.checks = [
        { code: "disk", fault: null },
        { code: "mail", fault: mail },
        { code: "review", fault: review },
      ];
      const { text } = await browser.get("/owner/");
      const said = text.replaceAll(/<!--.*?-->/gs, "");
      // What needs somebody stands above the figures.
      for (const fault of [mail, review]) {
        expect(fault === null || said.indexOf(fault) < said.indexOf('figures"')).toBe(true);
      }
      return /<h1[^>]*>(.*?)<\/h1>/s.exec(said)?.[1];
    };
    expect(await headline(null, null)).toBe("All is sound, and nothing waits for you.");
    // Work to do is nothing unsound.
    expect(await headline(null, waits)).toBe(`All is sound. ${waits}`);
    expect(await headline("3 mails did not leave.", waits)).toBe("Not sound: mail.");
  });

  test("says that nobody gets mail where no mail server is set, and counts it as no fault", async () => {
    const office = await open(engine, NOW_MS, { isMailed: false });
    const { browser } = await joined(office);
    const disk = { code: "disk", fault: null } as const;
    office.state.checks = [disk, { code: "mail", fault: null }];
    const { text } = await browser.get("/owner/");
    expect(text).toMatch(/<h1 class="waits">/);
    const said = wordsOf(text);
    expect(said).toContain("Nobody gets mail. All else is sound.");
    expect(said).toContain("Mail Not set: nobody gets mail. Set SMTP_URL.");
    expect((await browser.get("/owner/?csv=1")).text).toContain('"mail","Not set: nobody');
    // What a mail server did not take before it was unset is one.
    office.state.checks = [disk, { code: "mail", fault: "3 mails did not leave." }];
    expect(wordsOf((await browser.get("/owner/")).text)).toContain("Not sound: mail.");
  });

  test("counts nobody who is suspended among those who pay", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    await anAccount(office.store, "ann");
    const email = "ann@operator.example";
    const order = { email, reason: "asked for" };
    await giveDays(office.store, vault, { ...order, days: 30 }, NOW_MS);
    const figures = async () => wordsOf((await browser.get("/owner/")).text);
    expect(await figures()).toContain("1 of 1 account pays");
    await suspend(office.store, order, NOW_MS);
    expect(await figures()).toContain("0 of 1 account pays, 1 suspended");
  });

  test("shows whom it hits when a game goes down, and why stands in the trail", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    for (const [name, sites] of [
      ["ann", ["https://a.example", "https://b.example"]],
      ["cat", ["https://c.example"]],
      ["ben", []],
    ] as const) {
      await anAccount(store, name);
      const email = `${name}@operator.example`;
      await giveDays(store, vault, { email, days: 30, reason: "x" }, NOW_MS);
      await store.db
        .updateTable("api_key")
        .set({ origins: JSON.stringify(sites) })
        .where("origins", "=", "[]")
        .execute();
    }
    await suspend(store, { email: "cat@operator.example", reason: "x" }, NOW_MS);
    const send = (form: Record<string, string>) =>
      browser.post("/owner/games/", { game: "baccarat", ...form });
    for (const act of ["try-down", "down"]) {
      const { status, text } = await send({ do: act, reason: " " });
      expect([status, text.includes("Say why")]).toEqual([409, true]);
    }
    const games = async () => wordsOf((await browser.get("/owner/games/")).text);
    const asked = await send({ do: "try-down", reason: "new cards" });
    expect(wordsOf(asked.text)).toMatch(
      /Take Baccarat down\? Nothing has been done yet.* Keys that open it now 2 Where on 2 sites that they name, on any site for the 1 that name none .* Reason new cards/,
    );
    expect(await games()).not.toContain("in maintenance since");
    // Going back loses nothing that was typed.
    const back = await send({ do: "back-down", reason: "new cards" });
    expect(sentFields(back.text)).toMatchObject({ game: "baccarat", reason: "new cards" });

    const done = await browser.post("/owner/games/", { ...sentFields(asked.text), do: "down" });
    expect(done.to).toBe("/owner/games/?done=down");
    expect(await games()).toContain("Baccarat: in maintenance since 2026-07-01 09:00 UTC");
    const acts = await listActs(store, 9);
    expect(acts.find(({ action }) => action === "maintenance_on")).toMatchObject({
      by: ME,
      detail: { game: "baccarat", reason: "new cards" },
    });
    expect((await send({ do: "up" })).to).toBe("/owner/games/?done=up");
    expect((await send({ do: "anything" })).status).toBe(409);
  });

  test("names the customer who has paid from the same address, unless it has paid for several", async () => {
    const office = await open(engine, NOW_MS);
    const { store, setup } = office;
    const { browser } = await joined(office);
    const arrive = async (number: number, amount: number) => {
      office.clock.nowMs += 10 * MINUTE_MS;
      const atMs = office.clock.nowMs - 2 * MINUTE_MS;
      setup.node.arrive(hashOf(number), atMs, [{ to: RECEIVER, amount }]);
      await setup.startWorker("a").work();
    };
    const review = async () => (await browser.get("/owner/review/")).text;
    await arrive(1, 777 * USDT);
    expect(await review()).not.toContain("sender");
    await arrive(2, (await anInvoice(store, "ann", office.clock.nowMs)).amount);
    expect(wordsOf(await review())).toContain("Same sender as a payment of ann@operator.example");
    expect(await review()).toContain('href="/owner/customer/?email=ann%40operator.example"');
    // As from an exchange, which says nothing of whose it is.
    await arrive(3, (await anInvoice(store, "ben", office.clock.nowMs)).amount);
    expect(wordsOf(await review())).toContain("Its sender has paid for 2 accounts before");
    expect(await review()).not.toContain("/owner/customer/?email=");
  });

  test("shows whom a payment would be credited to, for what and until when, before anything is done", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300 * USDT }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    // Neither a plan nor a customer is chosen beforehand.
    const { text } = await browser.get("/owner/review/");
    expect(text).toMatch(/<option value="">Choose…<\/option>/);
    expect(wordsOf(text)).toContain("It waits because it is not what the invoice asks for.");
    expect(text).not.toMatch(/<option[^>]* selected/);

    const form = { id: claim.id, plan: MONTH.name, days: "" };
    const [before, acts] = [await readRevision(store), await listActs(store, 9)];
    const shown = await browser.post("/owner/review/", { ...form, do: "try-assign" });
    expect(shown.status).toBe(200);
    const said = shown.text.replaceAll(/<!--.*?-->/gs, "").replaceAll(/<[^>]*>|\s+/g, " ");
    expect(said.replaceAll(/ +/g, " ")).toMatch(
      /Customer ann@operator\.example Plan Month, 30 days Runs now not yet Runs then until 2026-07-31 09:\d\d UTC Spent on it 349\.00 USDT To the balance nothing Month costs 49\.00 USDT now, so 300\.00 USDT more was paid/,
    );
    expect([await readRevision(store), await listActs(store, 9)]).toEqual([before, acts]);
    expect((await browser.get("/owner/review/")).text).toContain("ann@operator.example named it");

    for (const [wrong, words] of [
      [{ plan: "" }, "choose a plan"],
      [{ days: "7" }, "choose a plan"],
      [{ do: "assign", plan: "", days: "7", shown: "30" }, "not what the page showed"],
    ] as const) {
      const refused = await browser.post("/owner/review/", { ...form, do: "try-assign", ...wrong });
      expect([refused.status, refused.text.includes(words)]).toEqual([409, true]);
    }
    const asked = await browser.post("/owner/review/", { id: claim.id, do: "try-dismiss" });
    expect([asked.status, asked.text.includes("Dismiss 349.00 USDT?")]).toEqual([200, true]);
    expect(await listActs(store, 9)).toEqual(acts);
    const { to } = await browser.post("/owner/review/", { ...form, do: "assign", shown: "30" });
    expect(to).toBe("/owner/review/?done=assigned");
    const { text: customer } = await browser.get("/owner/customer/?email=ann%40operator.example");
    expect(customer).toMatch(/Until.{0,60}2026-07-31 09:\d\d UTC/s);
  });

  test("says what to do about a payment that was not credited on its page, and nothing of the command line", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300 * USDT }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    await aClaim(store, await anInvoice(store, "ben", NOW_MS), hash, NOW_MS);
    const form = { id: claim.id, plan: MONTH.name, days: "", do: "try-assign" };
    for (const [typed, words] of [
      [{}, "Then dismiss the other claims, or tick “even if others claim it”."],
      [{ plan: "Decade" }, "Choose one of them, or say how many days it buys."],
      [{ id: "clm_x" }, "What waits still stands below."],
    ] as const) {
      const { status, text } = await browser.post("/owner/review/", { ...form, ...typed });
      expect([status, text.includes(words)]).toEqual([409, true]);
      expect(text.replaceAll(/<!--.*?-->|<style>.*?<\/style>/gs, "")).not.toMatch(
        /--[a-z]|npm run/,
      );
    }
    const forced = await browser.post("/owner/review/", { ...form, force: "on" });
    expect([forced.status, forced.text.includes("Nothing has been done yet")]).toEqual([200, true]);
  });

  test("decides what waits, in the name of who did it, and takes it back", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: invoice.amount + 300 * USDT }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    const waiting = await browser.get("/owner/review/");
    expect(waiting.text).toContain("ann@operator.example named it");

    const form = { id: claim.id, plan: MONTH.name, days: "" };
    const { status, to } = await browser.post("/owner/review/", {
      ...form,
      do: "assign",
      shown: String(MONTH.days),
    });
    expect([status, to]).toEqual([303, "/owner/review/?done=assigned"]);
    const after = (await browser.get(to ?? "")).text;
    expect(after).toContain("Nothing waits for you");
    expect(after).toContain("Credited.");
    // Twice: said in words, and nothing happens.
    for (const act of ["dismiss", "try-dismiss"]) {
      const twice = await browser.post("/owner/review/", { do: act, id: claim.id });
      expect([twice.status, twice.text.includes("There is no payment")]).toEqual([409, true]);
    }
    const { text } = await browser.post("/owner/review/", { do: "try-unassign", id: claim.id });
    const asked = { ...sentFields(text), do: "unassign" };
    expect((await browser.post("/owner/review/", asked)).status).toBe(303);
    expect((await browser.get("/owner/review/")).text).toContain("ann@operator.example named it");
    expect((await browser.post("/owner/review/", { do: "dismiss", id: claim.id })).status).toBe(
      303,
    );
    const acts = await listActs(store, 9);
    expect(acts.map(({ action, by }) => [action, by])).toEqual(
      expect.arrayContaining(["dismissed", "unassigned", "assigned"].map((action) => [action, ME])),
    );
  });

  test("gives and takes days once what that does was shown, with a reason that the trail keeps", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    await anAccount(store, "ann");
    const page = "/owner/customer/?email=ann%40operator.example";
    const ask = async (act: string, days: string) => {
      const { status, text } = await browser.post(page, {
        do: `try-${act}`,
        days,
        reason: "an outage",
      });
      expect(status).toBe(200);
      return { says: wordsOf(text), form: sentFields(text) };
    };
    const before = [await readRevision(store), await listActs(store, 9)];
    const first = await ask("give", "10");
    expect(first.says).toContain(
      "Give 10 days? Nothing has been done yet. This is what it will do: Customer ann@operator.example Plan none Runs now not yet Runs then until 2026-07-11 09:00 UTC Key gets its first one Reason an outage",
    );
    expect([await readRevision(store), await listActs(store, 9)]).toEqual(before);
    expect(await store.db.selectFrom("api_key").select("id").execute()).toEqual([]);
    const given = await browser.post(page, { ...first.form, do: "give" });
    expect([given.status, given.to]).toEqual([303, `${page}&done=given`]);
    expect((await browser.get(page)).text).toContain("2026-07-11 09:00 UTC");
    // Sent twice, such as by an impatient press, it is done once.
    const again = await browser.post(page, { ...first.form, do: "give" });
    expect([again.status, again.text.includes("another moment than the page showed")]).toEqual([
      409,
      true,
    ]);
    expect((await browser.get(page)).text).toContain("2026-07-11 09:00 UTC");

    const all = await ask("take", "400");
    expect(all.says).toContain(
      "Runs now until 2026-07-11 09:00 UTC Runs then no more Reason an outage Fewer are left: all of them are taken. Its keys open nothing from then on.",
    );
    const some = await ask("take", "4");
    expect(some.says).toContain(
      "Runs then until 2026-07-07 09:00 UTC Reason an outage Take 4 days",
    );
    await browser.post(page, { ...some.form, do: "take" });
    expect((await browser.get(page)).text).toContain("2026-07-07 09:00 UTC");
    await suspend(store, { email: "ann@operator.example", reason: "x" }, NOW_MS);
    expect((await ask("give", "1")).says).toContain("It is suspended: its keys open nothing until");
    const acts = (await listActs(store, 9)).filter(({ action }) => action.startsWith("days_"));
    expect(acts.map(({ action, by, detail }) => [action, by, detail]).toSorted()).toEqual([
      ["days_given", ME, { days: "10", reason: "an outage" }],
      ["days_taken", ME, { days: "4", reason: "an outage" }],
    ]);
  });

  test("asks before what was credited is taken back, and says until when its customer's time then runs", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    const email = "ann@operator.example";
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300 * USDT }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    const form = { id: claim.id, plan: MONTH.name, days: "", shown: "30", do: "assign" };
    expect((await browser.post("/owner/review/", form)).status).toBe(303);
    expect((await browser.get("/owner/review/")).text).toContain("Take back…");

    const ask = () => browser.post("/owner/review/", { id: claim.id, do: "try-unassign" });
    const before = [await readRevision(store), await listActs(store, 9)];
    const { status, text } = await ask();
    expect([status, wordsOf(text)]).toEqual([
      200,
      expect.stringMatching(
        /Take back 349\.00 USDT\? .* Customer ann@operator\.example Plan Month, 30 days Runs now until 2026-07-31 09:\d\d UTC Runs then no more The payment waits in the review again Nothing else is paid for: its keys open nothing from then on\./,
      ),
    ]);
    expect([await readRevision(store), await listActs(store, 9)]).toEqual(before);
    // Days that came meanwhile change what taking it back does.
    await giveDays(store, vault, { email, days: 3, reason: "x" }, NOW_MS);
    const stale = await browser.post("/owner/review/", { ...sentFields(text), do: "unassign" });
    expect([stale.status, stale.text.includes("another moment than the page showed")]).toEqual([
      409,
      true,
    ]);
    const { text: now } = await ask();
    expect(wordsOf(now)).toMatch(/Runs then until 2026-07-04 09:\d\d UTC The payment waits/);
    const taken = await browser.post("/owner/review/", { ...sentFields(now), do: "unassign" });
    expect(taken.to).toBe("/owner/review/?done=unassigned");
    expect((await browser.get("/owner/review/")).text).toContain(`${email} named it`);
    expect((await ask()).status).toBe(409);
  });

  test("names in the head of each page where it belongs", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    await anAccount(office.store, "ann");
    const page = "/owner/customer/?email=ann%40operator.example";
    const question = { do: "try-give", days: "3", reason: "an outage" };
    const current = ({ text }: { text: string }) =>
      [...text.matchAll(/ aria-current="(page|true)"\s*>(?:<!--.*?-->)*([^<]*)/gs)].map(
        ([, kind, name]) => `${kind} ${name}`,
      );
    expect(current(await browser.get("/owner/plans/"))).toEqual(["page Plans"]);
    expect(current(await browser.get(page))).toEqual(["true Customers"]);
    expect(current(await browser.post(page, question))).toEqual(["true Customers"]);
    expect(current(await browser.get("/owner/mails/"))).toEqual(["true Overview"]);
  });

  test("finds customers by a part of their address or of their sites", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    for (const id of ["ann", "ben"]) {
      await anAccount(office.store, id);
    }
    const found = async (find: string) =>
      (await browser.get(`/owner/customers/?csv=1&find=${find}`)).text
        .split("\r\n")
        .slice(1)
        .map((row) => row.split(",")[0])
        .filter(Boolean);
    expect(await found("")).toHaveLength(2);
    expect(await found("ANN@")).toEqual(['"ann@operator.example"']);
    expect(await found("nobody")).toEqual([]);
    await giveDays(
      office.store,
      vault,
      { email: "ben@operator.example", days: 3, reason: "x" },
      NOW_MS,
    );
    await office.store.db
      .updateTable("api_key")
      .set({ origins: JSON.stringify(["https://www.casino.example"]) })
      .execute();
    expect(await found("casino")).toEqual(['"ben@operator.example"']);
  });

  test("marks customers whose keys open tables on any site, in the list as on their page", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    for (const id of ["ann", "ben", "cat"]) {
      await anAccount(store, id);
    }
    for (const email of ["ann@operator.example", "ben@operator.example"]) {
      await giveDays(store, vault, { email, days: 3, reason: "x" }, NOW_MS);
    }
    const named = await store.db
      .updateTable("api_key")
      .set({ origins: JSON.stringify(["https://www.casino.example"]) })
      .where("subscription_id", "in", (own) =>
        own.selectFrom("subscription").select("id").where("account_id", "=", "ben"),
      )
      .executeTakeFirst();
    expect(Number(named.numUpdatedRows)).toBe(1);
    const text = async (path: string) =>
      (await browser.get(path)).text.replaceAll(/<!--.*?-->/gs, "");
    const list = await text("/owner/customers/");
    const markOf = (email: string) =>
      /class="?([^">]*)"?>([^<]*)<\/span>/.exec(
        list.slice(list.indexOf(email)).split('data-label="Sites"')[1] ?? "",
      );
    expect(markOf(">ann@")?.slice(1)).toEqual(["waits", "any"]);
    expect(markOf(">ben@")?.slice(1)).toEqual(["", "https://www.casino.example"]);
    const page = (id: string) => text(`/owner/customer/?email=${id}%40operator.example`);
    expect(await page("ann")).toMatch(/Sites<\/dt>\s*<dd class="waits">any</);
    expect(await page("ben")).toMatch(/Sites<\/dt>\s*<dd class="">https:\/\/www\.casino\.example</);
    // Without a key that opens something, no site shows anything.
    expect(await page("cat")).toMatch(/Sites<\/dt>\s*<dd class="">none</);
    const rows = (await browser.get("/owner/customers/?csv=1")).text.split("\r\n");
    const sitesIn = rows.map((row) => row.split(",")[7]);
    expect(sitesIn).toEqual(['"sites"', '"any"', '"https://www.casino.example"', '""', undefined]);
  });

  test("sets a price once, however often the form is sent, and says why not where it cannot", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const form = {
      do: "price",
      plan: MONTH.name,
      price: "59",
      from: "2026-08-01T00:00",
      reason: "costs rose",
    };
    const first = await browser.post("/owner/plans/", form);
    expect([first.status, first.to]).toEqual([303, "/owner/plans/?done=priced"]);
    expect((await browser.post("/owner/plans/", form)).to).toBe("/owner/plans/?done=priced_before");
    expect((await browser.get("/owner/plans/")).text).toMatch(
      /59\.00.{0,40}from.{0,40}2026-08-01/s,
    );
    expect((await browser.get("/owner/plans/?list=prices&csv=1")).text).toContain(
      `"Month","30","59.00","later","2026-08-01T00:00:00Z","2026-07-01T09:00:00Z","${ME}","costs rose"`,
    );
    for (const [wrong, words] of [
      [{ price: "-1" }, "is no price"],
      [{ from: "2026-06-01T00:00" }, "is over"],
      [{ from: "soon" }, "is not a date"],
      [{ reason: " " }, "Say why"],
    ] as const) {
      const { status, text } = await browser.post("/owner/plans/", { ...form, ...wrong });
      expect([status, text.includes(words)]).toEqual([409, true]);
    }
    const acts = await listActs(office.store, 9);
    const act = acts.find(({ action }) => action === "price_set");
    expect(act).toMatchObject({ by: ME, detail: { before: "49.00" } });
    office.clock.nowMs = Date.UTC(2026, 7, 1);
    const again = await joined(office, BEN);
    expect((await again.browser.get("/owner/")).text).toContain("59.00 USDT");
  });

  test("adds, renames, retires and offers plans, and says so in the trail and to who buys", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const send = (form: Readonly<Record<string, string>>) =>
      browser.post("/owner/plans/", { reason: "asked for", ...form });
    const page = async () => (await browser.get("/owner/plans/")).text;
    const added = await send({ do: "add", name: "Week", days: "7", price: "15" });
    expect(added.to).toBe("/owner/plans/?done=plan_added");
    expect((await send({ do: "add", name: "Week", days: "8", price: "16" })).status).toBe(409);
    expect((await send({ do: "rename", plan: "Week", name: "Seven" })).to).toContain(
      "plan_renamed",
    );
    expect((await send({ do: "retire", plan: MONTH.name })).to).toContain("plan_retired");
    expect(await page()).toMatch(/Not on sale.{0,200}Month.{0,100}30 days, retired/s);
    expect((await browser.get("/owner/plans/?csv=1")).text).toBe(
      [
        '"plan","days","usdt","state","changed","by","reason"',
        `"Seven","7","15.00","on sale","2026-07-01T09:00:00Z","${ME}","asked for"`,
        `"Month","30","","retired","2026-07-01T09:00:00Z","${ME}","asked for"`,
        "",
      ].join("\r\n"),
    );
    expect((await browser.get("/owner/")).text).toMatch(/Seven.{0,200}15\.00 USDT/s);
    expect((await send({ do: "offer", plan: MONTH.name })).to).toContain("plan_offered");
    expect((await send({ do: "offer", plan: MONTH.name })).text).toContain("No retired plan");
    const acts = (await listActs(office.store, 9))
      .map(({ action, by }) => [action, by])
      .filter(([action]) => action?.startsWith("plan_"));
    expect(acts.toSorted()).toEqual(
      ["plan_added", "plan_offered", "plan_renamed", "plan_retired"].map((act) => [act, ME]),
    );
  });

  test("gives each list as a file, and so many files in a minute", async () => {
    const office = await open(engine, NOW_MS);
    const { store } = office;
    const { browser } = await joined(office);
    const invoice = await anInvoice(store, "ann", NOW_MS);
    // What a stranger may be called is nothing that a spreadsheet runs.
    await store.db.updateTable("account_user").set({ email: "=cmd@evil.example" }).execute();
    const claim = await aClaim(store, invoice, hashOf(1), NOW_MS);
    const transfers = [{ to: RECEIVER, amount: invoice.amount + 300 * USDT }];
    await decided(store, claim, aReceipt(hashOf(1), NOW_MS, transfers), NOW_MS);
    const files: Readonly<Record<string, string>> = {
      "?": '"disk",""\r\n"mail","3 mails did not leave."',
      "customers/?": `"'=cmd@evil.example"`,
      "payments/?": '"waiting"',
      "review/?": `"amount_mismatch"`,
      "review/?list=assigned&": '"credited","usdt"',
      "books/?list=days&": '"2026-07-01"',
      "books/?list=revenue&": '"month"',
      "books/?list=balances&": '"email","balance_usdt","account"',
      "plans/?": '"Month","30","49.00","on sale",""',
      "plans/?list=prices&": '"Month","30","49.00","now",""',
      "mails/?": '"written","kind"',
      "games/?": '"baccarat","open",""',
      "people/?": `"${ME}","joined"`,
      "trail/?": '"joined"',
    };
    for (const [path, text] of Object.entries(files)) {
      const file = await browser.get(`/owner/${path}csv=1`);
      expect([path, file.headers.get("content-type")]).toEqual([path, "text/csv; charset=utf-8"]);
      expect([path, file.text]).toEqual([path, expect.stringContaining(text)]);
      expect(file.text).not.toContain('"=cmd');
    }
    const rest = Array.from({ length: 60 }, () => browser.get("/owner/games/?csv=1"));
    const refused = (await Promise.all(rest)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(Object.keys(files).length);
    expect(refused[0]?.text).toContain("Wait a minute.");
    expect((await browser.get("/owner/games/")).status).toBe(200);
    office.clock.nowMs += MINUTE_MS;
    expect((await browser.get("/owner/games/?csv=1")).status).toBe(200);
  });

  test("shows what strangers typed as text, never as part of the page", async () => {
    const office = await open(engine, NOW_MS);
    const { browser } = await joined(office);
    const evil = '"><script>alert(1)</script>@operator.example';
    const found = await browser.get(`/owner/payments/?find=${encodeURIComponent(evil)}`);
    expect(found.text).not.toContain("<script>alert");
    const customer = await browser.get(`/owner/customer/?email=${encodeURIComponent(evil)}`);
    expect(customer.text).not.toContain("<script>alert");
    expect(customer.headers.get("content-security-policy")).not.toContain("script-src");
  });
});

describe.each(engines)("how a customer signs in, in the back office on $name,", (engine) => {
  const PAGE = "/owner/customer/?email=ann%40operator.example";

  /** The page of an account with codes and a browser that is signed in; and its forms. */
  async function openCustomer() {
    const office = await open(engine, NOW_MS);
    const { store, clock } = office;
    const { browser, secret } = await joined(office);
    await anAccount(store, "ann");
    await store.db.updateTable("account_user").set({ two_factor_enabled: 1 }).execute();
    const codes = { id: "two", user_id: "ann", secret: "", backup_codes: "", locked_until: null };
    await store.db
      .insertInto("account_two_factor")
      .values({ ...codes, verified: 1 })
      .execute();
    const at = new Date(NOW_MS).toISOString();
    await store.db
      .insertInto("account_session")
      .values({
        id: "ses",
        token: "token",
        user_id: "ann",
        expires_at: new Date(NOW_MS + DAY_MS).toISOString(),
        ip_address: null,
        user_agent: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const send = (form: Readonly<Record<string, string>>) => {
      clock.nowMs += STEP_MS;
      const proof = { password: PASSWORD, code: codeAt(secret, clock.nowMs) };
      return browser.post(PAGE, { reason: "known by voice", ...proof, ...form });
    };
    const sessions = async () =>
      (await store.db.selectFrom("account_session").select("id").execute()).length;
    const news = async () =>
      (await store.db.selectFrom("audit").select("action").where("unmailed", "=", 1).execute()).map(
        ({ action }) => action,
      );
    return { office, browser, send, sessions, news };
  }

  test("loses lost codes, told by mail, and by nobody who cannot show who they are", async () => {
    const { office, browser, send, sessions, news } = await openCustomer();
    expect((await browser.get(PAGE)).text).toMatch(/Codes on sign-in.{0,80}on/s);
    for (const act of ["move", "codes-off"]) {
      const { status, text } = await send({ do: act, code: "000000", address: "eve@evil.example" });
      expect([act, status, text.includes("your password or code is wrong")]).toEqual([
        act,
        409,
        true,
      ]);
    }
    expect([await news(), await sessions()]).toEqual([[], 1]);
    // Wrong codes count.
    office.clock.nowMs += 15 * MINUTE_MS;
    expect((await send({ do: "codes-off" })).to).toContain("done=codes_off");
    expect((await send({ do: "codes-off" })).text).toContain("signs in without codes");
    expect(await sessions()).toBe(1);
    expect(await news()).toEqual(["second_factor_off"]);
    const { text } = await browser.get(PAGE);
    expect(text).toMatch(/Codes on sign-in.{0,80}off/s);
    expect(text).not.toContain("Switch its codes off");
    expect(await listActs(office.store, 1)).toMatchObject([
      { action: "codes_off", by: ME, detail: { reason: "known by voice" } },
    ]);
  });

  test("gets another address: its page goes on there, and both mailboxes are told", async () => {
    const { office, browser, send, sessions, news } = await openCustomer();
    await anAccount(office.store, "ben");
    const taken = await send({ do: "move", address: "ben@operator.example" });
    expect([taken.status, taken.text.includes("has an account already")]).toEqual([409, true]);
    const { status, to } = await send({ do: "move", address: "Ann@New.example" });
    expect([status, to]).toEqual([303, "/owner/customer/?email=ann%40new.example&done=moved"]);
    const { text } = await browser.get(to ?? "");
    expect(text).toContain("It has its new address");
    // What it signs in with stays.
    expect(text).toMatch(/Codes on sign-in.{0,80}on/s);
    expect([await sessions(), await news()]).toEqual([0, ["address_moved"]]);
    const mails = await office.store.db.selectFrom("outbox").select("kind").execute();
    expect(mails).toEqual([{ kind: "news" }]);
    expect((await browser.get(PAGE)).text).toContain("There is no account");
    const [act] = await listActs(office.store, 1);
    expect(act).toMatchObject({ action: "address_moved", by: ME });
  });

  test("stands in the trail by the address that it had then, and by none once it is deleted", async () => {
    const { office, browser, send } = await openCustomer();
    const { store, clock } = office;
    const [old, latest] = ["ann@operator.example", "ann@new.example"];
    await send({ do: "suspend" });
    await send({ do: "move", address: latest });
    clock.nowMs += 1;
    await reinstate(store, { email: latest, reason: "asked" }, clock.nowMs);
    // Somebody else has the old address by now.
    await anAccount(store, "ben");
    await store.db
      .updateTable("account_user")
      .set({ email: old })
      .where("id", "=", "ben")
      .execute();
    const told = async () =>
      (await listActs(store, 3)).map(({ action, email, emailNow }) => [action, email, emailNow]);
    expect(await told()).toEqual([
      ["reinstated", latest, null],
      ["address_moved", old, latest],
      ["suspended", old, latest],
    ]);
    const { text } = await browser.get("/owner/trail/");
    expect(text).toContain(`email=${encodeURIComponent(latest)}`);
    expect(text).not.toContain(`email=${encodeURIComponent(old)}`);
    // One that was left before such addresses were kept is not known, and the present one was not its address.
    await store.db.deleteFrom("account_former_address").execute();
    expect((await told())[2]).toEqual(["suspended", null, latest]);
    await store.db.deleteFrom("account_user").where("id", "=", "ann").execute();
    expect(await told()).toEqual([
      ["reinstated", null, null],
      ["address_moved", null, null],
      ["suspended", null, null],
    ]);
  });
});

describe.each(engines)("colleagues in the back office on $name", (engine) => {
  /** Somebody in the office, and what they send to change who else is. */
  async function openPeople() {
    const office = await open(engine, NOW_MS);
    const { browser, secret } = await joined(office);
    const change = (form: Readonly<Record<string, string>>, typed: object = {}) => {
      // The code that they have signed in with is used up.
      office.clock.nowMs += STEP_MS;
      const code = codeAt(secret, office.clock.nowMs);
      return browser.post("/owner/people/", { password: PASSWORD, code, ...typed, ...form });
    };
    const page = async () => (await browser.get("/owner/people/")).text;
    const people = async () =>
      (await listUsers(office.store)).map(({ email, hasJoined }) => [email, hasJoined]);
    return { office, browser, change, page, people };
  }

  test("are invited with a link that is shown once, and come in with it", async () => {
    const { office, browser, change, page, people } = await openPeople();
    const { status, text } = await change({ do: "invite", email: BEN });
    const token = /token=(\w{32})/.exec(text)?.[1] ?? "";
    expect([status, text.includes(`${office.url}/owner/join/?token=${token}`)]).toEqual([
      200,
      true,
    ]);
    expect(await page()).toMatch(/ben@tableside\.example.{0,200}open until/s);
    expect(await page()).not.toContain(token);
    const ben = browserAt(office);
    const secret = secretIn((await ben.get(`/owner/join/?token=${token}`)).text);
    const code = codeAt(secret, office.clock.nowMs);
    expect((await ben.post("/owner/join/", { token, password: PASSWORD, code })).status).toBe(303);
    expect(await people()).toEqual([
      [BEN, true],
      [ME, true],
    ]);
    // Inviting him again would let one take his place.
    const again = await change({ do: "invite", email: BEN.toUpperCase() });
    expect([again.status, again.text.includes("has access already")]).toEqual([409, true]);
    expect((await ben.get("/owner/")).status).toBe(200);
    expect((await browser.get("/owner/trail/")).text).toContain(`person: ${BEN}`);
  });

  test("are invited or removed by nobody who has only found an open browser", async () => {
    const { office, change, people } = await openPeople();
    await joined(office, BEN);
    const before = await people();
    for (const form of [
      { do: "invite", email: "eve@evil.example" },
      { do: "remove", email: BEN },
    ]) {
      for (const typed of [{ password: "a guess at it" }, { code: "000000" }, { code: "" }]) {
        const { status, text } = await change(form, typed);
        expect([status, text.includes("your password or code is wrong")]).toEqual([409, true]);
      }
    }
    expect(await people()).toEqual(before);
    // Nor can they go on guessing: each of the six guesses counted.
    const guesses = Array.from({ length: 30 }, () =>
      change({ do: "remove", email: BEN }, { password: "a guess at it" }),
    );
    const said = (await Promise.all(guesses)).map(({ text }) => text.includes("Too many tries"));
    expect(said.filter(Boolean).length).toBeGreaterThan(0);
  });

  test("with an invitation that is withdrawn do not come in", async () => {
    const { office, change } = await openPeople();
    const { text } = await change({ do: "invite", email: BEN });
    const token = /token=(\w{32})/.exec(text)?.[1] ?? "";
    expect((await change({ do: "withdraw", email: BEN })).to).toContain("done=withdrawn");
    expect((await browserAt(office).get(`/owner/join/?token=${token}`)).status).toBe(404);
    // Who has joined is no invitation.
    const other = await change({ do: "withdraw", email: ME });
    expect([other.status, other.text.includes("No invitation")]).toEqual([409, true]);
    const [act] = await listActs(office.store, 1);
    expect(act).toMatchObject({ action: "invitation_withdrawn", by: ME, detail: { person: BEN } });
  });

  test("are removed at once, but the last one never", async () => {
    const { office, change, people } = await openPeople();
    const alone = await change({ do: "remove", email: ME });
    expect([alone.status, alone.text.includes("Nobody else may come in")]).toEqual([409, true]);
    const { browser: ben } = await joined(office, BEN);
    expect((await change({ do: "remove", email: BEN })).to).toContain("done=removed");
    expect((await ben.get("/owner/")).to).toBe("/owner/sign-in/");
    // An invitation is nobody who could let them in again.
    await invite(office.store, vault, BEN, office.clock.nowMs);
    expect((await change({ do: "remove", email: ME })).status).toBe(409);
    expect(await people()).toEqual([
      [BEN, false],
      [ME, true],
    ]);
  });

  test("who remove one another at once: one of them stays", async () => {
    const { office } = await openPeople();
    await joined(office, BEN);
    const { store, clock } = office;
    const ids = await store.db.selectFrom("office_user").select(["id", "email"]).execute();
    const [one, other] = ids as [(typeof ids)[number], (typeof ids)[number]];
    const done = await Promise.allSettled([
      removeColleague(store, one.email, other, clock.nowMs),
      removeColleague(store, other.email, one, clock.nowMs),
    ]);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listUsers(store)).toHaveLength(1);
    // Nor does the one who is gone let in anybody.
    const [left] = await listUsers(store);
    const gone = ids.find(({ email }) => email !== left?.email) ?? one;
    await expect(
      inviteColleague(store, vault, "eve@evil.example", gone, clock.nowMs),
    ).rejects.toThrow("You have no access any more.");
  });
});

describe.each(engines)("a suspended account on $name", (engine) => {
  test("has keys that open nothing, those that it gets later too, until that ends", async () => {
    const { store } = await openPaymentSetup(NOW_MS, { place: await engine.place() });
    await anAccount(store, "ann");
    const [email, reason] = ["ann@operator.example", "a stolen card"];
    await suspend(store, { email, reason }, NOW_MS);
    await giveDays(store, vault, { email, days: 3, reason }, NOW_MS);
    const { id } = await store.db.selectFrom("api_key").select("id").executeTakeFirstOrThrow();
    const keyText = (await revealKey(store, vault, "ann", id)) ?? "";
    const access = async () => {
      const changes = { state: "answering" as const, onChange: () => {} };
      return createKeyChecker(store, changes).check([keyText], NOW_MS);
    };
    expect(await access()).toEqual({ verdict: "unauthorized", reason: "suspended", keyId: id });
    const states = async () => {
      const found: Customer[] = [];
      for await (const customer of customers(store, NOW_MS)) {
        found.push(customer);
      }
      return customerList(found, NOW_MS).rows.map(([, state]) => state);
    };
    // The list of customers once showed nothing of it.
    expect(await states()).toEqual(["suspended"]);
    await expect(suspend(store, { email, reason }, NOW_MS)).rejects.toThrow("already suspended");
    const before = await readRevision(store);
    await reinstate(store, { email, reason }, NOW_MS);
    // Other servers learn of it by the revision.
    expect(await readRevision(store)).toBeGreaterThan(before);
    expect(await access()).toMatchObject({ verdict: "ok", keyId: id });
    expect(await states()).toEqual(["active"]);
    await expect(reinstate(store, { email, reason }, NOW_MS)).rejects.toThrow("not suspended");
    const acts = await listActs(store, 9);
    expect(acts.map(({ action }) => action).toSorted()).toEqual([
      "days_given",
      "reinstated",
      "suspended",
    ]);
  });
});

async function signIn(
  browser: OfficeBrowser,
  typed: { readonly password?: string; readonly code: string },
): Promise<[status: number, to: string | null]> {
  const { status, to } = await browser.post("/owner/sign-in/", {
    email: ME,
    password: PASSWORD,
    ...typed,
  });
  return [status, to];
}
