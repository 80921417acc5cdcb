import { describe, expect, test } from "vitest";
import { listActs } from "../../../server/owner/act-list.ts";
import { addEntry } from "../../../server/payment/balance.ts";
import { listReview } from "../../../server/payment/review.ts";
import { codeAt, joined, openOffice, PASSWORD } from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import { sentFields, wordsOf } from "../../support/office-page.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, MONTH } from "../../support/payments.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const STEP_MS = 30_000;
const USDT = 1_000_000;
const CUSTOMER = "/owner/customer/?email=ann%40operator.example";

describe.each(engines)("a form that the back office refuses, on $name,", (engine) => {
  /** An office with something that each of its forms is about, and who sends them. */
  async function openShop() {
    const office = await openOffice(engine, NOW_MS);
    const { store, clock } = office;
    const { browser, secret } = await joined(office);
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300 * USDT }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    const entry = { account_id: "ann", kind: "twice", amount: 3 * USDT, at: NOW_MS } as const;
    await store.db.transaction().execute((within) => addEntry(within, entry));
    const proof = () => {
      clock.nowMs += STEP_MS;
      return { password: PASSWORD, code: codeAt(secret, clock.nowMs) };
    };
    return { office, browser, claim, proof };
  }

  test("stands again with all that was typed, but for password and code, under what was wrong", async () => {
    const { office, browser, claim, proof } = await openShop();
    const reason = "known by voice";
    const offer = { do: "retire", plan: MONTH.name, reason };
    const forms: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
      [
        "/owner/review/",
        { do: "try-assign", id: claim.id, plan: MONTH.name, days: "7", force: "on" },
        "choose a plan",
      ],
      [CUSTOMER, { do: "try-give", days: "ten", reason }, "whole number"],
      [CUSTOMER, { do: "take", days: "3", reason }, "has no days left"],
      [CUSTOMER, { do: "give", days: "3", reason: " " }, "Say why"],
      [CUSTOMER, { do: "refund", amount: "5", hash: hashOf(9) }, "has a balance of 3.00 USDT"],
      [CUSTOMER, { do: "reinstate", reason }, "is not suspended"],
      [
        CUSTOMER,
        { do: "move", address: "eve@evil.example", reason, code: "000000" },
        "code is wrong",
      ],
      [CUSTOMER, { do: "move", address: "ann@operator.example", reason }, "has an account already"],
      [
        "/owner/plans/",
        { do: "price", plan: MONTH.name, price: "-1", from: "2026-08-01T00:00", reason },
        "is no price",
      ],
      [
        "/owner/plans/",
        { do: "add", name: "Week", days: "0", price: "15", reason },
        "whole number",
      ],
      ["/owner/plans/", { do: "rename", plan: MONTH.name, name: "a/b", reason }, "is no name"],
      ["/owner/plans/", { ...offer, reason: " " }, "Say why"],
      ["/owner/people/", { do: "invite", email: "nobody@nowhere", code: "0" }, "code is wrong"],
    ];
    for (const [page, form, words] of forms) {
      const { do: act, code, ...typed } = form;
      const { status, text } = await browser.post(page, { ...proof(), ...form });
      expect([form, status]).toEqual([form, 409]);
      const heading = text.indexOf("</h1>");
      // What was wrong comes first, and leads to the form.
      expect(text.slice(heading, text.indexOf("</p>", heading))).toContain(words);
      expect([act, text.includes('href="#typed"')]).toEqual([act, true]);
      const empty = { password: "", code: "" };
      expect(sentFields(text)).toMatchObject(code === undefined ? typed : { ...typed, ...empty });
      expect(text).not.toContain(PASSWORD);
      expect([act, isFoldedUp(text)]).toEqual([act, false]);
    }
    expect((await listActs(office.store, 9)).map(({ action }) => action)).toEqual(
      expect.not.arrayContaining(["days_given", "address_moved", "price_set"]),
    );
  });

  test("stands again after its question was answered with no", async () => {
    const { office, browser, claim } = await openShop();
    const days = { days: "10", reason: "an outage" };
    const order = { id: claim.id, plan: MONTH.name, force: "on" };
    for (const [page, typed, act] of [
      [CUSTOMER, days, "give"],
      ["/owner/review/", order, "assign"],
      ["/owner/review/", order, "dismiss"],
    ] as const) {
      const asked = await browser.post(page, { ...typed, do: `try-${act}` });
      const back = await browser.post(page, { ...sentFields(asked.text), do: `back-${act}` });
      expect([back.status, sentFields(back.text)]).toEqual([200, expect.objectContaining(typed)]);
      expect(back.text).not.toContain('class="notice');
    }
    const acts = await listActs(office.store, 9);
    expect(acts.map(({ action }) => action).toSorted()).toEqual(["invited", "joined"]);
  });

  test("is no other form than the one that was sent", async () => {
    const { office, browser } = await openShop();
    const { store, setup } = office;
    await anInvoice(store, "ben", NOW_MS);
    for (const hash of [hashOf(5), hashOf(6)]) {
      setup.node.arrive(hash, NOW_MS - 120_000, [{ to: RECEIVER, amount: 777 * USDT }]);
    }
    await setup.startWorker("a").work();
    const unclaimed = (await listReview(store)).filter(({ claims }) => claims.length === 0);
    const ids = unclaimed.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const review = wordsOf((await browser.get("/owner/review/")).text);
    expect(review).toContain("It waits because it is not what any invoice asks for.");
    const typed = { id: ids[1] ?? "", email: "ben@operator.example", plan: "", days: "" };
    const { text } = await browser.post("/owner/review/", { ...typed, do: "try-assign" });
    expect(sentFields(text)).toMatchObject(typed);
    expect(text.split('value="ben@operator.example"')).toHaveLength(2);
    const asked = await browser.post("/owner/review/", { ...typed, do: "try-dismiss" });
    const back = { ...sentFields(asked.text), do: "back-dismiss" };
    expect(back).toMatchObject(typed);
    expect(sentFields((await browser.post("/owner/review/", back)).text)).toMatchObject(typed);
    // One that waits no more leaves nothing to go back to.
    const gone = { ...typed, id: "trf_9", days: "3", do: "try-assign" };
    const refused = await browser.post("/owner/review/", gone);
    expect([refused.status, refused.text.includes('href="#typed"')]).toEqual([409, false]);
  });
});

/** Whether the form that was sent lies in something that is folded up. */
function isFoldedUp(text: string): boolean {
  const before = text.slice(0, text.indexOf('id="typed"'));
  const [opened, closed] = [before.lastIndexOf("<details"), before.lastIndexOf("</details>")];
  return opened > closed && !/^<details[^>]* open/.test(before.slice(opened));
}
