/* Sends odd values in every form of the server's own route table. Fails if a new form is missing here. */
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { FLASH } from "../../server/account/cookies.ts";
import { PORTAL_ROUTES } from "../../server/account/portal-routes.ts";
import { isGoodNews } from "../../src/account/notices.ts";
import type { PortalPage } from "../../src/account/page-data.ts";
import { times } from "../support/effort.ts";
import { startService } from "../support/service.ts";
import { SELLING } from "../support/tron-node.ts";
import { PASSWORD, signedInVisitor, subscribe } from "../support/visitor.ts";
import fields from "./corpus/fields.json" with { type: "json" };
import parts from "./corpus/parts.json" with { type: "json" };
import { fuzzSeed } from "./fuzz-seed.ts";

type Fields = Readonly<Record<string, string>>;

const EMAIL = "ann@operator.example";
const FORM = "application/x-www-form-urlencoded";
/** The field of the repeated password. */
const CONFIRM = "confirm-password";
/** Forms with a limited number of attempts a minute. */
const GUESSES = ["/account/password/", "/account/delete/"];
const ENDPOINT = {
  url: "https://hook.operator.example/",
  "game-baccarat": "on",
  "event-round.result": "on",
};
/** Ends the session, and has no field. */
const SIGN_OUT = "/account/sign-out/";
/** Internals of the server, which must not appear in a message. */
const INSIDE =
  /(?:\n|\\n)\s+at \S|node_modules|file:\/\/\/(?!etc)|\.ts:\d+|SQLITE_|TypeError|RangeError/;

/** Tables that the server's jobs write, and those that a refusal may change. */
const VOLATILE = new Set(
  [
    "address_cursor chain_lookup day_header lease server",
    "webhook_call webhook_endpoint webhook_event",
    // A session is used, and its cookies are renewed; a wrong answer uses up a challenge too.
    "account_session account_verification",
    // The transaction of a claim is looked up; a request for a link gets the same response for any address.
    "claim outbox",
  ].flatMap((names) => names.split(" ")),
);

function formsOf(database: DatabaseSync): Readonly<Record<string, Fields>> {
  const idIn = (table: string) => String(database.prepare(`select id from ${table}`).get()?.["id"]);
  const [endpoint, invoice, key] = ["webhook_endpoint", "invoice", "api_key"].map(idIn) as [
    string,
    string,
    string,
  ];
  return {
    "/account/register/": { email: "new@operator.example", password: PASSWORD },
    "/account/sign-in/": { email: EMAIL, password: PASSWORD },
    "/account/sign-in/code/": { code: "000000" },
    "/account/forgot/": { email: EMAIL },
    "/account/reset/": { token: "x".repeat(24), password: "another good one" },
    "/account/address/answer/": { token: "x".repeat(24) },
    "/account/key/reveal/": { key, place: "key", embed: "game=baccarat&theme=dark" },
    "/account/key/rotate/": { hours: "24" },
    "/account/sites/": { origins: "https://operator.example" },
    "/account/webhooks/": ENDPOINT,
    "/account/webhooks/rotate/": { endpoint },
    "/account/webhooks/on/": { endpoint },
    "/account/webhooks/test/": { endpoint },
    "/account/webhooks/again/": { endpoint, message: "msg_1" },
    "/account/webhooks/remove/": { endpoint },
    "/account/plans/": { plan: "30 days", days: "30", price: "49", from: "chain" },
    "/account/invoice/": { invoice, hash: "ab".repeat(32) },
    "/account/two-factor/": {},
    "/account/two-factor/on/": { code: "000000" },
    "/account/two-factor/codes/": { code: "000000" },
    "/account/two-factor/off/": { code: "000000" },
    "/account/address/": { email: "moved@operator.example" },
    // Not the real password: the session and the account are still needed.
    "/account/password/": { current: "a wrong one", password: "another good one" },
    "/account/sessions/": { session: "x".repeat(24) },
    "/account/delete/": { password: "a wrong one" },
  };
}

const encoded = (form: Fields) => new URLSearchParams(form).toString();

