import type { Notice, WebhooksData } from "../../../src/account/page-data.ts";
import { slugs } from "../../../src/games/index.ts";
import { ROUND_EVENTS } from "../../../src/wire/webhook-payload.ts";
import { findSubscription } from "../../access/subscriptions.ts";
import { audit } from "../../store/audit.ts";
import type { Transaction } from "../../store/store.ts";
import { listCalls } from "../../webhooks/calls.ts";
import type { BeforeCall, Call, ManualCalls } from "../../webhooks/calls.ts";
import { endpointStates } from "../../webhooks/endpoint-states.ts";
import { InvalidTarget, parseTarget } from "../../webhooks/endpoint-url.ts";
import {
  addEndpoint,
  endpointOf,
  removeEndpoint,
  rotateSecret,
  secretsAt,
  switchOn,
} from "../../webhooks/endpoints.ts";
import type { Endpoint } from "../../webhooks/endpoints.ts";
import { writeAs } from "../auth/sessions.ts";
import { goTo } from "../request.ts";
import type { Handler, PortalResponse, SignedInRequest } from "../request.ts";

/* The webhooks page: endpoints with their latest calls, and the forms that change and call them. */

const PAGE = "/account/webhooks/";

export const webhooksPage: Handler = async (request) => {
  return { page: { name: "webhooks", data: await webhooks(request, null) } };
};

async function webhooks(
  { store, vault, who, nowMs, carried }: SignedInRequest,
  typed: WebhooksData["typed"],
): Promise<WebhooksData> {
  const subscription = await findSubscription(store.db, who.accountId);
  const found = subscription ? await endpointStates(store, nowMs, subscription.id) : [];
  const endpoints = found.map(async ({ endpoint, state, failingSinceMs }) => {
    const { id, url, games, events, off, oldSecretUntilMs } = endpoint;
    const secrets = id === carried["secret"] ? secretsAt(vault, endpoint, nowMs) : undefined;
    const calls = await listCalls(store, id);
    return {
      id,
      url,
      games,
      events,
      state,
      sinceMs: off?.atMs ?? failingSinceMs,
      offReason: off?.reason ?? null,
      secret: secrets?.[0] ?? null,
      oldSecretUntilMs: (oldSecretUntilMs ?? 0) > nowMs ? oldSecretUntilMs : null,
      calls: calls.map((call) => ({
        ...call,
        isRepeatable: call.type !== "missed" && call.type !== "test",
      })),
    };
  });
  return {
    hasKey: subscription !== undefined,
    events: ROUND_EVENTS,
    endpoints: await Promise.all(endpoints),
    typed,
  };
}

async function ownEndpoint(
  transaction: Transaction,
  accountId: string,
  endpointId: string,
): Promise<Endpoint | undefined> {
  const row = await transaction
    .selectFrom("webhook_endpoint")
    .innerJoin("subscription", "subscription.id", "webhook_endpoint.subscription_id")
    .selectAll("webhook_endpoint")
    .where("webhook_endpoint.id", "=", endpointId)
    .where("subscription.account_id", "=", accountId)
    .executeTakeFirst();
  return row && endpointOf(row);
}

