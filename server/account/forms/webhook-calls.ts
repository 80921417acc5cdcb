import { serialized } from "../../store/serialized.ts";
import type { CallsByHand } from "../../webhooks/by-hand.ts";
import type { Call } from "../../webhooks/calls.ts";
import { findEndpoint } from "../../webhooks/endpoints.ts";
import type { Endpoint } from "../../webhooks/endpoints.ts";
import { audit } from "../audit-log.ts";
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
  return send(context, request, (byHand, endpoint) => byHand.test(endpoint, request.nowMs));
}

/** Sends one again, with its id. */
export function sendWebhookAgain(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const message = request.field("message");
  return send(context, request, (byHand, endpoint) =>
    byHand.again(endpoint, message, request.nowMs),
  );
}

async function send(
  context: PortalContext,
  request: SignedInRequest,
  call: (byHand: CallsByHand, endpoint: Endpoint) => Promise<Call | undefined>,
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
  const sent = await call(await context.byHand(), endpoint);
  const here = `/account/webhooks/#${id}`;
  if (sent === undefined) {
    return goTo(here, "webhook_not_sent");
  }
  // Only now: the trail must not tell of one that could not be sent.
  await serialized(context.store, (transaction) =>
    audit(transaction, accountId, "webhook_sent", request.nowMs, { endpoint: id }),
  );
  const isTaken = sent.status !== null && sent.status >= 200 && sent.status < 300;
  return goTo(here, isTaken ? "webhook_taken" : "webhook_not_taken");
}
