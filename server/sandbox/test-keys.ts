import { issue, revoke } from "../access/keys.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import type { TestKeys } from "./requests.ts";

const DAY_MS = 86_400_000;

/** Does something to a sandbox's store, beside its service. */
export async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Issues a test key that is good for so many days; for none, it expired a moment ago. */
export async function issueTestKey(
  store: Store,
  { label, days, origins }: { label: string; days: number; origins: readonly string[] },
  nowMs: number,
): Promise<{ id: string; keyText: string }> {
  const endsAtMs = Math.floor(nowMs + days * DAY_MS) - (days === 0 ? 1 : 0);
  return issue(store, { label, endsAtMs, origins }, Math.min(nowMs, endsAtMs - 1), "test");
}

export async function issueTestKeys(store: Store, nowMs: number): Promise<TestKeys> {
  const key = (label: string, days: number) =>
    issueTestKey(store, { label, days, origins: [] }, nowMs);
  const good = await key("good", 3_650);
  const expired = await key("expired", 0);
  const revoked = await key("revoked", 3_650);
  await revoke(store, revoked.id, nowMs);
  return { good: good.keyText, expired: expired.keyText, revoked: revoked.keyText };
}
