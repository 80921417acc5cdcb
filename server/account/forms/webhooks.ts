import type { Transaction } from "kysely";
import type { Notice, WebhooksData } from "../../../src/account/page-data.ts";
import { slugs } from "../../../src/games/index.ts";
import { ROUND_EVENTS } from "../../../src/webhooks/payload.ts";
import { InvalidInput } from "../../access/errors.ts";
import { audit } from "../../store/audit.ts";
import type { AuditAction } from "../../store/audit.ts";
import type { Schema } from "../../store/tables.ts";
import { addEndpoint, removeEndpoint, rotateSecret, switchOn } from "../../webhooks/endpoints.ts";
import { parseTarget } from "../../webhooks/target.ts";
import { writeAs } from "../auth/sessions.ts";
import { ownsEndpoint, subscriptionIdsOf } from "../own-endpoints.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, Redirect, SignedInRequest } from "../portal-request.ts";
import { webhooks } from "../views/webhooks.ts";

/* The forms of the page of webhooks that change endpoints. */

const PAGE = "/account/webhooks/";
/** How much of a wrong address is quoted in a notice. */
const MAX_QUOTED = 100;

/** Adds an endpoint and shows its secret once. A refused one stays in the form. */
export async function addWebhook(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const { accountId } = request.who;
  const typed = {
    url: request.field("url").trim(),
    games: slugs.filter((slug) => request.field(`game-${slug}`) !== ""),
    events: ROUND_EVENTS.filter((event) => request.field(`event-${event}`) !== ""),
  };
  const refusal = refusalOf(typed, context.webhooksPrivate);
  if (refusal !== undefined) {
    return again(context, request, typed, refusal);
  }
  const added = await writeAs(context.store, request.who, async (transaction) => {
    const [subscriptionId] = await subscriptionIdsOf(transaction, accountId);
    if (subscriptionId === undefined) {
      return "webhook_needs_key";
    }
    const at = { nowMs: request.nowMs, allowPrivate: context.webhooksPrivate };
    const order = { subscriptionId, ...typed };
    const endpoint = await addEndpoint(transaction, context.vault, order, at);
    if (endpoint === undefined) {
      return "too_many_webhooks";
    }
    const detail = { endpoint: endpoint.id, url: typed.url };
    await audit(transaction, accountId, "webhook_added", request.nowMs, detail);
    return endpoint;
  });
  if (typeof added === "string") {
    return again(context, request, typed, { code: added });
  }
  await context.changes.look();
  return goTo(`${PAGE}#${added.id}`, "webhook_added", { carry: { secret: added.id } });
}

/** Gives an endpoint a new secret and shows it once. */
export function rotateWebhook(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  return change(context, request, "webhook_rotated", (transaction, id) =>
    rotateSecret(transaction, context.vault, id, request.nowMs),
  );
}

export function switchWebhookOn(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  return change(context, request, "webhook_on", (transaction, id) =>
    switchOn(transaction, id, request.nowMs),
  );
}

export function removeWebhook(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  return change(context, request, "webhook_removed", removeEndpoint);
}

/** Changes one of the account's endpoints. Another's, and one that is gone, are missing. */
async function change(
  context: PortalContext,
  request: SignedInRequest,
  action: AuditAction & ("webhook_rotated" | "webhook_on" | "webhook_removed"),
  work: (transaction: Transaction<Schema>, id: string) => Promise<unknown>,
): Promise<PortalAnswer> {
  const { accountId } = request.who;
  const id = request.field("endpoint");
  const isDone = await writeAs(context.store, request.who, async (transaction) => {
    if (!(await ownsEndpoint(transaction, accountId, id))) {
      return false;
    }
    await work(transaction, id);
    await audit(transaction, accountId, action, request.nowMs, { endpoint: id });
    return true;
  });
  if (!isDone) {
    return { missing: true };
  }
  await context.changes.look();
  const more: Omit<Redirect, "to"> = action === "webhook_rotated" ? { carry: { secret: id } } : {};
  return goTo(action === "webhook_removed" ? PAGE : `${PAGE}#${id}`, action, more);
}

function refusalOf(
  { url, games, events }: NonNullable<WebhooksData["typed"]>,
  allowPrivate: boolean,
): Notice | undefined {
  if (games.length === 0 || events.length === 0) {
    return { code: "no_webhook_choice" };
  }
  try {
    parseTarget(url, allowPrivate);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) {
      const text = url.length > MAX_QUOTED ? `${url.slice(0, MAX_QUOTED)}…` : url;
      return { code: "bad_webhook", text: JSON.stringify(text) };
    }
    throw error;
  }
}

async function again(
  context: PortalContext,
  request: SignedInRequest,
  typed: WebhooksData["typed"],
  notice: Notice,
): Promise<PortalAnswer> {
  const data = await webhooks(context, request, { endpointId: undefined, typed });
  return { page: { name: "webhooks", data }, path: PAGE, notice };
}
