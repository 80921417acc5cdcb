import type { Store } from "../../server/store/store.ts";

/** A store whose queries are counted, and can be made to fail or to be answered late. */
export interface ObservedStore {
  readonly store: Store;
  /** The number of queries so far. */
  readonly queries: number;
  /** The number of held answers. */
  readonly held: number;
  /** Makes every query fail from now on; null ends that. */
  failWith(error: Error | null): void;
  /** Runs queries from now on, but holds their answers until the returned function is called. */
  holdAnswers(): () => void;
}

export function observeStore(store: Store): ObservedStore {
  let queries = 0;
  let failure: Error | null = null;
  let hold: Promise<void> | undefined;
  let held = 0;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      if (failure !== null) {
        throw failure;
      }
      return node;
    },
    async transformResult({ result }) {
      if (hold !== undefined) {
        held += 1;
        await hold;
        held -= 1;
      }
      return result;
    },
  });
  return {
    store: { ...store, db, lazyDb: db },
    get queries() {
      return queries;
    },
    get held() {
      return held;
    },
    failWith(error) {
      failure = error;
    },
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return () => {
        hold = undefined;
        resolve();
      };
    },
  };
}
