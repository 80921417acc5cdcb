import { plansAt } from "../../payment/catalog.ts";
import { PLAN, shortCookie } from "../cookies.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalRequest, Redirect, SignedInRequest } from "../portal-request.ts";
import { choosePlan } from "./billing.ts";

/*
 * A plan that was chosen on the page of prices. A visitor's browser remembers it, with the days and the price that
 * were shown, until somebody signs in with it: that opens the invoice.
 */

/** Long enough to register and to open a mail. */
const REMEMBERED_S = 3_600;

/** More than any number of days, or any price. Proxies refuse an answer whose cookies take kilobytes. */
const MAX_CHARS = 20;

/** Remembers a plan that is on sale, and goes on to the registration. */
export async function rememberPlan(
  context: PortalContext,
  request: PortalRequest,
): Promise<Redirect> {
  const sold = await plansAt(context.store.db, request.nowMs);
  const plan = sold.find(({ name }) => name === request.field("plan"));
  if (plan === undefined || context.terms.addresses.length === 0) {
    return goTo("/account/prices/", "no_such_plan");
  }
  const wanted = new URLSearchParams({
    plan: plan.name,
    days: request.field("days").slice(0, MAX_CHARS),
    price: request.field("price").slice(0, MAX_CHARS),
  });
  const value = Buffer.from(String(wanted)).toString("base64url");
  const cookies = [shortCookie(PLAN, value, REMEMBERED_S, context.secure)];
  return goTo("/account/register/", undefined, { cookies });
}

/** The name of the remembered plan, as the browser says it; null: there is none. */
export function wantedPlan(request: PortalRequest): string | null {
  return wanted(request).get("plan");
}

/** Opens the invoice for the remembered plan, if there is one, and forgets it. */
export async function orderWanted(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect | null> {
  const fields = wanted(request);
  if (!fields.has("plan")) {
    return null;
  }
  const field = (name: string) => (name === "from" ? "" : (fields.get(name) ?? ""));
  const answer = await choosePlan(context, { ...request, field });
  return { ...answer, cookies: [shortCookie(PLAN, "", 0, context.secure)] };
}

function wanted({ cookies }: PortalRequest): URLSearchParams {
  return new URLSearchParams(Buffer.from(cookies[PLAN] ?? "", "base64url").toString("utf8"));
}
