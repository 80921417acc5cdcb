import type { DashboardData, KeyData } from "../../../src/account/page-data.ts";
import { InvalidInput } from "../../access/errors.ts";
import { allowsPage } from "../../access/origins.ts";
import { suspendedSince } from "../../owner/customer-acts.ts";
import { revealKey, subscriptionOf } from "../account-keys.ts";
import type { OwnSubscription, AccountKey } from "../account-keys.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { usageReport } from "../usage-report.ts";
import { embedData } from "./embed.ts";
import { lastPlan } from "./last-plan.ts";
import { openInvoices } from "./plans.ts";

/**
 * The dashboard: subscription, keys, allowed sites, embed tag and usage.
 *
 * @param revealId the key whose text is shown this time.
 */
export async function dashboard(
  context: PortalContext,
  request: SignedInRequest,
  revealId: string | undefined,
): Promise<DashboardData> {
  const { store } = context;
  const { accountId } = request.who;
  const paid = await subscriptionOf(store, accountId, "paid", request.nowMs);
  const trial = await subscriptionOf(store, accountId, "trial", request.nowMs);
  const [current] = paid?.keys ?? trial?.keys ?? [];
  const keysOf = (ring: OwnSubscription | undefined) =>
    Promise.all((ring?.keys ?? []).map((key) => keyData(context, accountId, key, revealId)));
  const keys = await keysOf(paid);
  const [trialKey = null] = await keysOf(trial);
  const origins = paid?.keys[0]?.origins ?? [];
  const shown = (paid === undefined ? trialKey : keys[0])?.keyText ?? null;
  return {
    suspendedSinceMs: await suspendedSince(store, accountId),
    open: await openInvoices(store, accountId, request.nowMs),
    subscription: paid === undefined ? null : { endsAtMs: paid.endsAtMs, keys },
    lastPlan: await lastPlan(context, accountId, request.nowMs),
    trial: trialKey,
    origins,
    site: siteTest(origins, request.url.searchParams.get("site")),
    embed: embedData(request.url.searchParams, context.baseUrl ?? request.origin, {
      text: shown ?? masked(current),
      isWhole: shown !== null,
    }),
    usage: await usageReport(store, accountId, request.nowMs),
  };
}

async function keyData(
  { store, vault }: PortalContext,
  accountId: string,
  { id, hint, origins, retiresAtMs, lastUsedAtMs }: AccountKey,
  revealId: string | undefined,
): Promise<KeyData> {
  const keyText = id === revealId ? ((await revealKey(store, vault, accountId, id)) ?? null) : null;
  return { id, hint, keyText, isOpen: origins.length === 0, retiresAtMs, lastUsedAtMs };
}

function masked(key: AccountKey | undefined): string {
  return key === undefined ? "YOUR_KEY" : `tbs_live_…${key.hint}`;
}

function siteTest(origins: readonly string[], page: string | null): DashboardData["site"] {
  if (page === null || page.trim() === "") {
    return null;
  }
  try {
    return { page, allowed: allowsPage(origins, page) };
  } catch (error) {
    if (error instanceof InvalidInput) {
      return { page, allowed: null };
    }
    throw error;
  }
}
