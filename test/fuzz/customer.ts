import { FLASH } from "../../server/account/cookies.ts";
import { PORTAL_ROUTES } from "../../server/account/portal-routes.ts";
import { isGoodNews } from "../../src/account/notices.ts";
import type { Notice, PortalPage } from "../../src/account/page-data.ts";
import { startListening } from "../support/listening-service.ts";
import { RECEIVER } from "../support/tron-node.ts";
import { PASSWORD } from "../support/visitor.ts";
import type { Fields, OddForm } from "./odd-forms.ts";
import { watchServer, WRITTEN_BY_JOBS } from "./watched-server.ts";
import type { Answer } from "./watched-server.ts";

const BASE_URL = "https://games.example.com";
export const EMAIL = "ann@operator.example";
/** The field of the repeated password. */
export const CONFIRM = "confirm-password";
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Forms with a limited number of attempts a minute. */
const GUESSES = ["/account/password/", "/account/delete/"];

/** The customer's data before anything odd is sent. */
const HAS: readonly (readonly [string, Fields])[] = [
  ["/account/key/trial/", {}],
  [
    "/account/webhooks/",
    { url: "https://hook.operator.example/", "game-baccarat": "on", "event-round.result": "on" },
  ],
  ["/account/plans/", { plan: "30 days" }],
];

/** Tables that a refusal may change. */
const VOLATILE = {
  account_session: "a session is used, and its cookies are renewed",
  account_verification: "challenges are used up by a wrong answer as well",
  claim: "its transaction is looked up",
  outbox: "a request for a link gets the same answer whether there is an account or not",
  ...WRITTEN_BY_JOBS,
};

/** A signed-in customer of a service that sells, in a browser controlled by the test. */
export async function openCustomer() {
  const service = await startListening({
    env: {
      BASE_URL,
      SELL_SEED_MODE: "yes",
      TRON_ADDRESSES: RECEIVER,
    },
  });
  const { url, clock, dataDir } = service;
  const cookies = new Map<string, string>();

  /** @param form undefined to request the page. */
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
    if (PORTAL_ROUTES[path.replace(/\?.*/, "")]?.own === true) {
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
  const watched = await watchServer(`${dataDir}/tableside.sqlite`, VOLATILE);
  /** Advances the time, so that rate limits refuse none of the forms. */
  const wait = (path: string) => {
    clock.nowMs += GUESSES.includes(path) ? 61_000 : 2_001;
  };
  /** Repeats the password if it was typed long ago, in a form that changes nothing: it names no address. */
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