/** Adds an endpoint and shows its secret once. A refused endpoint stays in the form. */
export const addWebhook: Handler = async (request) => {
  const { field, nowMs } = request;
  const { accountId } = request.who;
  const typed = {
    url: field("url").trim(),
    games: slugs.filter((slug) => field(`game-${slug}`) !== ""),
    events: ROUND_EVENTS.filter((event) => field(`event-${event}`) !== ""),
  };
  const showFormAgain = async (notice: Notice): Promise<PortalResponse> => {
    const data = await webhooks(request, typed);
    return { page: { name: "webhooks", data }, path: PAGE, notice };
  };
  if (typed.games.length === 0 || typed.events.length === 0) {
    return showFormAgain({ code: "no_webhook_choice" });
  }
  try {
    parseTarget(typed.url, request.webhooksPrivate);
  } catch (error) {
    if (error instanceof InvalidTarget) {
      return showFormAgain({ code: error.code });
    }
    throw error;
  }
  const added = await writeAs(request.store, request.who, async (transaction) => {
    const subscription = await findSubscription(transaction, accountId);
    if (subscription === undefined) {
      return "webhook_needs_key";
    }
    const at = { nowMs, allowPrivate: request.webhooksPrivate };
    const input = { subscriptionId: subscription.id, ...typed };
    const endpoint = await addEndpoint(transaction, request.vault, input, at);
    if (endpoint === undefined) {
      return "too_many_webhooks";
    }
    const detail = { endpoint: endpoint.id, url: typed.url };
    await audit(transaction, accountId, "webhook_added", nowMs, detail);
    return endpoint;
  });
  if (typeof added === "string") {
    return showFormAgain({ code: added });
  }
  await request.changes.check();
  return goTo(`${PAGE}#${added.id}`, "webhook_added", { carry: { secret: added.id } });
};

/** A form that changes one of the account's endpoints. Another account's endpoint, or a deleted one, is not found. */
function change(
  action: "webhook_rotated" | "webhook_on" | "webhook_removed",
  work: (transaction: Transaction, id: string, request: SignedInRequest) => Promise<unknown>,
) {
  return async (request: SignedInRequest): Promise<PortalResponse> => {
    const { store, who, field, nowMs } = request;
    const id = field("endpoint");
    const isDone = await writeAs(store, who, async (transaction) => {
      if ((await ownEndpoint(transaction, who.accountId, id)) === undefined) {
        return false;
      }
      await work(transaction, id, request);
      await audit(transaction, who.accountId, action, nowMs, { endpoint: id });
      return true;
    });
    if (!isDone) {
      return { missing: true };
    }
    await request.changes.check();
    const carry = action === "webhook_rotated" ? { secret: id } : {};
    return goTo(action === "webhook_removed" ? PAGE : `${PAGE}#${id}`, action, { carry });
  };
}

export const rotateWebhook = change("webhook_rotated", (transaction, id, { vault, nowMs }) =>
  rotateSecret(transaction, vault, id, nowMs),
);
export const switchWebhookOn = change("webhook_on", (transaction, id, { nowMs }) =>
  switchOn(transaction, id, nowMs),
);
export const removeWebhook = change("webhook_removed", (transaction, id) =>
  removeEndpoint(transaction, id),
);

function send(
  call: (
    manualCalls: ManualCalls,
    endpoint: Endpoint,
    request: SignedInRequest,
    beforeCall: BeforeCall,
  ) => Promise<Call | undefined>,
) {
  return async (request: SignedInRequest): Promise<PortalResponse> => {
    const { who, nowMs } = request;
    const id = request.field("endpoint");
    const endpoint = await writeAs(request.store, who, (transaction) =>
      ownEndpoint(transaction, who.accountId, id),
    );
    if (endpoint === undefined) {
      return { missing: true };
    }
    // Logged before the call, because the process may be killed during it; but only once the call can be made.
    const sent = await call(await request.manualCalls(), endpoint, request, () =>
      writeAs(request.store, who, (transaction) =>
        audit(transaction, who.accountId, "webhook_sent", nowMs, { endpoint: id }),
      ),
    );
    const here = `${PAGE}#${id}`;
    if (sent === undefined) {
      return goTo(here, "webhook_not_sent");
    }
    const isAccepted = sent.status !== null && sent.status >= 200 && sent.status < 300;
    return goTo(here, isAccepted ? "webhook_accepted" : "webhook_not_accepted");
  };
}

export const testWebhook = send((manualCalls, endpoint, { nowMs }, beforeCall) =>
  manualCalls.sendTest(endpoint, nowMs, beforeCall),
);
/** Sends a call again, with the same id. */
export const sendWebhookAgain = send((manualCalls, endpoint, { nowMs, field }, beforeCall) =>
  manualCalls.resend(endpoint, field("message"), nowMs, beforeCall),
);
