import type { Notice } from "../../../src/account/page-data.ts";
import { InvalidInput } from "../../access/errors.ts";
import { parseOrigins } from "../../access/origins.ts";
import { audit } from "../../store/audit.ts";
import { issueTrial, OVERLAPS_MS, revealKey, rotateKey, setOrigins } from "../account-keys.ts";
import { writeAs } from "../auth/sessions.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, SignedInRequest, Redirect } from "../portal-request.ts";
import { dashboard } from "../views/dashboard.ts";
import { dashboardPath } from "../views/embed.ts";

/* The forms of the dashboard: keys, and the sites that may use them. */

const KEY = "/account/#key";
const SITES = "/account/#sites";
const HOUR_MS = 3_600_000;
/** How much of a wrong entry is quoted in a notice. */
const MAX_QUOTED = 100;

/** Shows a key once, on the next page: in the list where it was requested, and in the embed tag. */
export async function reveal(context: PortalContext, request: SignedInRequest): Promise<Redirect> {
  const { accountId } = request.who;
  const keyId = request.field("key");
  const place = ["embed", "trial"].find((each) => each === request.field("place")) ?? "key";
  const here = dashboardPath(request.field("embed"), place);
  if ((await revealKey(context.store, context.vault, accountId, keyId)) === undefined) {
    return goTo(here, "cannot_reveal");
  }
  await writeAs(context.store, request.who, (transaction) =>
    audit(transaction, accountId, "key_revealed", request.nowMs, { key: keyId }),
  );
  return goTo(here, undefined, { carry: { reveal: keyId } });
}

/** Replaces the current key. An overlap that the form does not offer counts as a day. */
export async function rotate(context: PortalContext, request: SignedInRequest): Promise<Redirect> {
  const overlapMs = Number(request.field("hours")) * HOUR_MS;
  const chosenMs = OVERLAPS_MS.find((each) => each === overlapMs) ?? 24 * HOUR_MS;
  const { accountId } = request.who;
  if (!context.limits.mayRotate(accountId)) {
    return goTo(KEY, "slow_down");
  }
  const id = await writeAs(context.store, request.who, (transaction) =>
    rotateKey(transaction, context.vault, accountId, chosenMs, request.nowMs),
  );
  await context.changes.look();
  return id === undefined ? goTo(KEY, "too_many_keys") : goTo(KEY, "key_rotated");
}

/** Issues a trial key, which works on localhost only. */
export async function startTrial(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  await writeAs(context.store, request.who, (transaction) =>
    issueTrial(transaction, context.vault, request.who, request.nowMs),
  );
  await context.changes.look();
  return goTo("/account/#trial", "trial_issued");
}

/** Saves the list of sites that may frame the tables, one a line. */
export async function saveOrigins(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const typed = request.field("origins");
  const lines = typed.split(/\r?\n/);
  const entries = lines.filter((line) => line.trim() !== "");
  const origins = originsIn(entries);
  if (origins === undefined) {
    const data = { ...(await dashboard(context, request, undefined)), typedOrigins: typed };
    const wrong = entries.find((entry) => originsIn([entry]) === undefined);
    const notice: Notice =
      wrong === undefined
        ? { code: "too_many_origins" }
        : { code: "bad_origin", text: quote(wrong) };
    return { page: { name: "dashboard", data }, path: "/account/", notice };
  }
  await writeAs(context.store, request.who, (transaction) =>
    setOrigins(transaction, request.who.accountId, origins, request.nowMs),
  );
  await context.changes.look();
  return goTo(SITES, "origins_saved");
}

/** Undefined when an entry is not an origin, or when there are too many. */
function originsIn(entries: readonly string[]): string[] | undefined {
  try {
    return parseOrigins(entries);
  } catch (error) {
    if (error instanceof InvalidInput) {
      return undefined;
    }
    throw error;
  }
}

function quote(entry: string): string {
  const text = entry.trim();
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
