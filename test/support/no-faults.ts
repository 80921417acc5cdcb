import type { StoreReport } from "../../server/access/store-changes.ts";

/** For tests in which the store is meant to answer all the time. */
export const noFaults: StoreReport = {
  lost(error) {
    throw new Error("The store failed.", { cause: error });
  },
  back() {},
  mended(error) {
    throw new Error("The store was damaged.", { cause: error });
  },
};
