import { HTTPError } from "h3";
import type { ProblemCode } from "../../src/problem.ts";
import type { StoreFault } from "../store/store-error.ts";

/*
 * Every refusal of the service, in one place: its status, its label,
 * and words that say what to do. Routes throw them; `server/http/problem.ts` writes them out.
 */

/** The refusals of forms, which browsers alone meet. */
type FormCode =
  | "foreign_host"
  | "foreign_form"
  | "form_cut_off"
  | "form_too_long"
  | "not_a_form"
  | "unreadable_text";

/** What a refusal is to programs: it stays when the words change. The contract lists those of the API. */
export type RefusalCode = ProblemCode | FormCode;

/** What a refusal says to programs besides its status. */
export interface RefusalData {
  readonly code: RefusalCode;
  readonly reason?: "suspended" | "clock";
}

function refusal(
  status: number,
  label: string,
  data: RefusalCode | RefusalData,
  detail: string,
  headers: Record<string, string> = {},
) {
  return new HTTPError<RefusalData>({
    status,
    statusText: label,
    message: detail,
    headers,
    data: typeof data === "string" ? { code: data } : data,
  });
}

/** 400: a query parameter is not what it must be. */
export const badRequest = (detail: string, code: RefusalCode = "bad_parameter") =>
  refusal(400, "Bad Request", code, detail);

/** 400: a query parameter that must be a whole number, and is none or there twice. */
export const notWholeNumber = (name: string, least: number) =>
  badRequest(`"${name}" must be given once, as a whole number from ${least} up.`);

/** 400: an address or a Host header that is none. */
export const malformedAddress = () =>
  badRequest(
    "The address, or the Host header, is malformed. Check its spelling.",
    "malformed_address",
  );

/** 401, by an unknown scheme, so that no browser opens a dialog. */
const unauthorized = (code: ProblemCode, detail: string) =>
  refusal(401, "Unauthorized", code, detail, { "www-authenticate": 'ApiKey realm="embed"' });

/** 401: no key. */
export const keyMissing = () =>
  unauthorized(
    "key_missing",
    "The address carries no API key. Add ?key= and the key you were given.",
  );

/** 401: a key that we did not give out, or revoked. */
export const keyInvalid = () =>
  unauthorized(
    "key_invalid",
    "The API key in the address is not valid. Check it against the one you were given.",
  );

/** 401: a key whose account is suspended. */
export const keySuspended = () =>
  unauthorized(
    "key_suspended",
    "The account of this API key is suspended. Ask whoever runs this service.",
  );

/** 401: the demo key of another server with other settings. */
export const demoOff = () =>
  unauthorized("demo_off", "The demo is off on this server. Use a key of your own.");

/** 401: a test key on a real service, or a live key in a sandbox. */
export const otherMode = (isSandbox: boolean) =>
  unauthorized(
    "key_of_other_mode",
    isSandbox
      ? "This is a live key, and this is a sandbox. Use a test key (tbs_test_…) here, and keep live keys out of tests."
      : "This is a test key (tbs_test_…), which opens tables of a sandbox only. Use a live key (tbs_live_…) here.",
  );

/** 401: a key whose subscription is over. */
export const expired = () =>
  refusal(
    401,
    "Expired",
    "key_expired",
    "The subscription of this API key is over. Renew it and the same key works again.",
    {
      "www-authenticate": 'ApiKey realm="embed"',
    },
  );

/** 404: no such game. */
export const unknownGame = (slugs: readonly string[]) =>
  refusal(
    404,
    "Not Found",
    "unknown_game",
    `There is no such game. Use one of: ${slugs.join(", ")}.`,
  );

/** 404: no such page. */
export const notFound = () =>
  refusal(404, "Not Found", "not_found", "There is nothing at this address. Check its spelling.");

/** 404: a day or round of which nothing is published; the words say why. */
export const unpublished = (detail: string) => refusal(404, "Not Found", "not_published", detail);

/** 404: a round whose number is none. */
export const noSuchRound = () =>
  unpublished("There is no such round: rounds are whole numbers from 1 up.");

/** 404: a round that cannot be played again. */
export const noReplay = (round: number, reason: "not finished" | "no result") =>
  unpublished(
    reason === "not finished"
      ? `Round ${round} is not finished, so there is nothing to replay yet. Open this address again once its result stands.`
      : `Round ${round} has no result to replay: it was not played here, or the beacon that decides it is not known.`,
  );

/** 404: a day whose name is none. */
export const noSuchDay = () =>
  unpublished("Name a day from 2026-01-01 on, such as 2026-07-01.json.");

/** 405: the service only reads. */
export const methodNotAllowed = (allowed: string) =>
  refusal(
    405,
    "Method Not Allowed",
    "method_not_allowed",
    `This address answers ${allowed} only.`,
    { allow: allowed },
  );

/** 403: a page of its own, by a key that is limited to sites which frame it. */
export const needsFrame = () =>
  refusal(
    403,
    "Forbidden",
    "key_needs_frame",
    "This API key is limited to certain sites, which show the table in an iframe. It opens none as a page of its own.",
  );

/** 403: a table on a site that the key does not name. @param site the origin of the page around it. */
export const otherSite = (site: string) =>
  refusal(
    403,
    "Forbidden",
    "key_other_site",
    `This API key is limited to certain sites, and ${site} is none of them. Add it to the sites of the key, or use another key there.`,
  );

