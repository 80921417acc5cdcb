/*
 * What whoever runs the service can send: every form that stands on a page of the back office, by the office's own
 * table of pages, and every query. A page whose form is not drawn here fails the test.
 */
import { expect, test } from "vitest";
import { SESSION } from "../../server/owner/office/cookies.ts";
import { OFFICE_ROUTES } from "../../server/owner/office/office.ts";
import { BACK, TRY } from "../../server/owner/office/typed.ts";
import { addEntry } from "../../server/payment/balance.ts";
import { BEN, codeAt, joined, ME, openOffice, PASSWORD } from "../support/back-office.ts";
import { times } from "../support/effort.ts";
import { sqlite } from "../support/engines.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, MONTH } from "../support/payments.ts";
import { migratedPlace } from "../support/temp-store.ts";
import { RECEIVER } from "../support/tron-node.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { askedNames, oddForms, oddValues, withRaw } from "./odd-forms.ts";
import type { Fields, OddForm } from "./odd-forms.ts";
import { watchServer } from "./watched-server.ts";
import type { Answer } from "./watched-server.ts";

/** Set it to try other values in each field. */
const EACH = times(3, 12);
const NOW_MS = Date.UTC(2026, 6, 1, 9);
const STEP_MS = 30_000;
/** Tables that a refusal may change. */
const VOLATILE = {
  office_user: "wrong codes are counted, and a right one is used up",
  office_session: "a session is used",
};
/** What the pages of a customer, of a file and of others are asked with. */
const CUSTOMER = "?email=ann%40operator.example";
const SIGN_OUT = "/owner/sign-out/";
/** What people type where a form stands empty. */
const TYPED: Fields = {
  days: "3",
  amount: "1",
  hash: hashOf(9),
  reason: "known by voice",
  address: "moved@operator.example",
  email: "new@tableside.example",
  name: "Week",
  price: "15",
  from: "2026-08-01T00:00",
};

/** A form on a page: where it goes, and what it holds. */
interface DrawnForm {
  readonly action: string;
  readonly fields: Fields;
}

/** The forms of a page, once for each of their buttons. */
function formsOn(page: string, text: string): DrawnForm[] {
  const said = text.replaceAll(/<!--.*?-->|<\?>/gs, "");
  return [...said.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, head = ""]) => head.includes('method="post"'))
    .flatMap(([, head = "", inner = ""]) => {
      const fields: Record<string, string> = {};
      const acts: string[] = [];
      for (const [tag] of inner.matchAll(/<(?:input|select|button|textarea)[^>]*>/gs)) {
        const name = attribute(tag, "name");
        if (tag.startsWith("<button") && name === "do") {
          acts.push(attribute(tag, "value"));
        } else if (name !== "") {
          fields[name] = attribute(tag, "value") || (TYPED[name] ?? MONTH.name);
        }
      }
      const action = attribute(head, "action") || page;
      return (acts.length === 0 ? [undefined] : acts).map((act) => ({
        action,
        fields: { ...fields, ...(act !== undefined && { do: act }) },
      }));
    });
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** An office with something that each of its forms is about, and a browser in it that sends whatever it is told to. */
async function openWatched() {
  const place = await migratedPlace();
  const office = await openOffice({ ...sqlite, place: async () => place }, NOW_MS);
  const { store, clock, url } = office;
  const { secret } = await joined(office);
  await joined(office, BEN);
  for (const [index, account] of ["ann", "ben"].entries()) {
    const invoice = await anInvoice(store, account, NOW_MS);
    const hash = hashOf(index + 1);
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: MONTH.price + 300_000_000 }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
  }
  const entry = { account_id: "ann", kind: "twice", amount: 3_000_000, at: NOW_MS } as const;
  await store.db.transaction().execute((within) => addEntry(within, entry));
  let cookie = "";

  async function ask(path: string, form?: OddForm): Promise<Answer> {
    const response = await fetch(url + path, {
      redirect: "manual",
      headers: {
        cookie,
        origin: url,
        ...(form !== undefined && form.type !== "" && { "content-type": form.type }),
      },
      ...(form !== undefined && { method: "POST", body: Buffer.from(form.body, "latin1") }),
    });
    const [set] = response.headers.getSetCookie();
    if (set?.startsWith(`${SESSION}=`) === true) {
      cookie = set.split(";")[0] ?? "";
    }
    const { status } = response;
    const isAsked = new RegExp(`(?:^|&)do=(?:${TRY}|${BACK})`).test(form?.body ?? "");
    return { status, text: await response.text(), isRefusal: status >= 400 || isAsked };
  }

  /** Password and code, where a form has them, and time enough between two tries. */
  const proven = (fields: Fields): Fields => {
    clock.nowMs += "password" in fields ? 2 * STEP_MS : 2_001;
    return "password" in fields
      ? { ...fields, password: PASSWORD, code: codeAt(secret, clock.nowMs) }
      : fields;
  };
  const signIn = () =>
    ask("/owner/sign-in/", bodyOf(proven({ email: ME, password: "", code: "" })));
  await signIn();
  const watched = await watchServer("file" in place ? place.file : "", VOLATILE);
  return { ask, proven, signIn, watched };
}

