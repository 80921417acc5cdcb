import type { SecurityData } from "../../../src/account/page-data.ts";
import { auditOf } from "../audit-log.ts";
import { sessionsOf } from "../auth/sessions.ts";
import type { Desk } from "../portal-context.ts";
import type { OwnVisit } from "../portal-request.ts";

const SHOWN_ENTRIES = 100;

/** Where the account is signed in, and the latest of what happened to it. */
export async function security({ store }: Desk, visit: OwnVisit): Promise<SecurityData> {
  const { accountId, sessionId } = visit.who;
  const sessions = await sessionsOf(store, accountId, visit.nowMs);
  return {
    sessions: sessions.map(({ id, address, userAgent, createdAtMs }) => ({
      id,
      address,
      userAgent,
      createdAtMs,
      isThis: id === sessionId,
    })),
    audit: await auditOf(store, accountId, SHOWN_ENTRIES),
  };
}
