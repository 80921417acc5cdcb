import { games } from "../../src/games/index.ts";
import { DAY_MS } from "../../src/round/phases.ts";
import { ROUND_EVENTS } from "../../src/wire/webhook-payload.ts";
import type { RoundEventType } from "../../src/wire/webhook-payload.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import { newId } from "../store/ids.ts";
import { publishChange, serialized } from "../store/serialized.ts";
import type { Store, StoredRow, Transaction } from "../store/store.ts";
import { parseTarget } from "./endpoint-url.ts";
import { newWebhookSecret } from "./signature.ts";

export type Endpoint = ReturnType<typeof endpointOf>;

export interface EndpointInput {
  readonly subscriptionId: string;
  readonly url: string;
  /** Slugs; at least one. */
  readonly games: readonly string[];
  /** At least one. */
  readonly events: readonly string[];
}

type Row = StoredRow<"webhook_endpoint">;

const MAX_ENDPOINTS = 10;

/**
 * Adds an endpoint, which receives all events from now on.
 *
 * @returns its id and its secret; undefined if the subscription already has the maximum number.
 * @throws InvalidInput if the URL, the games or the events are not valid.
 */
export async function addEndpoint(
  transaction: Transaction,
  vault: Vault,
  input: EndpointInput,
  { nowMs, allowPrivate }: { readonly nowMs: number; readonly allowPrivate: boolean },
): Promise<{ id: string; secret: string } | undefined> {
  const { subscriptionId } = input;
  const url = parseTarget(input.url, allowPrivate);
  const chosenGames = readChoices(
    input.games,
    games.map(({ slug }) => slug),
    "game",
  );
  const chosenEvents = readChoices(input.events, ROUND_EVENTS, "event");
  const existing = await transaction
    .selectFrom("webhook_endpoint")
    .select("id")
    .where("subscription_id", "=", subscriptionId)
    .execute();
  if (existing.length >= MAX_ENDPOINTS) {
    return undefined;
  }
  const id = newId("hook");
  const secret = newWebhookSecret();
  await transaction
    .insertInto("webhook_endpoint")
    .values({
      id,
      subscription_id: subscriptionId,
      url,
      games: JSON.stringify(chosenGames),
      events: JSON.stringify(chosenEvents),
      secret: vault.seal(id, secret),
      old_secret: null,
      old_secret_until: null,
      created_at: nowMs,
      off_at: null,
      off_reason: null,
      resumed_at: nowMs,
      seq_at: nowMs,
    })
    .execute();
  await publishChange(transaction);
  return { id, secret };
}

export async function removeEndpoint(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom("webhook_endpoint").where("id", "=", id).execute();
  await publishChange(transaction);
}

/** Replaces an endpoint's secret. The previous secret also signs for another day. */
export async function rotateSecret(
  transaction: Transaction,
  vault: Vault,
  id: string,
  nowMs: number,
): Promise<string> {
  const secret = newWebhookSecret();
  await transaction
    .updateTable("webhook_endpoint")
    .set((eb) => ({
      secret: vault.seal(id, secret),
      old_secret: eb.ref("secret"),
      old_secret_until: nowMs + DAY_MS,
    }))
    .where("id", "=", id)
    .execute();
  await publishChange(transaction);
  return secret;
}

/** Switches an endpoint on. It then receives the waiting webhooks. */
export async function switchOn(transaction: Transaction, id: string, nowMs: number): Promise<void> {
  await transaction
    .updateTable("webhook_endpoint")
    .set({ off_at: null, off_reason: null, resumed_at: nowMs })
    .where("id", "=", id)
    .execute();
  await publishChange(transaction);
}

/** Queues an email to an endpoint's account within the transaction that switches the endpoint off. */
export type MailAccount = (
  transaction: Transaction,
  account: { readonly email: string; readonly lang: string },
  endpoint: { readonly url: string; readonly reason: "failed" | "gone" },
) => Promise<void>;

/**
 * Switches an endpoint off and emails its account, if it has one. Does nothing if the endpoint was switched off or on
 * in the meantime.
 *
 * @param sinceMs when it was last switched on.
 */
export async function switchOff(
  store: Store,
  { id, sinceMs, reason }: { id: string; sinceMs: number; reason: "failed" | "gone" },
  mailAccount: MailAccount,
  nowMs: number,
): Promise<void> {
  await serialized(store, async (transaction) => {
    const off = await transaction
      .updateTable("webhook_endpoint")
      .set({ off_at: nowMs, off_reason: reason })
      .where("id", "=", id)
      .where("off_at", "is", null)
      .where("resumed_at", "=", sinceMs)
      .returning(["url", "subscription_id"])
      .executeTakeFirst();
    if (off === undefined) {
      return;
    }
    await publishChange(transaction);
    const account = await transaction
      .selectFrom("subscription")
      .innerJoin("account_user", "account_user.id", "subscription.account_id")
      .select(["account_user.email", "account_user.lang"])
      .where("subscription.id", "=", off.subscription_id)
      .executeTakeFirst();
    if (account !== undefined) {
      await mailAccount(transaction, account, { url: off.url, reason });
    }
  });
}

/** The secrets that sign an endpoint's webhooks at `nowMs`, epoch ms; undefined if they cannot be decrypted. */
export function secretsAt(
  vault: Vault,
  { sealed: { id, secret, old_secret: old, old_secret_until: endMs } }: Pick<Endpoint, "sealed">,
  nowMs: number,
): readonly string[] | undefined {
  const current = vault.open(id, secret);
  const prior = old !== null && nowMs < (endMs ?? 0) ? vault.open(id, old) : undefined;
  return current === undefined ? undefined : [current, prior].filter((text) => text !== undefined);
}

export function endpointOf(row: Row) {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    url: row.url,
    // The casts are safe because only this module writes the columns.
    games: JSON.parse(row.games) as readonly string[],
    events: JSON.parse(row.events) as readonly RoundEventType[],
    createdAtMs: row.created_at,
    off:
      row.off_at === null
        ? null
        : { atMs: row.off_at, reason: row.off_reason ?? ("failed" as const) },
    resumedAtMs: row.resumed_at,
    /** When the previous secret stops signing, epoch ms; null if there is none. */
    oldSecretUntilMs: row.old_secret_until,
    sealed: row as Pick<Row, "id" | "secret" | "old_secret" | "old_secret_until">,
  };
}

/** The selected values, in the order of `all`. */
function readChoices(wanted: readonly string[], all: readonly string[], kind: string): string[] {
  const unknown = wanted.find((choice) => !all.includes(choice));
  if (unknown !== undefined) {
    throw new InvalidInput(
      `There is no ${kind} ${JSON.stringify(unknown)}. Choose from ${all.join(", ")}.`,
    );
  }
  if (wanted.length === 0) {
    throw new InvalidInput(`Choose at least one ${kind}: ${all.join(", ")}.`);
  }
  return all.filter((choice) => wanted.includes(choice));
}
