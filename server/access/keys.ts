import { recordAction } from "../store/audit.ts";
import type { OwnerAction } from "../store/audit.ts";
import { publishChange, serialized } from "../store/serialized.ts";
import type { Db, Store, Transaction } from "../store/store.ts";
import { timeText } from "../store/stored-value.ts";
import { endAfterDays } from "./end-date.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { KeyMode } from "./key-text.ts";
import { parseOrigins, readOrigins } from "./origins.ts";
import { insertSubscription, insertSubscriptionKey, moveEnd } from "./subscriptions.ts";

export interface KeyInput {
  /** 1 to 100 characters, no control characters. */
  readonly label: string;
  /** Must be in the future. */
  readonly endsAtMs: number;
  /** In the form that `parseOrigins` accepts; empty allows any. */
  readonly origins: readonly string[];
}

/** Everything about a key that may be displayed: all but its text. */
export type KeyInfo = ReturnType<typeof infoOf>;

export function isRevoked({ revokedAtMs }: Pick<KeyInfo, "revokedAtMs">, nowMs: number): boolean {
  return revokedAtMs !== undefined && revokedAtMs <= nowMs;
}

/** A new key with its text, which cannot be read again later. */
export type IssuedKey = KeyInfo & { readonly keyText: string };

const MAX_LABEL_LENGTH = 100;
const MAX_CLOCK_SKEW_MS = 1_000;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Issues a key with its own subscription.
 *
 * @throws InvalidInput if the label, the end date or the origins are not valid.
 */
export function issue(
  store: Store,
  input: KeyInput,
  nowMs: number,
  mode: KeyMode = "live",
): Promise<IssuedKey> {
  const { endsAtMs } = input;
  const label = checkLabel(input.label);
  const origins = parseOrigins(input.origins);
  if (!Number.isSafeInteger(endsAtMs) || endsAtMs <= nowMs) {
    throw new InvalidInput("The end must be in the future.");
  }
  return serialized(store, async (transaction) => {
    const subscription = { label, ends_at: endsAtMs, account_id: null };
    const subscriptionId = await insertSubscription(transaction, subscription, nowMs);
    const inserted = { subscriptionId, origins, mode, seal: null };
    const { id, keyText } = await insertSubscriptionKey(transaction, inserted, nowMs);
    const key = await requireKey(transaction, id);
    await recordKeyAction(transaction, "key_issued", key, { until: timeText(endsAtMs) }, nowMs);
    return { ...key, keyText };
  });
}

/** Lists all keys, oldest first. */
export async function list(store: Store): Promise<KeyInfo[]> {
  const rows = await selectKeys(store.db)
    .orderBy("api_key.created_at")
    .orderBy("api_key.id")
    .execute();
  return rows.map(infoOf);
}

/**
 * Revokes a key immediately and permanently. Its subscription remains. Revoking a revoked key has no effect.
 *
 * @throws InvalidInput for an unknown id.
 */
export function revoke(store: Store, id: string, nowMs: number): Promise<KeyInfo> {
  return serialized(store, async (transaction) => {
    const pastMs = nowMs - MAX_CLOCK_SKEW_MS;
    const changed = await transaction
      .updateTable("api_key")
      .set({ revoked_at: pastMs })
      .where("id", "=", id)
      .where((eb) => eb.or([eb("revoked_at", "is", null), eb("revoked_at", ">", pastMs)]))
      .returning("id")
      .executeTakeFirst();
    const key = await requireKey(transaction, id);
    if (changed !== undefined) {
      await publishChange(transaction);
      await recordKeyAction(transaction, "key_revoked", key, {}, nowMs);
    }
    return key;
  });
}

/**
 * Extends the key's subscription by `days` from its end, or from now if it has ended. The key stays
 * the same.
 *
 * @throws InvalidInput for an unknown or revoked key, or a number of days out of range.
 */
export function renew(store: Store, id: string, days: number, nowMs: number): Promise<KeyInfo> {
  return serialized(store, async (transaction) => {
    const key = await requireUsableKey(transaction, id, nowMs);
    const endsAtMs = endAfterDays(Math.max(nowMs, key.endsAtMs), days);
    await moveEnd(transaction, key.subscriptionId, endsAtMs);
    await recordKeyAction(transaction, "key_renewed", key, { days: String(days) }, nowMs);
    return { ...key, endsAtMs };
  });
}

/**
 * Sets the origins that may frame the tables, for all keys of the same subscription. An empty list allows any origin.
 *
 * @throws InvalidInput for an unknown or revoked key, or invalid origins.
 */
export function setSites(
  store: Store,
  id: string,
  sites: readonly string[],
  nowMs: number,
): Promise<KeyInfo> {
  const origins = parseOrigins(sites);
  return serialized(store, async (transaction) => {
    const key = await requireUsableKey(transaction, id, nowMs);
    await transaction
      .updateTable("api_key")
      .set({ origins: JSON.stringify(origins) })
      .where("subscription_id", "=", key.subscriptionId)
      .execute();
    await publishChange(transaction);
    const detail = { origins: origins.join(" ") || "any" };
    await recordKeyAction(transaction, "key_sites_changed", key, detail, nowMs);
    return { ...key, origins };
  });
}

function recordKeyAction(
  transaction: Transaction,
  action: OwnerAction,
  { id: key, accountId }: KeyInfo,
  detail: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<void> {
  return recordAction(transaction, { action, accountId, detail: { key, ...detail } }, nowMs);
}

async function requireKey(db: Db, id: string): Promise<KeyInfo> {
  const row = await selectKeys(db).where("api_key.id", "=", id).executeTakeFirst();
  if (row === undefined) {
    throw new InvalidInput(
      `No key has the id ${JSON.stringify(id)}. "npm run -s keys -- list" shows all ids.`,
    );
  }
  return infoOf(row);
}

async function requireUsableKey(db: Db, id: string, nowMs: number): Promise<KeyInfo> {
  const key = await requireKey(db, id);
  if (isRevoked(key, nowMs)) {
    throw new InvalidInput(`The key ${id} is permanently revoked. Issue a new one.`);
  }
  return key;
}

export function selectKeys(db: Db) {
  return db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .leftJoin("suspension", "suspension.account_id", "subscription.account_id")
    .select([
      "api_key.id",
      "api_key.subscription_id",
      "api_key.hint",
      "api_key.origins",
      "api_key.revoked_at",
      "subscription.label",
      "subscription.ends_at",
      "subscription.account_id",
      "suspension.since as suspended_since",
    ]);
}

export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

function infoOf(row: KeyRow) {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    /** Null for a key created on the command line. */
    accountId: row.account_id,
    label: row.label,
    hint: row.hint,
    origins: readOrigins(row.origins),
    endsAtMs: row.ends_at,
    /** In the future while the key and its replacement both work. */
    revokedAtMs: row.revoked_at ?? undefined,
    isSuspended: row.suspended_since !== null,
  };
}

function checkLabel(text: string): string {
  const label = text.trim();
  if (label === "" || label.length > MAX_LABEL_LENGTH || UNPRINTABLE.test(label)) {
    throw new InvalidInput(
      `A label must have 1 to ${MAX_LABEL_LENGTH} characters and no control characters.`,
    );
  }
  return label;
}
