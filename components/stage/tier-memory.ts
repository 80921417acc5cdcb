import { TIERS } from "./tier.ts";
import type { Tier } from "./tier.ts";

/*
 * The tier that was measured last, for other tables of the page and for as long as the tab is open. Another day
 * the machine may have less to do. A frame without `allow-same-origin` has no storage, and naming it throws.
 */

const NAME = "tableside:tier";

let tier: Tier | undefined;

/** The tier to begin with: all detail if none was measured yet. */
export function rememberedTier(): Tier {
  if (tier === undefined) {
    try {
      const stored = Number(sessionStorage.getItem(NAME));
      tier = TIERS.find((one) => one === stored) ?? TIERS[0];
    } catch {
      tier = TIERS[0];
    }
  }
  return tier;
}

export function rememberTier(measured: Tier): void {
  tier = measured;
  try {
    sessionStorage.setItem(NAME, String(measured));
  } catch {
    // It lasts until the page is left.
  }
}