test(`whatever is sent in a form of the back office is done, or refused and nothing is changed, seed ${fuzzSeed}`, async () => {
  const { ask, proven, signIn, watched } = await openWatched();
  const forms = new Map<string, DrawnForm>();
  for (const page of Object.keys(OFFICE_ROUTES)) {
    const { text } = await ask(page === "/owner/customer/" ? page + CUSTOMER : page);
    for (const { action, fields } of formsOn(page, text)) {
      // What a form asks about first can be sent without having been asked.
      for (const act of new Set([fields["do"] ?? "", (fields["do"] ?? "").replace(TRY, "")])) {
        // Nobody removes whoever goes on here.
        const about = fields["email"] === ME ? { email: BEN } : {};
        forms.set(`${action} ${act}`, { action, fields: { ...fields, ...about, do: act } });
      }
    }
  }
  forms.delete(`${SIGN_OUT} `);
  const posts = Object.keys(OFFICE_ROUTES).filter((path) => OFFICE_ROUTES[path]?.post);
  const drawn = new Set([...forms.values()].map(({ action }) => action.replace(/\?.*/, "")));
  expect([...drawn]).toEqual(expect.arrayContaining(posts));
  for (const { action, fields } of forms.values()) {
    // Half a day later a session ends, and every try takes a minute.
    await watched.send("signing in", signIn);
    const [, names] = await askedNames(() =>
      watched.send(action, () => ask(action, bodyOf(proven(fields)))),
    );
    const all = new Set([...Object.keys(fields), ...names]);
    all.delete("password");
    for (const { type, body } of oddForms(fields, [...all], EACH, fuzzSeed)) {
      const form =
        "password" in fields ? { type, body: withProof(body, proven(fields)) } : { type, body };
      proven({});
      await watched.send(`POST ${action} ${type} ${body}`, () => ask(action, form));
    }
    expect([action, fields, (await ask("/owner/")).text.includes(ME)]).toEqual([
      action,
      fields,
      true,
    ]);
  }
  expect(watched.faults).toEqual([]);
});

const bodyOf = (fields: Fields): OddForm => ({
  type: "application/x-www-form-urlencoded",
  body: String(new URLSearchParams(fields)),
});

/** Puts the right password and code where the old ones stand, and not where something odd does. */
function withProof(body: string, { password = "", code = "" }: Fields): string {
  const proof = new URLSearchParams({ password, code });
  return body
    .replace(/(^|&)password=[^&]*/, `$1password=${encodeURIComponent(proof.get("password") ?? "")}`)
    .replace(new RegExp(`(^|&)code=${encodeURIComponent(MONTH.name)}(?=&|$)`), `$1code=${code}`);
}

test("whatever stands in the query of a page of the back office changes nothing", async () => {
  const { ask, watched } = await openWatched();
  let place = 0;
  for (const page of [...Object.keys(OFFICE_ROUTES), "/owner/join/", "/owner/sign-in/"]) {
    const [, names] = await askedNames(() => watched.send(page, () => ask(page)));
    for (const name of new Set([...names, "__proto__", "id"])) {
      for (let i = 0; i < EACH * 2; i++) {
        const raw = oddValues[(fuzzSeed + place++ * 7) % oddValues.length] as string;
        const query = withRaw({}, name, raw.slice(0, 4_000));
        await watched.send(`GET ${page}?${query}`, async () => ({
          ...(await ask(`${page}?${query}`)),
          isRefusal: true,
        }));
      }
    }
  }
  expect(watched.faults).toEqual([]);
  expect((await ask("/owner/")).text).toContain(ME);
});
