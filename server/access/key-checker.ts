import { LruMap } from "../runtime/lru-map.ts";
import type { Store } from "../store/store.ts";
import type { Changes } from "./changes.ts";
import { digestOf, looksLikeKey } from "./key-text.ts";
import { isSoundTerm } from "./keys.ts";
import { readOrigins } from "./origins.ts";

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
      readonly reason: "missing" | "malformed" | "unknown";
    }
  | {
      readonly verdict: "unauthorized";
      /** Damaged: its row holds what cannot have been written there. */
      readonly reason: "revoked" | "damaged";
      readonly keyId: string;
    }
  | { readonly verdict: "expired"; readonly keyId: string; readonly endedAtMs: number }
  /** The key is none that is known, and the store, which may know it, cannot be asked. */
  | { readonly verdict: "unavailable"; readonly cause: unknown };

/** The check of the key of a page. */
export interface KeyGate {
  /** @param keyTexts all values of the query parameter `key`, as they came. */
  check(keyTexts: readonly string[], nowMs: number): Promise<Access>;
  /** The ids of keys whose rows are damaged, which open nothing; as far as they were met. */
  damaged(): readonly string[];
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

/** A key whose row is damaged. One bad row must not keep the others from being read. */
interface DamagedKey {
  readonly keyId: string;
  readonly isDamaged: true;
}

/** How many keys are remembered, and as many that do not exist; some 300 bytes each. */
const REMEMBERED = 10_000;

/**
 * A gate that knows all keys (the latest 10,000) from the start of `changes` on, and reads those that
 * were changed after each change. It asks the store only about others: older ones, ones issued a
 * moment ago, and made-up ones.
 *
 * While the store does not answer, the keys that are known stay good until their end, for as long as
 * it takes. Strangers can make up keys that look right, so those are remembered apart and never push
 * out the real ones.
 *
 * @param quarantined told of each key whose row is found damaged, once.
 */
export function createGate(
  store: Store,
  changes: Pick<Changes, "state" | "onChange">,
  quarantined: (keyId: string) => void = () => {},
): KeyGate {
  const known = new LruMap<string, KnownKey | DamagedKey>(REMEMBERED);
  const unknown = new LruMap<string, true>(REMEMBERED);
  const damaged = new Set<string>();
  let loads = 0;

  changes.onChange(async (since) => {
    loads += 1;
    const rows =
      since === null
        ? await selectKeys(store).orderBy("api_key.created_at", "desc").limit(REMEMBERED).execute()
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

  /** A sound row as a key, a damaged one as such. */
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
      };
    }
    // One that was revoked is nobody's trouble any more.
    if (row.revoked_at !== null && isSoundTerm(row)) {
      damaged.delete(row.id);
    } else if (!damaged.has(row.id)) {
      damaged.add(row.id);
      quarantined(row.id);
    }
    return { keyId: row.id, isDamaged: true };
  }

  async function find(digest: string): Promise<KnownKey | DamagedKey | undefined> {
    const remembered = known.get(digest);
    if (remembered !== undefined) {
      return remembered;
    }
    // What was unknown may have been issued since, unless we would have heard of it.
    if (changes.state === "answering" && unknown.has(digest)) {
      return undefined;
    }
    const loadsBefore = loads;
    const row = await selectKeys(store).where("api_key.digest", "=", digest).executeTakeFirst();
    const found = row && readKey(row);
    // A change that came to light meanwhile may not be in what was found.
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
      if (others.length > 0 || !looksLikeKey(keyText)) {
        return { verdict: "unauthorized", reason: "malformed" };
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
    .select([
      "api_key.id",
      "api_key.digest",
      "api_key.origins",
      "api_key.demo",
      "api_key.revoked_at",
      "subscription.ends_at",
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;
