import type { Metrics } from "../metrics/metrics.ts";
import type { Log } from "../runtime/log.ts";
import { StoreError } from "../store/store-error.ts";
import type { StoreReport } from "./store-changes.ts";

/** Logs and measures whether the store answers. */
export function storeReport(log: Log, { storeAnswering }: Metrics): StoreReport {
  return {
    lost(error) {
      const isDamaged = error instanceof StoreError && error.fault === "damaged";
      log(isDamaged ? "store damaged" : "store unreachable", { cause: String(error) });
      storeAnswering.set(0);
    },
    back() {
      log("store back");
      storeAnswering.set(1);
    },
  };
}
