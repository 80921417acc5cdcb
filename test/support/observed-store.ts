import type { Store } from "../../server/store/store.ts";

export function observeStore(store: Store) {
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
    /** Makes every query fail from now on; null stops this. */
    failWith(error: Error | null) {
      failure = error;
    },
    /** Runs queries from now on, but holds their results until the returned function is called. */
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
