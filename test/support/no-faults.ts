import type { watchStoreChanges } from "../../server/access/store-changes.ts";
import { createMetrics } from "../../server/runtime/metrics.ts";

/** For tests in which the store always responds. */
export const noFaults: Parameters<typeof watchStoreChanges>[1] = {
  log(event, fields) {
    throw new Error(`${event}: ${JSON.stringify(fields)}`);
  },
  metrics: createMetrics(),
};
