import type { Store } from "../../server/store/store.ts";

export interface ObservedStore {
  readonly store: Store;
  /** Makes every query fail from now on; null ends that. */
  failWith(error: Error | null): void;
  /** Runs queries from now on, but holds their results until the returned function is called. */
  holdResults(): () => void;
}

export function observeStore(store: Store): ObservedStore {
  let failure: Error | null = null;
  let hold: Promise<void> | undefined;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      if (failure !== null) {
        throw failure;
      }
      return node;
    },
    async transformResult({ result }) {
      await hold;
      return result;
    },
  });
  return {
    store: { ...store, db, lazyDb: db },
    failWith(error) {
      failure = error;
    },
    holdResults() {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return () => {
        hold = undefined;
        resolve();
      };
    },
  };
}
