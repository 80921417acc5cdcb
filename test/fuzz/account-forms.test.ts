/* Sends odd values in every form and query of the server's own route table. Fails if a new form is missing here. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { FLASH } from "../../server/account/cookies.ts";
import { PORTAL_ROUTES } from "../../server/account/portal-routes.ts";
import { isGoodNews } from "../../src/account/notices.ts";
import type { Notice, PortalPage } from "../../src/account/page-data.ts";
import { times } from "../support/effort.ts";
import { startListening } from "../support/listening-service.ts";
import { SELLING } from "../support/tron-node.ts";
import { PASSWORD, subscribe } from "../support/visitor.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { askedNames, oddForms } from "./odd-forms.ts";
import type { Fields, OddForm } from "./odd-forms.ts";

const BASE_URL = "https://games.example.com";
const EMAIL = "ann@operator.example";
/** The field of the repeated password. */
const CONFIRM = "confirm-password";
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Forms with a limited number of attempts a minute. */
const GUESSES = ["/account/password/", "/account/delete/"];

const HAS: readonly (readonly [string, Fields])[] = [
  [
    "/account/webhooks/",
    { url: "https://hook.operator.example/", "game-baccarat": "on", "event-round.result": "on" },
  ],
  ["/account/plans/", { plan: "30 days" }],
];

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

/** A signed-in customer of a service that sells, in a browser controlled by the test. */
async function openCustomer() {
  const service = await startListening({ env: { ...SELLING, BASE_URL } });
  const { url, clock, dataDir } = service;
  const cookies = new Map<string, string>();

  async function ask(path: string, form?: OddForm): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url + path, {
      redirect: "manual",
      headers: {
        cookie,
        origin: BASE_URL,
        ...(form !== undefined && form.type !== "" && { "content-type": form.type }),
      },
      ...(form !== undefined && { method: "POST", body: Buffer.from(form.body, "latin1") }),
    });
    const text = await response.text();
    const set = response.headers.getSetCookie();
    if (PORTAL_ROUTES[path.replace(/\?.*/, "")]?.isPrivate === true) {
      keep(set);
    }
    const location = response.headers.get("location") ?? "";
    const notice = noticeOf(text, set);
    const isToSignIn = location === "/account/sign-in/" && notice === undefined;
    const isRefusal =
      response.status >= 400 ||
      isToSignIn ||
      (notice !== undefined &&
        notice.code !== "webhook_not_accepted" &&
        !isGoodNews(notice.code)) ||
      text.includes('"data":{"action":"/account/');
    return { status: response.status, text: text + location, isRefusal };
  }

  function keep(set: readonly string[]): void {
    for (const cookie of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") {
        cookies.delete(name);
      } else {
        cookies.set(name, value);
      }
    }
  }

  const post = (path: string, fields: Fields) =>
    ask(path, { type: FORM_TYPE, body: String(new URLSearchParams(fields)) });

  await post("/account/register/", { email: EMAIL, password: PASSWORD });
  const signedIn = await fetch(`${url}/account/sign-in/`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: BASE_URL },
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  keep(signedIn.headers.getSetCookie());
  await subscribe(dataDir, EMAIL);
  for (const [path, fields] of HAS) {
    await post(path, fields);
  }
  const watched = watchServer(`${dataDir}/tableside.sqlite`);
  /** Advances the time, so that rate limits refuse none of the forms. */
  const wait = (path: string) => {
    clock.nowMs += GUESSES.includes(path) ? 61_000 : 2_001;
  };
  /** Repeats the password if it was typed long ago, in a form that changes nothing: it does not name an address. */
  const confirm = () => post("/account/address/", { [CONFIRM]: PASSWORD });
  return { ask, post, wait, confirm, watched, service, cookies };
}

/** The notice on the next page, or on this one. */
function noticeOf(text: string, cookies: readonly string[]): Notice | undefined {
  const flash = cookies.find((cookie) => cookie.startsWith(`${FLASH}=`));
  const [, body = ""] = /=([^.;]+)\./.exec(flash ?? "") ?? [];
  if (body !== "") {
    return (JSON.parse(Buffer.from(body, "base64url").toString()) as { notice?: Notice }).notice;
  }
  // Pages are drawn as their data.
  const isPage = text.startsWith('{"account":');
  const account = isPage ? (JSON.parse(text) as { account: PortalPage }).account : undefined;
  return account?.shell.notice ?? undefined;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isRefusal: boolean;
}

/** Internals of the server, which must not appear in a message. */
const INSIDE =
  /(?:\n|\\n)\s+at \S|node_modules|file:\/\/\/(?!etc)|\.ts:\d+|SQLITE_|TypeError|RangeError/;

