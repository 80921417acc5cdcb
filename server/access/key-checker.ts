import { LruMap } from "../runtime/lru-map.ts";
import type { Store } from "../store/store.ts";
import { digestOf, keyModeOf } from "./key-text.ts";
import type { KeyMode } from "./key-text.ts";
import { selectKeys } from "./keys.ts";
import type { KeyRow } from "./keys.ts";
import { readOrigins } from "./origins.ts";
import type { StoreChanges } from "./store-changes.ts";
import { checkTestKey } from "./test-keys.ts";

export type Access =
  | {
      readonly verdict: "ok";
      readonly keyId: string;
      /** Empty allows any origin. */
      readonly origins: readonly string[];
    }
  | {
      readonly verdict: "unauthorized";
      /** `other_mode`: a test key on a real service, or a live key in a sandbox. */
      readonly reason: "missing" | "malformed" | "unknown" | "other_mode";
    }
  | {
      readonly verdict: "unauthorized";
      readonly reason: "revoked" | "suspended";
      readonly keyId: string;
    }
  | { readonly verdict: "expired"; readonly keyId: string }
  /** The store does not respond, and the key is not cached. */
  | { readonly verdict: "unavailable"; readonly cause: unknown };

export type KeyChecker = ReturnType<typeof createKeyChecker>;

/** Maximum number of recently used keys in memory, about 400 bytes each. */
const MAX_CACHED = 10_000;

/**
 * Creates a checker that queries the store each time, so every change takes effect at once. While the store does not
 * respond, recently used keys keep their last known access.
 *
 * @param mode `test` in a sandbox; keys of the other mode are rejected.
 */
export function createKeyChecker(
  store: Store,
  changes: Pick<StoreChanges, "state">,
  mode: KeyMode,
) {
  // Unknown keys are not cached, because they would evict real ones.
  const used = new LruMap<string, KeyRow>(MAX_CACHED);

  async function find(digest: string): Promise<KeyRow | undefined> {
    const cached = used.get(digest);
    if (changes.state === "lost" && cached !== undefined) {
      return cached;
    }
    try {
      const found = await selectKeys(store.db)
        .where("api_key.digest", "=", digest)
        .executeTakeFirst();
      if (found !== undefined) {
        used.set(digest, found);
      }
      return found;
    } catch (error) {
      if (cached === undefined) {
        throw error;
      }
      return cached;
    }
  }

  return {
    /** @param keyTexts all values of the `key` query parameter, unchanged. */
    async check(keyTexts: readonly string[], nowMs: number): Promise<Access> {
      const [keyText = "", ...others] = keyTexts;
      if (keyText === "" && others.length === 0) {
        return { verdict: "unauthorized", reason: "missing" };
      }
      const keyMode = others.length > 0 ? undefined : keyModeOf(keyText);
      if (keyMode === undefined) {
        return { verdict: "unauthorized", reason: "malformed" };
      }
      const testAccess = checkTestKey(keyText, mode);
      if (testAccess !== undefined) {
        return testAccess;
      }
      if (keyMode !== mode) {
        return { verdict: "unauthorized", reason: "other_mode" };
      }
      let key: KeyRow | undefined;
      try {
        key = await find(digestOf(keyText));
      } catch (cause) {
        return { verdict: "unavailable", cause };
      }
      if (key === undefined) {
        return { verdict: "unauthorized", reason: "unknown" };
      }
      const { id: keyId } = key;
      if (key.revoked_at !== null && key.revoked_at <= nowMs) {
        return { verdict: "unauthorized", reason: "revoked", keyId };
      }
      if (key.suspended_since !== null) {
        return { verdict: "unauthorized", reason: "suspended", keyId };
      }
      return nowMs < key.ends_at
        ? { verdict: "ok", keyId, origins: readOrigins(key.origins) }
        : { verdict: "expired", keyId };
    },
  };
}
