import { browserName } from "../../../src/account/browser-name.ts";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import { FRESH } from "../cookies.ts";
import { PASSKEYS } from "../forms/passkeys.ts";
import type { PortalContext } from "../portal-context.ts";
import type { PortalAnswer, SignedInRequest } from "../portal-request.ts";

const MAX_SUGGESTED = 40;

/** The page that adds a passkey. Only for somebody who typed the password minutes ago. */
export async function passkey(
  { passkeys, fresh }: PortalContext,
  { who, cookies, client, nowMs }: SignedInRequest,
): Promise<PortalAnswer> {
  const isFresh = fresh.isFresh(cookies[FRESH] ?? "", who.sessionId, nowMs);
  if (passkeys === undefined || !isFresh) {
    return { to: PASSKEYS };
  }
  const known = await passkeys.list(who.accountId);
  const name = browserName(client.userAgent).slice(0, MAX_SUGGESTED);
  return known.length >= MAX_PASSKEYS
    ? { to: PASSKEYS, notice: { code: "too_many_passkeys" } }
    : { page: { name: "passkey", data: { name } } };
}
