import type { Store } from "../store/store.ts";
import type { Changes } from "./changes.ts";
import { digestOf, looksLikeKey } from "./key-text.ts";

/** What a key opens, or why it does not. */
export type Access =
  | {
      readonly verdict: "ok";
      readonly keyId: string;
      /** The origins that may frame the page; empty: any. */
      readonly origins: readonly string[];
      /** Whether it is the public key of the demo page. */
      readonly demo: boolean;
    }
  | {
      readonly verdict: "unauthorized";
      readonly reason: "missing" | "malformed" | "unknown" | "revoked";
    }
  | { readonly verdict: "expired"; readonly keyId: string; readonly endedAtMs: number };

/** The check of the key of a page. */
export interface KeyGate {
  /**
   * @param keyTexts all values of the query parameter `key`, as they came.
   * @throws when a key has to be looked up and the store does not answer.
   */
  check(keyTexts: readonly string[], nowMs: number): Promise<Access>;
}

/** What is known of a key, at any time. Whether it is over or revoked is asked anew each time. */
interface KnownKey {
  readonly keyId: string;
  readonly origins: readonly string[];
  readonly demo: boolean;
  /** From when on it is revoked, epoch ms; null: never. */
  readonly revokedAtMs: number | null;
  readonly endsAtMs: number;
}

/** How many keys are remembered, and as many that do not exist; some 300 bytes each. */
const REMEMBERED = 10_000;

/**
 * A gate that asks the store about each key once, and again after each change.
 *
 * Strangers can make up keys that look right, so those are remembered apart and never push out the
 * real ones.
 */
export function createGate(store: Store, changes: Changes): KeyGate {
  const known = new Map<string, KnownKey>();
  const unknown = new Map<string, undefined>();
  let revision: number | undefined;

  function forgetWhatChanged(): void {
    if (revision !== changes.revision) {
      known.clear();
      unknown.clear();
      revision = changes.revision;
    }
  }

  async function find(digest: string): Promise<KnownKey | undefined> {
    forgetWhatChanged();
    const remembered = known.get(digest);
    if (remembered !== undefined || unknown.has(digest)) {
      return remembered;
    }
    const revisionBefore = changes.revision;
    const found = await lookUp(store, digest);
    // A change that came to light meanwhile may not be in what was found.
    if (revisionBefore !== undefined && revisionBefore === changes.revision) {
      forgetWhatChanged();
      if (found === undefined) {
        remember(unknown, digest, undefined);
      } else {
        remember(known, digest, found);
      }
    }
    return found;
  }

  return {
    async check(keyTexts, nowMs) {
      const [keyText = "", ...others] = keyTexts;
      if (keyText === "" && others.length === 0) {
        return { verdict: "unauthorized", reason: "missing" };
      }
      if (others.length > 0 || !looksLikeKey(keyText)) {
        return { verdict: "unauthorized", reason: "malformed" };
      }
      const key = await find(digestOf(keyText));
      if (key === undefined) {
        return { verdict: "unauthorized", reason: "unknown" };
      }
      if (key.revokedAtMs !== null && key.revokedAtMs <= nowMs) {
        return { verdict: "unauthorized", reason: "revoked" };
      }
      return nowMs < key.endsAtMs
        ? { verdict: "ok", keyId: key.keyId, origins: key.origins, demo: key.demo }
        : { verdict: "expired", keyId: key.keyId, endedAtMs: key.endsAtMs };
    },
  };
}

async function lookUp(store: Store, digest: string): Promise<KnownKey | undefined> {
  const row = await store.db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select([
      "api_key.id",
      "api_key.origins",
      "api_key.demo",
      "api_key.revoked_at",
      "subscription.ends_at",
    ])
    .where("api_key.digest", "=", digest)
    .executeTakeFirst();
  return (
    row && {
      keyId: row.id,
      // Written by keys.ts only, from a list of texts.
      origins: JSON.parse(row.origins) as string[],
      demo: row.demo === 1,
      revokedAtMs: row.revoked_at,
      endsAtMs: row.ends_at,
    }
  );
}

/** Adds an entry, and lets the oldest go when there are too many. */
function remember<T>(entries: Map<string, T>, digest: string, entry: T): void {
  const [oldest] = entries.keys();
  if (entries.size >= REMEMBERED && oldest !== undefined) {
    entries.delete(oldest);
  }
  entries.set(digest, entry);
}
