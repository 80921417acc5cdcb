import type { CallData, EndpointData, WebhooksData } from "../../../src/account/page-data.ts";
import { ROUND_EVENTS } from "../../../src/webhooks/payload.ts";
import { callsOf } from "../../webhooks/calls.ts";
import type { Call } from "../../webhooks/calls.ts";
import { endpointStates } from "../../webhooks/endpoint-states.ts";
import type { StatedEndpoint } from "../../webhooks/endpoint-states.ts";
import { readSecrets } from "../../webhooks/endpoints.ts";
import { subscriptionIdsOf } from "../own-endpoints.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

/** So that what follows them stays in reach; their CSV has all. */
const SHOWN_CALLS = 10;

/**
 * The account's endpoints with their latest calls.
 *
 * @param endpointId the endpoint whose secret is shown this time.
 */
export async function webhooks(
  context: PortalContext,
  { who, nowMs }: SignedInRequest,
  {
    endpointId,
    typed = null,
  }: { readonly endpointId: string | undefined; readonly typed?: WebhooksData["typed"] },
): Promise<WebhooksData> {
  const { store } = context;
  const subscriptionIds = await subscriptionIdsOf(store.db, who.accountId);
  const found = await endpointStates(store, nowMs, subscriptionIds);
  return {
    hasKey: subscriptionIds.length > 0,
    events: ROUND_EVENTS,
    endpoints: await Promise.all(
      found.map((each) => endpointData(context, each, nowMs, each.endpoint.id === endpointId)),
    ),
    typed,
  };
}

async function endpointData(
  { store, vault }: PortalContext,
  { endpoint, state, failingSinceMs }: StatedEndpoint,
  nowMs: number,
  isRevealed: boolean,
): Promise<EndpointData> {
  const { id, url, games, events, off, oldSecretUntilMs } = endpoint;
  const [secret = null] = isRevealed ? ((await readSecrets(store.db, vault, id, nowMs)) ?? []) : [];
  return {
    id,
    url,
    games,
    events,
    state,
    sinceMs: off?.atMs ?? failingSinceMs,
    offReason: off?.reason ?? null,
    secret,
    oldSecretUntilMs: (oldSecretUntilMs ?? 0) > nowMs ? oldSecretUntilMs : null,
    calls: (await callsOf(store, id, SHOWN_CALLS)).map(callData),
  };
}

function callData({ message, type, atMs, status, fault, durationMs }: Call): CallData {
  const isRepeatable = type !== "missed" && type !== "test";
  return { message, type, atMs, status, fault, durationMs, isRepeatable };
}
