import type { ChangesReport } from "../../server/access/changes.ts";

/** For tests in which the store is meant to answer all the time. */
export const noFaults: ChangesReport = {
  lost(error) {
    throw new Error("The store failed.", { cause: error });
  },
  back() {},
};
