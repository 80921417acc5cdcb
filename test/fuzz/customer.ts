import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { FLASH } from "../../server/account/cookies.ts";
import { PORTAL_ROUTES } from "../../server/account/portal-routes.ts";
import { isGoodNews } from "../../src/account/notices.ts";
import type { Notice, PortalPage } from "../../src/account/page-data.ts";
import { startListening } from "../support/listening-service.ts";
import { SELLING } from "../support/tron-node.ts";
import { PASSWORD } from "../support/visitor.ts";
import type { Fields, OddForm } from "./odd-forms.ts";

const BASE_URL = "https://games.example.com";
export const EMAIL = "ann@operator.example";
/** The field of the repeated password. */
export const CONFIRM = "confirm-password";
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Forms with a limited number of attempts a minute. */
const GUESSES = ["/account/password/", "/account/delete/"];

const HAS: readonly (readonly [string, Fields])[] = [
  ["/account/key/trial/", {}],
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
export async function openCustomer() {
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
