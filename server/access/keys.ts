import type { Transaction } from "kysely";
import { publishKeyChange } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { newId } from "./base62.ts";
import { InputError, KeyError } from "./errors.ts";
import { digestOf, hintOf, newKeyText } from "./key-text.ts";
import { parseOrigins, readOrigins } from "./origins.ts";
import { pastForServers } from "./running-servers.ts";
import { endAfterDays, isInstant } from "./term.ts";

/** What a new key is for. */
export interface KeyOrder {
  /** 1 to 100 characters, no control characters. */
  readonly label: string;
  /** When its subscription is over, epoch ms; in the future. */
  readonly endsAtMs: number;
  /** The origins that may frame the pages, as `parseOrigins` reads them; empty: any. */
  readonly origins: readonly string[];
}

/** A key as it may be shown: everything but its text. */
export interface KeyInfo {
  readonly id: string;
  readonly label: string;
  /** The last four characters of the key text. */
  readonly hint: string;
  readonly origins: readonly string[];
  readonly createdAtMs: number;
  readonly endsAtMs: number;
  /** From when on it opens nothing; may lie ahead, while another key takes its place. */
  readonly revokedAtMs: number | undefined;
  /** Whether its row holds what cannot have been written there: it then opens nothing. */
  readonly isDamaged: boolean;
}

/** Whether a key opens nothing any more, whatever was paid. */
export function isRevoked({ revokedAtMs }: Pick<KeyInfo, "revokedAtMs">, nowMs: number): boolean {
  return revokedAtMs !== undefined && revokedAtMs <= nowMs;
}

/** A key at its birth: the only time its text is seen. */
export interface IssuedKey extends KeyInfo {
  readonly keyText: string;
}

const LABEL_MAX = 100;
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Issues a key with a subscription of its own.
 *
 * @throws InputError when the order cannot be taken as it is.
 */
export function issue(store: Store, order: KeyOrder, nowMs: number): Promise<IssuedKey> {
  const checked = {
    ...order,
    label: checkLabel(order.label),
    origins: parseOrigins(order.origins),
  };
  if (!Number.isSafeInteger(order.endsAtMs) || order.endsAtMs <= nowMs) {
    throw new InputError("The end must be in the future.");
  }
  return serialized(store, (transaction) => insertKey(transaction, checked, { nowMs, demo: 0 }));
}

/** All keys, the oldest first. */
export async function list(store: Store): Promise<KeyInfo[]> {
  const rows = await selectKeys(store.db)
    .orderBy("api_key.created_at")
    .orderBy("api_key.id")
    .execute();
  return rows.map(infoOf);
}

/**
 * Ends a key at once and for good. Its subscription stays. Revoking it again changes nothing. What is
 * written may lie a little back, so that it is past for every server, whatever clock `nowMs` is of.
 *
 * @throws KeyError for an unknown id.
 */
export function revoke(store: Store, id: string, nowMs: number): Promise<KeyInfo> {
  return serialized(store, async (transaction) => {
    const pastMs = await pastForServers(transaction, store, nowMs);
    const changed = await transaction
      .updateTable("api_key")
      .set({ revoked_at: pastMs })
      .where("id", "=", id)
      .where((is) => is.or([is("revoked_at", "is", null), is("revoked_at", ">", pastMs)]))
      .returning("subscription_id")
      .executeTakeFirst();
    if (changed !== undefined) {
      await publishKeyChange(transaction, changed.subscription_id);
    }
    return requireKey(transaction, id);
  });
}

/**
 * Lets the key's subscription go on for `days` from its end, or from now when it is over. The key
 * stays the same.
 *
 * @throws KeyError for an unknown id or a revoked key; InputError for a number of days out of range.
 */
