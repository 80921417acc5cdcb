import { typedSecret } from "../auth/authenticator.ts";
import { totpUri } from "../auth/one-time-code.ts";
import { FRESH } from "../cookies.ts";
import type { PortalContext } from "../portal-context.ts";
import type { PortalAnswer, SignedInRequest } from "../portal-request.ts";
import { qrCode } from "../qr-code.ts";

/**
 * The page that shows the secret of a second factor until a code has confirmed it. Only to somebody who
 * typed the password minutes ago: a stolen session must not read it.
 */
export async function twoFactor(
  { factors, fresh }: PortalContext,
  { who, cookies, nowMs }: SignedInRequest,
): Promise<PortalAnswer> {
  const isFresh = fresh.isFresh(cookies[FRESH] ?? "", who.sessionId, nowMs);
  const secret = isFresh ? await factors.unconfirmed(who.accountId) : undefined;
  if (secret === undefined) {
    return { to: "/account/security/#second-factor" };
  }
  const typed = typedSecret(secret);
  const data = { secret: typed, qr: qrCode(totpUri(typed, who.email)) };
  return { page: { name: "two-factor", data } };
}