/** Every stored value, encoded for a form. */
const oddValues: readonly string[] = [
  ...fields.texts.map(encodeURIComponent),
  ...fields.raw,
  ...fields.repeated.map(([text, count]) => encodeURIComponent(String(text).repeat(Number(count)))),
  ...parts.values,
];

/** The form itself, with odd values in each field, and with repeated, nested or missing fields. */
function* bodiesOf(whole: Fields): Generator<string> {
  yield encoded(whole);
  for (const [place, name] of Object.keys(whole).entries()) {
    const { [name]: _, ...others } = whole;
    for (let turn = 0; turn < times(2, 6); turn++) {
      const odd = oddValues[(fuzzSeed + place * 7 + turn * 13) % oddValues.length];
      yield `${name}=${odd}&${encoded(others)}`;
    }
    yield encoded({ ...others, [`${name}[]`]: "a", [`${name}[__proto__][a]`]: "1" });
    yield `${encoded(whole)}&${name}=b&${name}=`;
  }
  yield "&&&=&==";
  yield "__proto__=1&constructor=2&toString=3";
  yield `${encoded(whole)}&${"a=1&".repeat(4_000)}`;
}

test(`an account form with any values is executed or refused as a whole, seed ${fuzzSeed}`, async () => {
  const service = await startService({ env: SELLING });
  const ann = await signedInVisitor(service, EMAIL);
  await subscribe(service.dataDir, EMAIL);
  await ann.post("/account/webhooks/", ENDPOINT);
  await ann.post("/account/plans/", { plan: "30 days" });
  const database = new DatabaseSync(`${service.dataDir}/tableside.sqlite`, { readOnly: true });
  onTestFinished(() => database.close());
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !VOLATILE.has(name));
  const stored = () =>
    tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()]);

  /** Whether a response refuses its form, with the text of the page that follows. */
  async function outcomeOf(response: Response) {
    const location = response.headers.get("location");
    const flash = response.headers.getSetCookie().find((each) => each.startsWith(`${FLASH}=`));
    if (flash !== undefined) {
      ann.cookies.set(FLASH, flash.slice(FLASH.length + 1).replace(/;.*/, ""));
    }
    const page = location === null ? response : await ann.get(location.replace(/#.*/, ""));
    const text = await page.text();
    const { shell, data } = text.startsWith('{"account":')
      ? (JSON.parse(text) as { account: PortalPage<"confirm"> }).account
      : {};
    const code = shell?.notice?.code;
    const isBad =
      code === undefined
        ? location === "/account/sign-in/"
        : code !== "webhook_not_accepted" && !isGoodNews(code);
    const isAgain = data?.action?.startsWith("/account/") ?? false;
    return { text, isRefused: response.status >= 400 || isBad || isAgain };
  }

  const forms = formsOf(database);
  const posted = Object.keys(PORTAL_ROUTES).filter((path) => PORTAL_ROUTES[path]?.post);
  expect([...Object.keys(forms), SIGN_OUT].toSorted()).toEqual(posted.toSorted());
  const faults: string[] = [];
  for (const [path, whole] of Object.entries(forms)) {
    // Repeats the password, in a form that changes nothing: it does not name an address.
    await ann.send("security", "/account/address/", { [CONFIRM]: PASSWORD });
    for (const body of bodiesOf(whole)) {
      // So that rate limits refuse none of the forms.
      service.clock.nowMs += GUESSES.includes(path) ? 61_000 : 2_001;
      const before = JSON.stringify(stored());
      const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, "content-type": FORM, "sec-fetch-site": "same-origin" };
      const init = { method: "POST", headers, body, redirect: "manual" } as const;
      const response = await service.ask(path, init);
      const changed = JSON.stringify(stored()) !== before;
      const { text, isRefused } = await outcomeOf(response);
      if (response.status >= 500 || INSIDE.test(text) || (isRefused && changed)) {
        faults.push(`${path} ${body.slice(0, 200)}: ${response.status} ${text.slice(0, 300)}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(service.log.filter((line) => line.includes('"event":"fault"'))).toEqual([]);
  expect(await (await ann.get("/account/")).text()).toContain(EMAIL);
});
