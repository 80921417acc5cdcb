import { audit } from "../../store/audit.ts";
import type { BeforeCall, CallsByHand } from "../../webhooks/calls.ts";
import type { Call } from "../../webhooks/calls.ts";
import { findEndpoint } from "../../webhooks/endpoints.ts";
import type { Endpoint } from "../../webhooks/endpoints.ts";
import { writeAs } from "../auth/sessions.ts";
import { ownsEndpoint } from "../own-endpoints.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, SignedInRequest } from "../portal-request.ts";

/* The forms of the page of webhooks that send one. */

/** Sends a test, and shows how it went. */
export function testWebhook(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  return send(context, request, (byHand, endpoint, before) =>
    byHand.test(endpoint, request.nowMs, before),
  );
}

/** Sends one again, with its id. */
export function sendWebhookAgain(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const message = request.field("message");
  return send(context, request, (byHand, endpoint, before) =>
    byHand.again(endpoint, message, request.nowMs, before),
  );
}

async function send(
  context: PortalContext,
  request: SignedInRequest,
  call: (byHand: CallsByHand, endpoint: Endpoint, before: BeforeCall) => Promise<Call | undefined>,
): Promise<PortalAnswer> {
  const { accountId } = request.who;
  const id = request.field("endpoint");
  const endpoint = await writeAs(context.store, request.who, async (transaction) => {
    if (!(await ownsEndpoint(transaction, accountId, id))) {
      return undefined;
    }
    return findEndpoint(transaction, id);
  });
  if (endpoint === undefined) {
    return { missing: true };
  }
  // Before it leaves: what left and is not in the trail, since this process was killed, would never be in it. And not
  // before it is known that it can be sent: the trail must not tell of one that could not.
  const sent = await call(await context.byHand(), endpoint, () =>
    writeAs(context.store, request.who, (transaction) =>
      audit(transaction, accountId, "webhook_sent", request.nowMs, { endpoint: id }),
    ),
  );
  const here = `/account/webhooks/#${id}`;
  if (sent === undefined) {
    return goTo(here, "webhook_not_sent");
  }
  const isTaken = sent.status !== null && sent.status >= 200 && sent.status < 300;
  return goTo(here, isTaken ? "webhook_taken" : "webhook_not_taken");
}
