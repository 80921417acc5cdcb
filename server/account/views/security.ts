import type { SecurityData } from "../../../src/account/page-data.ts";
import { auditOf } from "../audit-log.ts";
import type { AddressChange } from "../auth/address-changes.ts";
import { sessionsOf } from "../auth/sessions.ts";
import { shownEmail } from "../email-address.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

const SHOWN_ENTRIES = 100;

/** The account's sessions and the latest entries of its audit log. */
export async function security(
  { store, factors, addresses }: PortalContext,
  request: SignedInRequest,
): Promise<SecurityData> {
  const { accountId, sessionId } = request.who;
  const sessions = await sessionsOf(store, accountId, request.nowMs);
  return {
    sessions: sessions.map(({ id, address, userAgent, createdAtMs }) => ({
      id,
      address,
      userAgent,
      createdAtMs,
      isThis: id === sessionId,
    })),
    recoveryCodesLeft: (await factors.recoveryCodesLeft(accountId)) ?? null,
    address: addressOf(await addresses.waiting(accountId, request.nowMs)),
    audit: await auditOf(store, accountId, SHOWN_ENTRIES),
  };
}

function addressOf(change: AddressChange | undefined): SecurityData["address"] {
  return change === undefined ? null : { ...change, newEmail: shownEmail(change.newEmail) };
}
