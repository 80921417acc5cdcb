import { STATUS_CODES } from "node:http";
import { HTTPError } from "h3";
import type { ProblemCode } from "../../src/wire/problem.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import type { StreamRefusal } from "../oracle/streams.ts";
import { describeFault } from "../store/store-error.ts";
import type { StoreError } from "../store/store-error.ts";

/*
 * Every refusal that the service sends: its status, its code and a message that says what to do. Routes throw them;
 * `server/http/problem.ts` turns them into responses.
 */

/** Form refusals, which only browsers see. */
type FormCode =
  | "foreign_host"
  | "foreign_form"
  | "form_cut_off"
  | "form_too_long"
  | "not_a_form"
  | "unreadable_text";

/** A code stays the same when its message changes. The contract lists the API's codes. */
export type RefusalCode = ProblemCode | FormCode;

export interface RefusalData {
  readonly code: RefusalCode;
  readonly reason?: "suspended" | "clock";
}

function refusal(
  status: number,
  data: RefusalCode | RefusalData,
  detail: string,
  headers: Record<string, string> = {},
) {
  const problem = typeof data === "string" ? { code: data } : data;
  // The contract has two titles for status 401.
  const statusText = problem.code === "key_expired" ? "Expired" : (STATUS_CODES[status] ?? "");
  return new HTTPError<RefusalData>({
    status,
    statusText,
    message: detail,
    headers,
    data: problem,
  });
}

const unavailable = (data: RefusalCode | RefusalData, detail: string, retryAfterS: number) =>
  refusal(503, data, detail, { "retry-after": String(retryAfterS) });

export const badRequest = (detail: string, code: RefusalCode = "bad_parameter") =>
  refusal(400, code, detail);

export const notWholeNumber = (name: string, minimum: number) =>
  badRequest(`"${name}" must be a whole number of at least ${minimum} and can appear only once.`);

export const malformedUrl = () =>
  badRequest("The URL or the Host header is malformed. Check both for typos.", "malformed_address");

/** 401 with an unknown scheme, so that browsers do not open a dialog. */
const unauthorized = (code: ProblemCode, detail: string) =>
  refusal(401, code, detail, { "www-authenticate": 'ApiKey realm="embed"' });

export const keyMissing = () =>
  unauthorized(
    "key_missing",
    "The URL has no API key. Add ?key= and a key from /account/ or, on localhost, the public test key from /docs/.",
  );

export const keyMalformed = () =>
  unauthorized(
    "key_invalid",
    "The API key in the URL is incomplete or misspelt. Copy it again, or replace YOUR_API_KEY with your key.",
  );

export const keyInvalid = () =>
  unauthorized(
    "key_invalid",
    "The API key in the URL is unknown to this service or has been revoked. Use another key, or ask the owner of this service for one.",
  );

export const keySuspended = () =>
  unauthorized(
    "key_suspended",
    "This API key's account is suspended. Contact the owner of this service.",
  );

export const keyForOtherMode = (isSandbox: boolean) =>
  unauthorized(
    "key_of_other_mode",
    isSandbox
      ? "This is a live key, but this service is a sandbox. Use a test key (tbs_test_…) here, and keep live keys out of tests."
      : "This is a test key (tbs_test_…), which opens tables only in the sandbox that issued it. Use a live key (tbs_live_…) here.",
  );

export const keyExpired = () =>
  unauthorized(
    "key_expired",
    "This API key has expired. Renew it at /account/, or ask the owner of this service to renew it. Renewing does not change the key.",
  );

export const unknownGame = (slugs: readonly string[]) =>
  refusal(404, "unknown_game", `This game does not exist. Use one of: ${slugs.join(", ")}.`);

export const notFound = () =>
  refusal(
    404,
    "not_found",
    "There is nothing at this URL. Check it for typos. /docs/api/ lists the URLs of the API.",
  );

export const unpublished = (detail: string) => refusal(404, "not_published", detail);

export const noSuchRound = () =>
  unpublished(
    "This round does not exist. Use a round number, such as the `round` that `current` returns.",
  );

export const noReplay = (round: number, reason: "not finished" | "no result") =>
  unpublished(
    reason === "not finished"
      ? `Round ${round} is not finished, so there is nothing to replay yet. Open this URL again once its result is final.`
      : `Round ${round} has no result to replay: it was not played here, or the random number that determines it has not arrived.`,
  );

