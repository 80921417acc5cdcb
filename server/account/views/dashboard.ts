import type { DashboardData, KeyData } from "../../../src/account/page-data.ts";
import { InputError } from "../../access/errors.ts";
import { allowsPage } from "../../access/origins.ts";
import { revealKey, ringOf } from "../account-keys.ts";
import type { Ring, RingKey } from "../account-keys.ts";
import type { Desk } from "../portal-context.ts";
import type { OwnVisit } from "../portal-request.ts";
import { usageReport } from "../usage-report.ts";
import { embedData } from "./embed.ts";

/**
 * The subscription, its keys and sites, the tag to paste, and what it was used for.
 *
 * @param revealId the key that is to be shown this once.
 */
export async function dashboard(
  desk: Desk,
  visit: OwnVisit,
  revealId: string | undefined,
): Promise<DashboardData> {
  const { store } = desk;
  const { accountId } = visit.who;
  const paid = await ringOf(store, accountId, "paid", visit.nowMs);
  const trial = await ringOf(store, accountId, "trial", visit.nowMs);
  const [current] = paid?.keys ?? trial?.keys ?? [];
  const keysOf = (ring: Ring | undefined) =>
    Promise.all((ring?.keys ?? []).map((key) => keyData(desk, accountId, key, revealId)));
  const keys = await keysOf(paid);
  const [trialKey = null] = await keysOf(trial);
  const origins = paid?.keys[0]?.origins ?? [];
  const shown = (paid === undefined ? trialKey : keys[0])?.keyText ?? null;
  return {
    subscription: paid === undefined ? null : { endsAtMs: paid.endsAtMs, keys },
    trial: trialKey,
    origins,
    site: siteTest(origins, visit.url.searchParams.get("site")),
    embed: embedData(visit.url.searchParams, desk.baseUrl ?? visit.origin, {
      text: shown ?? masked(current),
      isWhole: shown !== null,
    }),
    usage: await usageReport(store, accountId, visit.nowMs),
  };
}

async function keyData(
  { store, vault }: Desk,
  accountId: string,
  { id, hint, retiresAtMs, lastUsedAtMs }: RingKey,
  revealId: string | undefined,
): Promise<KeyData> {
  const keyText = id === revealId ? ((await revealKey(store, vault, accountId, id)) ?? null) : null;
  return { id, hint, keyText, retiresAtMs, lastUsedAtMs };
}

function masked(key: RingKey | undefined): string {
  return key === undefined ? "YOUR_KEY" : `tbs_live_…${key.hint}`;
}

function siteTest(origins: readonly string[], page: string | null): DashboardData["site"] {
  if (page === null || page.trim() === "") {
    return null;
  }
  try {
    return { page, allowed: allowsPage(origins, page) };
  } catch (error) {
    if (error instanceof InputError) {
      return { page, allowed: null };
    }
    throw error;
  }
}
