/*
 * What an owner can send: each act of the back office's own table of them, with and without a code, and every query. An
 * act that is new is missing here, and the test says so.
 */
import { expect, test } from "vitest";
import { OFFICE_ROUTES } from "../../server/owner/office.ts";
import { addEntry } from "../../server/payment/balance.ts";
import { serialized } from "../../server/store/serialized.ts";
import { BEN, enrolled, ME, openOffice, PASSWORD } from "../support/back-office.ts";
import { times } from "../support/effort.ts";
import { sqlite } from "../support/engines.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, MONTH } from "../support/payments.ts";
import { migratedPlace } from "../support/temp-store.ts";
import { RECEIVER } from "../support/tron-node.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { askedNames, oddForms } from "./odd-forms.ts";
import type { Fields, OddForm } from "./odd-forms.ts";
import { watchServer } from "./watched-server.ts";
import type { Answer } from "./watched-server.ts";

/** Set it to try other values in each field. */
const EACH = times(2, 12);
const NOW_MS = Date.UTC(2026, 6, 1, 9);
/** Tables that a refusal may change. */
const VOLATILE = { account_two_factor: "codes are used up, and wrong ones counted" };
const CUSTOMER = "/owner/customer/?email=ann%40operator.example";

/** An office with something that each of its forms is about, and the browser of an owner. */
async function openWatched() {
  const place = await migratedPlace();
  const office = await openOffice({ ...sqlite, place: async () => place }, NOW_MS);
  const { store, url } = office;
  await enrolled(office, BEN);
  const { code, browser } = await enrolled(office, ME);
  let cookie = "";
  /** A session lasts half a day, and each code takes half a minute. */
  async function signIn() {
    const typed = { email: ME, password: PASSWORD, code: code() };
    const { set = "" } = await browser.post("/owner/sign-in/", typed);
    cookie = set.split(";")[0] ?? "";
  }
  await signIn();
  for (const [index, account] of ["ann", "ben"].entries()) {
    const invoice = await anInvoice(store, account, NOW_MS);
    const hash = hashOf(index + 1);
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300_000_000 }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
  }
  const entry = { account_id: "ann", kind: "twice", amount: 3_000_000, at: NOW_MS } as const;
  await serialized(store, (within) => addEntry(within, entry));
  const { id } = await store.db.selectFrom("claim").select("id").executeTakeFirstOrThrow();

  async function ask(path: string, form?: OddForm): Promise<Answer> {
    const headers = { cookie, origin: url, "content-type": form?.type ?? "" };
    const body = form && { method: "POST", body: Buffer.from(form.body, "latin1") };
    const response = await fetch(url + path, { redirect: "manual", headers, ...body });
    const { status } = response;
    return { status, text: await response.text(), isRefusal: status !== 303 };
  }

  const watched = await watchServer("file" in place ? place.file : "", VOLATILE);
  return { ask, signIn, code, claimId: id, watched };
}

/** A form of each act, as somebody means it. */
function formsOf(id: string): readonly (readonly [path: string, fields: Fields])[] {
  const reason = "known by voice";
  return [
    [CUSTOMER, { do: "give", days: "3", reason }],
    [CUSTOMER, { do: "take", days: "1", reason }],
    [CUSTOMER, { do: "suspend", reason }],
    [CUSTOMER, { do: "reinstate", reason }],
    [CUSTOMER, { do: "refund", amount: "1", hash: hashOf(9) }],
    [CUSTOMER, { do: "codes-off", reason }],
    ["/owner/review/", { do: "assign", id, plan: MONTH.name, days: "", email: "", force: "on" }],
    ["/owner/review/", { do: "unassign", id }],
    ["/owner/review/", { do: "dismiss", id }],
    ["/owner/plans/", { do: "price", plan: MONTH.name, price: "15", from: "", reason }],
    ["/owner/plans/", { do: "add", name: "Week", days: "7", price: "15", reason }],
    ["/owner/plans/", { do: "rename", plan: "Week", name: "Seven", reason }],
    ["/owner/plans/", { do: "retire", plan: MONTH.name, reason }],
    ["/owner/plans/", { do: "offer", plan: MONTH.name, reason }],
    [CUSTOMER, { do: "move", address: "moved@operator.example", reason }],
    ["/owner/", { do: "remove", email: BEN }],
  ];
}

const FORM = "application/x-www-form-urlencoded";

test(`whatever an owner sends in a form is done, or refused and nothing is changed, seed ${fuzzSeed}`, async () => {
  const { ask, signIn, code, claimId, watched } = await openWatched();
  const forms = formsOf(claimId);
  const drawn = forms.map(([path, { do: act }]) => `${path.replace(/\?.*/, "")} ${act}`);
  const known = Object.entries(OFFICE_ROUTES).flatMap(([path, { acts = {} }]) =>
    Object.keys(acts).map((act) => `${path} ${act}`),
  );
  expect(drawn.toSorted()).toEqual(known.toSorted());
  for (const [path, fields] of forms) {
    await watched.send("sign-in", async () => {
      await signIn();
      return { ...(await ask("/owner/")), isRefusal: false };
    });
    const [, asked] = await askedNames(() =>
      watched.send(path, () =>
        ask(path, { type: FORM, body: String(new URLSearchParams(fields)) }),
      ),
    );
    const names = [...new Set([...Object.keys(fields), ...asked])].filter(
      // Nobody can guess a code, and it is tried in each of these forms.
      (name) => name !== "code" && name !== "csv" && name !== "done",
    );
    for (const { type, body } of oddForms(fields, names, EACH, fuzzSeed)) {
      for (const form of [body, `${body}&code=${code()}`]) {
        await watched.send(`POST ${path} ${type} ${form}`, () => ask(path, { type, body: form }));
      }
    }
    expect([path, fields, (await ask("/owner/")).text.includes(ME)]).toEqual([path, fields, true]);
  }
  expect(watched.faults).toEqual([]);
});
