import { LruMap } from "../runtime/lru-map.ts";
import type { Store } from "../store/store.ts";
import { digestOf, keyModeOf } from "./key-text.ts";
import type { KeyMode } from "./key-text.ts";
import { isSoundTerm } from "./keys.ts";
import { readOrigins } from "./origins.ts";
import type { StoreChanges } from "./store-changes.ts";

/** What a key gives access to, or why it is refused. */
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
      /** Of the other mode: a test key on a real service, or a live key in a sandbox. */
      readonly reason: "missing" | "malformed" | "unknown" | "other_mode";
    }
  | {
      readonly verdict: "unauthorized";
      /** Damaged: its row holds values that this service never writes. Suspended: its account is. */
      readonly reason: "revoked" | "damaged" | "suspended";
      readonly keyId: string;
    }
  | { readonly verdict: "expired"; readonly keyId: string; readonly endedAtMs: number }
  /** The key is not in memory, and the store, which may know it, does not answer. */
  | { readonly verdict: "unavailable"; readonly cause: unknown };

/** Checks the API key of a page. */
export interface KeyChecker {
  /** @param keyTexts all values of the query parameter `key`, unchanged. */
  check(keyTexts: readonly string[], nowMs: number): Promise<Access>;
  /** The ids of keys found damaged so far. They are always refused. */
  damaged(): readonly string[];
}

/** A key in memory. Whether it has expired or been revoked is checked at each request. */
interface KnownKey {
  readonly keyId: string;
  readonly origins: readonly string[];
  readonly demo: boolean;
  /** When it stops or stopped by being revoked, epoch ms; null: never. */
  readonly revokedAtMs: number | null;
  readonly endsAtMs: number;
  readonly isSuspended: boolean;
}

/** A key whose row is damaged. One bad row must not stop the others from being read. */
interface DamagedKey {
  readonly keyId: string;
  readonly isDamaged: true;
}

/** Keys in each of two caches: existing ones and ones that do not exist. Some 300 bytes each. */
const CACHED = 10_000;

/**
 * A checker that holds the latest 10,000 keys in memory from the start of `changes`, and loads those
 * that change. It queries the store only for other keys: older ones, ones issued a moment ago, and
 * made-up ones.
 *
 * While the store does not answer, keys in memory stay valid until they expire. Strangers can make up
 * keys that look right, so unknown keys have a cache of their own and never push out real ones.
 *
 * @param onDamaged called once for each key whose row is found damaged.
 * @param mode whether it is a sandbox that asks; keys of the other mode are refused.
 */
export function createKeyChecker(
  store: Store,
  changes: Pick<StoreChanges, "state" | "onChange">,
  onDamaged: (keyId: string) => void = () => {},
  mode: KeyMode = "live",
): KeyChecker {
  const known = new LruMap<string, KnownKey | DamagedKey>(CACHED);
  const unknown = new LruMap<string, true>(CACHED);
  const damaged = new Set<string>();
  let loads = 0;

  changes.onChange(async (since) => {
    loads += 1;
    const rows =
      since === null
        ? await selectKeys(store).orderBy("api_key.created_at", "desc").limit(CACHED).execute()
        : await selectKeys(store).where("api_key.revision", ">", since).execute();
    if (since === null) {
      known.clear();
      unknown.clear();
      damaged.clear();
    }
    for (const row of rows.toReversed()) {
      unknown.delete(row.digest);
      known.set(row.digest, readKey(row));
    }
  });

  /** Reads a row, and reports a damaged one. */
  function readKey(row: KeyRow): KnownKey | DamagedKey {
    const origins = readOrigins(row.origins);
    if (origins !== undefined && isSoundTerm(row)) {
      damaged.delete(row.id);
      return {
        keyId: row.id,
        origins,
        demo: row.demo === 1,
        revokedAtMs: row.revoked_at,
        endsAtMs: row.ends_at,
        isSuspended: row.suspended_since !== null,
      };
    }
    // A damaged key that was revoked needs no more attention.
    if (row.revoked_at !== null && isSoundTerm(row)) {
      damaged.delete(row.id);
    } else if (!damaged.has(row.id)) {
      damaged.add(row.id);
      onDamaged(row.id);
    }
    return { keyId: row.id, isDamaged: true };
  }

  async function find(digest: string): Promise<KnownKey | DamagedKey | undefined> {
    const remembered = known.get(digest);
    if (remembered !== undefined) {
      return remembered;
    }
    // Only while changes are being noticed is it certain that the key was not issued since.
    if (changes.state === "answering" && unknown.has(digest)) {
      return undefined;
    }
    const loadsBefore = loads;
    const row = await selectKeys(store).where("api_key.digest", "=", digest).executeTakeFirst();
    const found = row && readKey(row);
    // The row was read before a change that arrived meanwhile, so it may be out of date.
    if (changes.state === "answering" && loadsBefore === loads) {
      if (found === undefined) {
        unknown.set(digest, true);
      } else {
        known.set(digest, found);
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
      const keyMode = others.length > 0 ? undefined : keyModeOf(keyText);
      if (keyMode === undefined) {
        return { verdict: "unauthorized", reason: "malformed" };
      }
      if (keyMode !== mode) {
        return { verdict: "unauthorized", reason: "other_mode" };
      }
      let key: KnownKey | DamagedKey | undefined;
      try {
        key = await find(digestOf(keyText));
      } catch (cause) {
        return { verdict: "unavailable", cause };
      }
      if (key === undefined) {
        return { verdict: "unauthorized", reason: "unknown" };
      }
      if ("isDamaged" in key) {
        return { verdict: "unauthorized", reason: "damaged", keyId: key.keyId };
      }
      if (key.revokedAtMs !== null && key.revokedAtMs <= nowMs) {
        return { verdict: "unauthorized", reason: "revoked", keyId: key.keyId };
      }
      if (key.isSuspended) {
        return { verdict: "unauthorized", reason: "suspended", keyId: key.keyId };
      }
      return nowMs < key.endsAtMs
        ? { verdict: "ok", keyId: key.keyId, origins: key.origins, demo: key.demo }
        : { verdict: "expired", keyId: key.keyId, endedAtMs: key.endsAtMs };
    },
    damaged: () => [...damaged],
  };
}

function selectKeys(store: Store) {
  return store.db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .leftJoin("suspension", "suspension.account_id", "subscription.account_id")
    .select([
      "api_key.id",
      "api_key.digest",
      "api_key.origins",
      "api_key.demo",
      "api_key.revoked_at",
      "subscription.ends_at",
      "suspension.since as suspended_since",
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;