/** 403: a form that another site sent in somebody's name. */
export const foreignForm = () =>
  refusal(
    403,
    "Forbidden",
    "foreign_form",
    "This form was sent from another site. Open the account's page and send it from there.",
  );

/** 421: the back office by a name that is not this machine's own, as a stranger's site would ask for it. */
export const foreignHost = () =>
  refusal(
    421,
    "Misdirected Request",
    "foreign_host",
    "The back office is reached at localhost alone, through a tunnel to its port.",
  );

/** 400: a form whose sender went away before its end. */
export const formCutOff = () =>
  badRequest("The form ended before it was complete. Send it again.", "form_cut_off");

/** 400: a form or an address with what no keyboard types into it. */
export const unreadableText = () =>
  badRequest(
    "A field holds a control character or bytes that are not UTF-8. Type it anew and send it again.",
    "unreadable_text",
  );

/** 413: more than any form of ours holds. */
export const formTooLong = () =>
  refusal(
    413,
    "Content Too Large",
    "form_too_long",
    "The form is too long. Shorten what you typed.",
  );

/** 415: not what a browser sends for a form of ours. */
export const notAForm = () =>
  refusal(
    415,
    "Unsupported Media Type",
    "not_a_form",
    "Send the form as application/x-www-form-urlencoded, as the page does.",
  );

/** 429: more old rounds than are dealt again for one address, or for all of them, at a time. */
export const tooMuchWork = () =>
  refusal(
    429,
    "Too Many Requests",
    "too_many_rounds",
    "You ask for more old rounds at once than this server deals again. Ask again in a second, for 500 at a time, and keep what you have: they never change.",
    { "retry-after": "1" },
  );

/** Seconds after which a client may ask again during maintenance. */
const MAINTENANCE_RETRY_S = 30;

/** 503: the game is closed for a while. */
export const maintenance = () =>
  refusal(
    503,
    "Service Unavailable",
    "maintenance",
    "This game is down for maintenance. It will be back shortly; try again then.",
    {
      "retry-after": String(MAINTENANCE_RETRY_S),
    },
  );

/** 503: the round is suspended, since no beacon came; the next one may open in so many seconds. */
export const suspended = (retryAfterS: number) =>
  refusal(
    503,
    "Service Unavailable",
    { code: "no_round_open", reason: "suspended" },
    "No round opens while the public randomness that decides it cannot be reached. The next one may; try again then.",
    { "retry-after": String(retryAfterS) },
  );

/** 503: this server does not know the time well enough to show rounds; others may. */
export const clockAstray = () =>
  refusal(
    503,
    "Service Unavailable",
    { code: "time_unknown", reason: "clock" },
    "This server cannot tell the time well enough at the moment, so it shows no round. Try again shortly.",
    { "retry-after": "5" },
  );

/** 503: a form that would be dated, or judged, by a clock that is not to be relied on. */
export const formUndated = () =>
  refusal(
    503,
    "Service Unavailable",
    { code: "time_unknown", reason: "clock" },
    "This server cannot tell the time well enough at the moment, so it takes no forms. Nothing was changed; send it again shortly.",
    { "retry-after": "5" },
  );

/** 503: more is open or waits in this process than it can do. What it does already goes on. */
export const overloaded = () =>
  refusal(
    503,
    "Service Unavailable",
    "overloaded",
    "This server is asked for more than it can do at the moment. Rounds and open streams go on. Try again in a few seconds.",
    { "retry-after": "2" },
  );

/** 503: a key that is not known here, while the store of keys does not answer. */
export const keyUnchecked = () =>
  notReady(
    "This API key cannot be checked at the moment. It may well be good; try again shortly.",
    "key_unchecked",
  );

/** 503: the server itself cannot serve. */
export const notReady = (detail: string, code: ProblemCode = "not_ready") =>
  refusal(503, "Service Unavailable", code, detail, { "retry-after": "5" });

/** 503: rounds, while the store does not answer that alone has their beacons. */
export const historyUnavailable = () =>
  notReady("These rounds cannot be told at the moment. Try again shortly.");

const STORE_FAULTS: Partial<Record<StoreFault, string>> = {
  busy: "The database is held by another program",
  full: "The disk of the database is full",
  "read-only": "The database can only be read",
  absent: "The database is gone",
  gone: "The database is gone",
};

/** 503: what the database alone knows, while it cannot be used. */
export const storeAway = (fault: StoreFault) =>
  notReady(
    `${STORE_FAULTS[fault] ?? "The database does not answer"} at the moment, so this can be neither read nor changed. Rounds go on. Try again shortly.`,
  );

/** Seconds after which a client may try a stream again; its state can be polled meanwhile. */
const STREAM_RETRY_S = 30;

/**
 * Why no stream is opened: too many in all, too many of one address, or an earlier request of its
 * connection is not answered yet.
 */
export type StreamRefusal = "full" | "address" | "pipelined";

const NO_STREAM: Readonly<Record<StreamRefusal, string>> = {
  full: "This server has as many streams open as it takes.",
  address: "Your address has as many streams open as one may have.",
  pipelined: "An earlier request of this connection is not answered yet.",
};

/** 503: no further stream. */
export const noStream = (reason: StreamRefusal) =>
  refusal(
    503,
    "Service Unavailable",
    "no_stream",
    `${NO_STREAM[reason]} Poll api/current meanwhile, and try again later.`,
    { "retry-after": String(STREAM_RETRY_S) },
  );