/** Checks a server in this process after each response. `file` is its SQLite database. */
function watchServer(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => database.close());
  const faults: string[] = [];
  const version = () => database.prepare("PRAGMA data_version").get()?.["data_version"];
  let seen = version();
  let before = digests();

  function digests(): ReadonlyMap<string, string> {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all();
    return new Map(
      tables
        .map(({ name }) => String(name))
        .filter((name) => !VOLATILE.has(name))
        .map((name) => {
          const rows = database.prepare(`select * from "${name}"`).all();
          return [name, createHash("sha256").update(JSON.stringify(rows)).digest("hex")];
        }),
    );
  }

  function changedTables(): string[] {
    const now = version();
    if (now === seen) {
      return [];
    }
    seen = now;
    const after = digests();
    const changed = [...after].filter(([name, digest]) => before.get(name) !== digest);
    before = after;
    return changed.map(([name]) => name);
  }

  return {
    /** The faults so far, with their input. */
    faults: faults as readonly string[],
    /** Sends something, and records faults of the response, or of the server afterwards. */
    async send(what: string, ask: () => Promise<Answer>): Promise<Answer> {
      const response = await ask();
      const short = what.length > 200 ? `${what.slice(0, 200)}… (${what.length})` : what;
      const wrong = (words: string) => faults.push(`${short}: ${words}`);
      if (response.status >= 500) {
        wrong(`returned ${response.status}: ${response.text.slice(0, 300)}`);
      }
      const inside = INSIDE.exec(response.text);
      if (inside !== null) {
        wrong(`shows the inside: ${inside[0]}`);
      }
      const changed = changedTables();
      if (response.isRefusal && changed.length > 0) {
        wrong(`was refused, and changed ${changed.join(", ")}`);
      }
      return response;
    },
  };
}

/** Set it to try other values in each field. */
const EACH = times(2, 6);
/** Fields and queries that every page accepts, tried on one. */
const OF_ALL = ["page-lang", "lang", CONFIRM];

function formsOf(dataDir: string): Readonly<Record<string, Fields>> {
  const database = new DatabaseSync(`${dataDir}/tableside.sqlite`, { readOnly: true });
  const idIn = (table: string) => String(database.prepare(`select id from ${table}`).get()?.["id"]);
  const endpoint = idIn("webhook_endpoint");
  const [invoice, key] = [idIn("invoice"), idIn("api_key")];
  database.close();
  return {
    "/account/register/": { email: "new@operator.example", password: PASSWORD },
    "/account/sign-in/": { email: EMAIL, password: PASSWORD },
    "/account/sign-in/code/": { code: "000000" },
    "/account/forgot/": { email: EMAIL },
    "/account/reset/": { token: "x".repeat(24), password: "another good one" },
    "/account/address/answer/": { token: "x".repeat(24) },
    "/account/prices/": { plan: "30 days", days: "30", price: "49" },
    "/account/key/reveal/": { key, place: "key", embed: "game=baccarat&theme=dark" },
    "/account/key/rotate/": { hours: "24" },
    "/account/sites/": { origins: "https://operator.example" },
    "/account/webhooks/": {
      url: "https://hook.operator.example/",
      "game-baccarat": "on",
      "event-round.result": "on",
    },
    "/account/webhooks/rotate/": { endpoint },
    "/account/webhooks/on/": { endpoint },
    "/account/webhooks/test/": { endpoint },
    "/account/webhooks/again/": { endpoint, message: "msg_1" },
    "/account/webhooks/remove/": { endpoint },
    "/account/plans/": { plan: "30 days", days: "30", price: "49", from: "chain" },
    "/account/invoice/": { invoice, hash: "ab".repeat(32) },
    "/account/invoice/cancel/": { invoice },
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
/** Ends the session, and has no field. */
const LAST = "/account/sign-out/";

const paths = (verb: "get" | "post") =>
  Object.keys(PORTAL_ROUTES).filter((path) => PORTAL_ROUTES[path]?.[verb] !== undefined);
const isFault = (line: string) => line.includes('"event":"fault"');

test(`a customer's form is executed or refused, seed ${fuzzSeed}`, async () => {
  const { ask, post, wait, confirm, watched, service } = await openCustomer();
  const forms = formsOf(service.dataDir);
  expect([...Object.keys(forms), LAST].toSorted()).toEqual(paths("post").toSorted());
  for (const [path, whole] of Object.entries(forms)) {
    await confirm();
    wait(path);
    const asked = await askedNames(() => watched.send(path, () => post(path, whole)));
    const tried = new Set([...OF_ALL, ...Object.keys(whole)]);
    let names = Object.keys(whole);
    do {
      const [, more] = await askedNames(async () => {
        for (const [index, form] of oddForms(whole, names, EACH, fuzzSeed).entries()) {
          wait(path);
          if (index % 100 === 99) {
            await confirm();
          }
          await watched.send(`POST ${path} ${form.type} ${form.body}`, () => ask(path, form));
        }
      });
      // Fields that a valid form does not have, or that are only read after others.
      names = [...asked[1], ...more].filter((name) => !tried.has(name));
      names.forEach((name) => tried.add(name));
    } while (names.length > 0);
  }
  expect(watched.faults).toEqual([]);
  expect(service.log.filter(isFault)).toEqual([]);
  expect((await ask("/account/")).text).toContain(EMAIL);
});
