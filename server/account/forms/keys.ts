import type { Notice } from "../../../src/account/page-data.ts";
import { InputError } from "../../access/errors.ts";
import { parseOrigins } from "../../access/origins.ts";
import { issueTrial, OVERLAPS_MS, revealKey, rotateKey, setOrigins } from "../account-keys.ts";
import { audit } from "../audit-log.ts";
import { writeAs } from "../auth/sessions.ts";
import type { Desk } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { Answer, OwnVisit, Redirect } from "../portal-request.ts";
import { dashboard } from "../views/dashboard.ts";
import { dashboardPath } from "../views/embed.ts";

/* The forms of keys and of the sites that may use them. */

const KEY = "/account/#key";
const SITES = "/account/#sites";
const HOUR_MS = 3_600_000;
/** Of an entry that is named in a notice. */
const MAX_QUOTED = 100;

/** Shows a key on the next page, once: where it was asked for, and in the tag with its options. */
export async function reveal(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { accountId } = visit.who;
  const keyId = visit.field("key");
  const place = ["embed", "trial"].find((each) => each === visit.field("place")) ?? "key";
  const here = dashboardPath(visit.field("embed"), place);
  if ((await revealKey(desk.store, desk.vault, accountId, keyId)) === undefined) {
    return goTo(here, "cannot_reveal");
  }
  await writeAs(desk.store, visit.who, (transaction) =>
    audit(transaction, accountId, "key_revealed", visit.nowMs, { key: keyId }),
  );
  return goTo(here, undefined, { carry: { reveal: keyId } });
}

/** Makes a new key in place of the present one; an overlap that is none of ours is a day. */
export async function rotate(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const overlapMs = Number(visit.field("hours")) * HOUR_MS;
  const chosenMs = OVERLAPS_MS.find((each) => each === overlapMs) ?? 24 * HOUR_MS;
  const { accountId } = visit.who;
  const id = await writeAs(desk.store, visit.who, (transaction) =>
    rotateKey(transaction, desk.vault, accountId, chosenMs, visit.nowMs),
  );
  await desk.changes.look();
  return id === undefined ? goTo(KEY, "too_many_keys") : goTo(KEY, "key_rotated");
}

/** Gives a key for the visitor's own machine. */
export async function startTrial(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  await writeAs(desk.store, visit.who, (transaction) =>
    issueTrial(transaction, desk.vault, visit.who, visit.nowMs),
  );
  await desk.changes.look();
  return goTo("/account/#trial", "trial_issued");
}

/** Allows these sites alone to frame the tables; the list comes one site a line. */
export async function saveOrigins(desk: Desk, visit: OwnVisit): Promise<Answer> {
  const typed = visit.field("origins");
  const lines = typed.split(/\r?\n/);
  const entries = lines.filter((line) => line.trim() !== "");
  const origins = originsIn(entries);
  if (origins === undefined) {
    const data = { ...(await dashboard(desk, visit, undefined)), typedOrigins: typed };
    const wrong = entries.find((entry) => originsIn([entry]) === undefined);
    const notice: Notice =
      wrong === undefined
        ? { code: "too_many_origins" }
        : { code: "bad_origin", text: quote(wrong) };
    return { page: { name: "dashboard", data }, path: "/account/", notice };
  }
  await writeAs(desk.store, visit.who, (transaction) =>
    setOrigins(transaction, visit.who.accountId, origins, visit.nowMs),
  );
  await desk.changes.look();
  return goTo(SITES, "origins_saved");
}

/** Undefined where one of them is none, or there are too many. */
function originsIn(entries: readonly string[]): string[] | undefined {
  try {
    return parseOrigins(entries);
  } catch (error) {
    if (error instanceof InputError) {
      return undefined;
    }
    throw error;
  }
}

function quote(entry: string): string {
  const text = entry.trim();
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
