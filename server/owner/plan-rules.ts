import { InvalidInput } from "../access/errors.ts";
import type { KnownPlan } from "../payment/catalog.ts";

/* What holds for whatever is done to plans and their prices. */

/** The time of a catalog with all that was written, also by a server whose clock is ahead. */
export const EVER = Number.MAX_SAFE_INTEGER;

/**
 * The plan on sale that is called so.
 *
 * @throws InvalidInput when none is.
 */
export function requireSold(catalog: readonly KnownPlan[], name: string): KnownPlan {
  const plan = soldAs(catalog, name);
  if (plan === undefined) {
    const names = catalog.filter(({ state }) => state === "sold").map((each) => each.name);
    throw new InvalidInput(
      `No plan on sale is called ${JSON.stringify(name)}. There is: ${names.join(", ") || "none"}.`,
    );
  }
  return plan;
}

/** @throws InvalidInput when nothing is said. */
export function requireReason(reason: string): void {
  if (reason === "") {
    throw new InvalidInput("Say why: the reason stands in the trail.");
  }
}

/** The plan on sale that is called so, if one is. */
export function soldAs(catalog: readonly KnownPlan[], name: string): KnownPlan | undefined {
  return catalog.find((plan) => plan.state === "sold" && plan.name === name);
}