export const noSuchDay = () =>
  unpublished(
    "There is no such file. Use 2026-01-01 or a later UTC date, followed by .json, such as 2026-07-01.json.",
  );

export const methodNotAllowed = (allowed: string) =>
  refusal(
    405,
    "method_not_allowed",
    `This URL accepts only ${allowed.replace(/, (?=\w+$)/, " and ")}.`,
    { allow: allowed },
  );

export const keyNeedsFrame = () =>
  refusal(
    403,
    "key_needs_frame",
    "This API key works only in an iframe on its sites; for a public test key, that is localhost. Embed the table there, or use a key without that limit.",
  );

/** @param site the parent page's origin. */
export const keyForOtherSite = (site: string) =>
  refusal(
    403,
    "key_other_site",
    `This API key is limited to certain sites, and ${site} is not one of them. Add it to the key's sites at /account/, or ask the owner of this service.`,
  );

export const testKeyElsewhere = () =>
  refusal(
    403,
    "key_other_site",
    "This key works only at http://localhost and http://127.0.0.1. Open your page there, or get a key for your site at /account/.",
  );

export const foreignForm = () =>
  refusal(
    403,
    "foreign_form",
    "This form was sent from a different site. Open the form on this service and send it from there.",
  );

export const foreignHost = () =>
  refusal(
    421,
    "foreign_host",
    "The back office does not open at this address. Open it at localhost, on the machine where it runs or through a tunnel to its port.",
  );

export const formCutOff = () =>
  badRequest("Only part of the form arrived. Send it again.", "form_cut_off");

export const unreadableText = () =>
  badRequest(
    "A field contains a control character or bytes that are not UTF-8. Retype the field and send the form again.",
    "unreadable_text",
  );

export const formTooLong = () =>
  refusal(413, "form_too_long", "The form is too long. Enter less text.");

export const notAForm = () =>
  refusal(
    415,
    "not_a_form",
    "The request is not a form. Send it as application/x-www-form-urlencoded, as the page does.",
  );

export const tooManyRounds = () =>
  refusal(
    429,
    "too_many_rounds",
    `You have requested old rounds faster than this server can recompute them. Try again in a second, request up to ${MAX_RESULTS} rounds at a time, and store the responses, because past rounds never change.`,
    { "retry-after": "1" },
  );

/** Seconds before a client should retry during maintenance. */
const MAINTENANCE_RETRY_S = 30;

export const maintenance = () =>
  unavailable(
    "maintenance",
    `This game is down for maintenance. Try again in ${MAINTENANCE_RETRY_S} seconds. Finished rounds are still available from api/results.`,
    MAINTENANCE_RETRY_S,
  );

export const noRoundOpen = (retryAfterS: number) =>
  unavailable(
    { code: "no_round_open", reason: "suspended" },
    "Rounds are paused because the public randomness source cannot be reached. Try again when the next round is due.",
    retryAfterS,
  );

export const clockUnreliable = () =>
  unavailable(
    { code: "time_unknown", reason: "clock" },
    "This server cannot show a round right now, because its clock or database is temporarily unreliable. Try again shortly.",
    5,
  );

export const formsPaused = () =>
  unavailable(
    { code: "time_unknown", reason: "clock" },
    "This server cannot accept forms right now, because its clock or database is temporarily unreliable. Nothing was changed. Send the form again shortly.",
    5,
  );

export const overloaded = () =>
  unavailable(
    "overloaded",
    "This server is temporarily overloaded. Rounds and open streams continue. Try again in a few seconds.",
    2,
  );

export const keyUnchecked = () =>
  notReady(
    "This API key may be valid, but cannot be checked right now. Try again shortly.",
    "key_unchecked",
  );

export const notReady = (detail: string, code: ProblemCode = "not_ready") =>
  unavailable(code, detail, 5);

export const storeUnavailable = (error: StoreError) =>
  notReady(`${describeFault(error).what}, so this request failed. Try again shortly.`);

/** Seconds before a client should retry a stream; it can poll in the meantime. */
const STREAM_RETRY_S = 30;

const NO_STREAM: Readonly<Record<StreamRefusal, string>> = {
  full: "This server already has the maximum number of open streams.",
  address: "Your IP address already has the maximum number of open streams.",
  pipelined: "An earlier request on this connection is still unanswered.",
};

export const noStream = (reason: StreamRefusal) =>
  unavailable(
    "no_stream",
    `${NO_STREAM[reason]} Poll api/current in the meantime, and try again later.`,
    STREAM_RETRY_S,
  );