export function renew(store: Store, id: string, days: number, nowMs: number): Promise<KeyInfo> {
  return serialized(store, async (transaction) => {
    const key = await requireKey(transaction, id);
    if (key.isDamaged) {
      throw new KeyError(`The record of the key ${id} is damaged: revoke it and issue a new one.`);
    }
    if (isRevoked(key, nowMs)) {
      throw new KeyError(`The key ${id} is revoked, which is for good: issue a new one.`);
    }
    const endsAtMs = endAfterDays(Math.max(nowMs, key.endsAtMs), days);
    const renewed = await transaction
      .updateTable("subscription")
      .set({ ends_at: endsAtMs })
      .where("id", "=", (query) =>
        query.selectFrom("api_key").select("subscription_id").where("id", "=", id),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    await publishKeyChange(transaction, renewed.id);
    return { ...key, endsAtMs };
  });
}

/** What a new subscription is for. */
interface SubscriptionOrder {
  readonly label: string;
  readonly endsAtMs: number;
  /** Null for one that the command line makes. */
  readonly accountId: string | null;
  readonly trial: 0 | 1;
}

/** What a new key of a subscription is for; all of it is taken as checked. */
interface SubscriptionKeyOrder {
  readonly subscriptionId: string;
  readonly origins: readonly string[];
  readonly demo: 0 | 1;
  /** Encrypts the text for its owner's eyes; null: nobody sees it again. */
  readonly seal: ((keyId: string, keyText: string) => string) | null;
}

/** Writes a key and a subscription of its own within a change; the order is taken as checked. */
export async function insertKey(
  transaction: Transaction<Schema>,
  order: KeyOrder,
  { nowMs, demo }: { nowMs: number; demo: 0 | 1 },
): Promise<IssuedKey> {
  const { label, endsAtMs, origins } = order;
  const subscriptionId = await insertSubscription(
    transaction,
    { label, endsAtMs, accountId: null, trial: 0 },
    nowMs,
  );
  const key = { subscriptionId, origins, demo, seal: null };
  const { id, keyText } = await insertSubscriptionKey(transaction, key, nowMs);
  return { ...(await requireKey(transaction, id)), keyText };
}

/** Writes a subscription within a change, and gives its id. */
export async function insertSubscription(
  transaction: Transaction<Schema>,
  { label, endsAtMs, accountId, trial }: SubscriptionOrder,
  nowMs: number,
): Promise<string> {
  const id = newId("sub");
  await transaction
    .insertInto("subscription")
    .values({ id, label, ends_at: endsAtMs, created_at: nowMs, account_id: accountId, trial })
    .execute();
  return id;
}

/** Writes one more key of a subscription within a change, and announces it. */
export async function insertSubscriptionKey(
  transaction: Transaction<Schema>,
  { subscriptionId, origins, demo, seal }: SubscriptionKeyOrder,
  nowMs: number,
): Promise<{ id: string; keyText: string }> {
  const id = newId("key");
  const keyText = newKeyText();
  await transaction
    .insertInto("api_key")
    .values({
      id,
      subscription_id: subscriptionId,
      digest: digestOf(keyText),
      hint: hintOf(keyText),
      origins: JSON.stringify(origins),
      demo,
      created_at: nowMs,
      revoked_at: null,
      sealed: seal?.(id, keyText) ?? null,
      last_used_at: null,
    })
    .execute();
  await publishKeyChange(transaction, subscriptionId);
  return { id, keyText };
}

async function requireKey(transaction: Transaction<Schema>, id: string): Promise<KeyInfo> {
  const row = await selectKeys(transaction).where("api_key.id", "=", id).executeTakeFirst();
  if (row === undefined) {
    throw new KeyError(`There is no key ${JSON.stringify(id)}: see the ids in the list of keys.`);
  }
  return infoOf(row);
}

function selectKeys(db: Store["db"]) {
  return db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select([
      "api_key.id",
      "api_key.hint",
      "api_key.origins",
      "api_key.created_at",
      "api_key.revoked_at",
      "subscription.label",
      "subscription.ends_at",
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

function infoOf(row: KeyRow): KeyInfo {
  const origins = readOrigins(row.origins);
  return {
    id: row.id,
    label: row.label,
    hint: row.hint,
    origins: origins ?? [],
    createdAtMs: row.created_at,
    endsAtMs: row.ends_at,
    revokedAtMs: row.revoked_at ?? undefined,
    isDamaged: origins === undefined || !isSoundTerm(row),
  };
}

/** Whether the times that a key goes by can be times. */
export function isSoundTerm({ ends_at, revoked_at }: Pick<KeyRow, "ends_at" | "revoked_at">) {
  return isInstant(ends_at) && (revoked_at === null || isInstant(revoked_at));
}

function checkLabel(text: string): string {
  const label = text.trim();
  if (label === "" || label.length > LABEL_MAX || UNSHOWABLE.test(label)) {
    throw new InputError(
      `A label has 1 to ${LABEL_MAX} characters, none of them a control character.`,
    );
  }
  return label;
}
