import type { Log } from "../runtime/log.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { readRevision } from "../store/serialized.ts";
import { describeFault, StoreError } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";

/** Notices changes that any process makes to the store, without a query per request. */
export type StoreChanges = ReturnType<typeof watchStoreChanges>;

const INTERVAL_MS = 400;
/** Maximum consecutive ticks that find the previous check still running, as on a busy machine. */
const MAX_LATE_TICKS = 4;

/** While the store is lost, listeners keep their loaded data. */
export function watchStoreChanges(
  store: Store,
  { log, metrics }: { readonly log: Log; readonly metrics: Pick<Metrics, "databaseUp"> },
) {
  const listeners: (() => Promise<void>)[] = [];
  let loadedRevision: number | undefined;
  /** `responding`: every change up to the last check is known. */
  let state: "responding" | "lost" | "unwatched" = "unwatched";
  let fault: string | null = null;
  let lateTicks = 0;
  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function checkOnce(): Promise<void> {
    await store.check();
    const revision = await readRevision(store);
    if (revision !== loadedRevision) {
      await Promise.all(listeners.map((listener) => listener()));
      loadedRevision = revision;
    }
    if (state === "lost") {
      log("database back");
    }
    state = "responding";
    fault = null;
    lateTicks = 0;
    metrics.databaseUp.set(1);
  }

  function markLost(error: unknown): void {
    if (state !== "lost") {
      log("database unreachable", { cause: String(error) });
    }
    state = "lost";
    const { what, remedy } = describeFault(error);
    fault = `${what}. ${remedy}`;
    metrics.databaseUp.set(0);
  }

  // Checks run one at a time, so a late response never overwrites a newer one.
  function check(): Promise<void> {
    const next = (checking ?? Promise.resolve())
      .then(checkOnce)
      .catch(markLost)
      .finally(() => {
        if (checking === next) {
          checking = undefined;
        }
      });
    checking = next;
    return next;
  }

  function tick(): void {
    if (checking === undefined) {
      void check();
    } else if (++lateTicks > MAX_LATE_TICKS) {
      markLost(new StoreError("slow", "The database did not respond in time."));
    }
  }

  return {
    get state() {
      return state;
    },
    /** The store's fault, without file or server names, so that it can be public; null for none. */
    get fault() {
      return fault;
    },
    /** Calls `listener` on start and after each change. A listener that fails is called again on the next check. */
    onChange: (listener: () => Promise<void>) => void listeners.push(listener),
    /** Checks once, then at every interval. Rejects without starting if the first check fails. */
    async start(): Promise<void> {
      await checkOnce();
      timer = setInterval(tick, INTERVAL_MS).unref();
    },
    /** Checks now, so that this process notices its own change at once. Never rejects. */
    check,
    async stop(): Promise<void> {
      clearInterval(timer);
      await checking;
      state = "unwatched";
    },
  };
}
