import { isInstant } from "../access/end-date.ts";
import type { Vault } from "../access/vault.ts";
import type { Store } from "../store/store.ts";
import { goodUntil } from "./endpoint-states.ts";
import { damageOf, endpointOf, secretsOf } from "./endpoints.ts";
import type { Endpoint, SecretsAt } from "./endpoints.ts";

/** How far the webhooks of an endpoint have come. */
export interface Progress {
  /** The last event that it had, or that is none of its, and when it happened. */
  seq: number;
  atMs: number;
  /** How often the next one failed in a row, when it is tried again, and since when nothing arrives. */
  tries: number;
  nextTryAtMs: number;
  failingSinceMs: number | null;
  /** How often it was called in all. */
  calls: number;
}

/** An endpoint and how it stands. It stays the same object for as long as this server sends. */
export interface Line {
  endpoint: Endpoint;
  /** From then on it rests, since its subscription is over or has no key any more, epoch ms. */
  goodUntilMs: number;
  secretsAt: SecretsAt;
  /** What `secretsAt` decrypts: it is decrypted once for as long as it stays the same. */
  sealed: string;
  readonly progress: Progress;
  /** Whether a call is under way or about to be: there is one at most. */
  isBusy: boolean;
  isOff: boolean;
  /** Whether its last call took long. */
  isSlow: boolean;
}

/**
 * Reads all endpoints. Those that are known go on from where they stand, which the store may know late.
 *
 * @param onDamaged called for each whose row is damaged: it is none of them, and the others are.
 */
export async function readLines(
  store: Store,
  vault: Vault,
  known: ReadonlyMap<string, Line>,
  onDamaged: (id: string, damage: Error) => void,
): Promise<Map<string, Line>> {
  const rows = await store.db.selectFrom("webhook_endpoint").selectAll().execute();
  const good = await goodUntil(store.db);
  const stored = await readProgress(store);
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const damage = damageOf(row);
    if (damage !== undefined) {
      onDamaged(row.id, damage);
      continue;
    }
    const endpoint = endpointOf(row);
    const before = known.get(row.id);
    const sealed = [row.secret, row.old_secret, row.old_secret_until].join(" ");
    const present = {
      endpoint,
      goodUntilMs: good.get(row.subscription_id) ?? -Infinity,
      sealed,
      secretsAt: before?.sealed === sealed ? before.secretsAt : secretsOf(vault, row),
      isOff: row.off_at !== null,
    };
    const line: Line =
      before === undefined
        ? {
            ...present,
            progress: stored.get(row.id) ?? unsent(endpoint.createdAtMs),
            isBusy: false,
            isSlow: false,
          }
        : Object.assign(before, present);
    const { progress } = line;
    const last = stored.get(row.id);
    if (last !== undefined && last.seq > progress.seq) {
      // Another server has sent meanwhile.
      Object.assign(progress, last);
    }
    if (progress.failingSinceMs !== null && progress.failingSinceMs < endpoint.resumedAtMs) {
      Object.assign(progress, { tries: 0, nextTryAtMs: 0, failingSinceMs: null });
    }
    lines.set(row.id, line);
  }
  return lines;
}

async function readProgress({ db }: Store): Promise<Map<string, Progress>> {
  const rows = await db.selectFrom("webhook_progress").selectAll().execute();
  // An endpoint whose row is damaged is told what it may have missed.
  const sound = rows.filter(({ seq, at }) => Number.isSafeInteger(seq) && isInstant(at));
  return new Map(
    sound.map(({ endpoint_id, seq, at, tries, next_try_at, failing_since, calls }) => [
      endpoint_id,
      { seq, atMs: at, tries, nextTryAtMs: next_try_at, failingSinceMs: failing_since, calls },
    ]),
  );
}

function unsent(atMs: number): Progress {
  return { seq: 0, atMs, tries: 0, nextTryAtMs: 0, failingSinceMs: null, calls: 0 };
}
