import type { DashboardData, KeyData, Notice } from "../../../src/account/page-data.ts";
import { HOUR_MS } from "../../../src/round/phases.ts";
import { unlessInvalid } from "../../access/invalid-input.ts";
import { parseOrigins, quote } from "../../access/origins.ts";
import { suspendedSince } from "../../access/subscriptions.ts";
import { OPENING_TEST_KEY } from "../../access/test-keys.ts";
import { liveInvoices } from "../../payment/invoices.ts";
import { audit } from "../../store/audit.ts";
import {
  subscriptionKeys,
  OVERLAPS_MS,
  revealKey,
  rotateKey,
  setOrigins,
} from "../account-keys.ts";
import type { AccountKey } from "../account-keys.ts";
import { writeAs } from "../auth/sessions.ts";
import { goTo } from "../request.ts";
import type { Handler, SignedInRequest } from "../request.ts";
import { summaryOf } from "./plans.ts";
import { usageReport } from "./usage.ts";

/* The dashboard: subscription, keys, allowed sites, embed tag and usage. */

const KEY_SECTION = "/account/#key";

export const dashboardPage: Handler = async (request) => {
  const data = await dashboard(request, request.carried["reveal"]);
  return { page: { name: "dashboard", data } };
};

/** @param revealId the key whose text is shown once. */
async function dashboard(request: SignedInRequest, revealId?: string): Promise<DashboardData> {
  const { store, terms, vault, nowMs } = request;
  const { accountId } = request.who;
  const paid = await subscriptionKeys(store, accountId, nowMs);
  const keyData = async (key: AccountKey): Promise<KeyData> => {
    const { id, hint, retiresAtMs, lastUsedAtMs } = key;
    const text = id === revealId ? await revealKey(store, vault, accountId, id) : undefined;
    return { id, hint, keyText: text ?? null, retiresAtMs, lastUsedAtMs };
  };
  const keys = await Promise.all((paid?.keys ?? []).map(keyData));
  const origins = paid?.keys[0]?.origins ?? [];
  const [current] = keys;
  return {
    suspendedSinceMs: await suspendedSince(store.db, accountId),
    isSelling: terms.addresses.length > 0,
    open: (await liveInvoices(store, accountId, nowMs)).map(summaryOf),
    subscription: paid === undefined ? null : { endsAtMs: paid.endsAtMs, keys },
    origins,
    embed: {
      baseUrl: request.baseUrl ?? request.origin,
      ...(current === undefined
        ? { keyText: OPENING_TEST_KEY, keyKind: "test" }
        : {
            keyText: current.keyText ?? `tbs_live_…${current.hint}`,
            keyKind: current.keyText === null ? "masked" : "whole",
          }),
    },
    usage: await usageReport(store, accountId, nowMs),
  };
}

/** Shows a key once, on the next page, in the list and in the embed tag. */
export const reveal: Handler = async ({ store, vault, who, nowMs, field }) => {
  const { accountId } = who;
  const keyId = field("key");
  if ((await revealKey(store, vault, accountId, keyId)) === undefined) {
    return goTo(KEY_SECTION, "cannot_reveal");
  }
  await writeAs(store, who, (transaction) =>
    audit(transaction, accountId, "key_revealed", nowMs, { key: keyId }),
  );
  return goTo(KEY_SECTION, undefined, { carry: { reveal: keyId } });
};

/** Replaces the current key. An overlap that the form does not offer means a day. */
export const rotate: Handler = async ({ store, vault, limits, changes, who, nowMs, field }) => {
  const overlapMs = Number(field("hours")) * HOUR_MS;
  const chosenMs = OVERLAPS_MS.find((offeredMs) => offeredMs === overlapMs) ?? 24 * HOUR_MS;
  if (!limits.mayRotate(who.accountId)) {
    return goTo(KEY_SECTION, "slow_down");
  }
  const id = await writeAs(store, who, (transaction) =>
    rotateKey(transaction, vault, who.accountId, chosenMs, nowMs),
  );
  await changes.check();
  return goTo(KEY_SECTION, id === undefined ? "too_many_keys" : "key_rotated");
};

export const saveOrigins: Handler = async (request) => {
  const typedOrigins = request.field("origins");
  const entries = typedOrigins.split(/\r?\n/).filter((line) => line.trim() !== "");
  const origins = unlessInvalid(() => parseOrigins(entries));
  if (origins === undefined) {
    const data = { ...(await dashboard(request)), typedOrigins };
    const wrong = entries.find((entry) => unlessInvalid(() => parseOrigins([entry])) === undefined);
    const notice: Notice =
      wrong === undefined
        ? { code: "too_many_origins" }
        : { code: "bad_origin", text: quote(wrong.trim()) };
    return { page: { name: "dashboard", data }, path: "/account/", notice };
  }
  const { who, nowMs } = request;
  await writeAs(request.store, who, (transaction) =>
    setOrigins(transaction, who.accountId, origins, nowMs),
  );
  await request.changes.check();
  return goTo("/account/#sites", "origins_saved");
};
