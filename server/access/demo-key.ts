import { serialized } from "../store/serialized.ts";
import { readFact } from "../store/store.ts";
import type { Db, Store } from "../store/store.ts";
import { endAfterDays } from "./end-date.ts";
import { digestOf } from "./key-text.ts";
import type { KeyMode } from "./key-text.ts";
import { insertKey } from "./keys.ts";
import { moveEnd } from "./subscriptions.ts";

const TERM_DAYS = 3650;
const RENEWED_BELOW_DAYS = 365;
/** Hosts that may frame the demo table: this machine. */
export const LOCALHOST: readonly string[] = [
  "http://localhost:*",
  "https://localhost:*",
  "http://127.0.0.1:*",
  "https://127.0.0.1:*",
];

/**
 * Returns the demo key, which is the same at each start and valid for at least another year. It is the
 * only key stored in clear text, because the demo page shows it to everybody.
 */
export async function ensureDemoKey(store: Store, nowMs: number, mode: KeyMode): Promise<string> {
  const renewedBelowMs = endAfterDays(nowMs, RENEWED_BELOW_DAYS);
  const current = await findDemoKey(store.db);
  if (current !== undefined && current.endsAtMs >= renewedBelowMs) {
    return current.text;
  }
  return serialized(store, async (transaction) => {
    // Another server may have issued or renewed the key in the meantime.
    const key = await findDemoKey(transaction);
    const endsAtMs = endAfterDays(nowMs, TERM_DAYS);
    if (key !== undefined) {
      if (key.endsAtMs < renewedBelowMs) {
        await moveEnd(transaction, key.subscriptionId, endsAtMs);
      }
      return key.text;
    }
    const input = { label: "demo", endsAtMs, origins: LOCALHOST };
    const { keyText } = await insertKey(transaction, input, { nowMs, demo: 1, mode });
    await transaction
      .insertInto("meta")
      .values({ name: "demo_key", value: keyText })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: keyText }))
      .execute();
    return keyText;
  });
}

async function findDemoKey(db: Db) {
  const text = (await readFact({ db }, "demo_key")) ?? "";
  const row = await db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select(["subscription.id", "subscription.ends_at"])
    .where("api_key.digest", "=", digestOf(text))
    .where("api_key.revoked_at", "is", null)
    .executeTakeFirst();
  return row && { text, subscriptionId: row.id, endsAtMs: row.ends_at };
}
