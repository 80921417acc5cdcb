import type { Metrics } from "../metrics/metrics.ts";
import type { Log } from "../runtime/log.ts";
import { StoreError, type StoreFault } from "../store/store-error.ts";
import type { StoreReport } from "./store-changes.ts";

/** Faults that last until somebody sees to them. What a database server does is most often over soon. */
const LASTING: readonly StoreFault[] = ["damaged", "full", "read-only", "replaced"];

/** Logs and measures whether the store answers. */
export function storeReport(log: Log, { storeAnswering, faults }: Metrics): StoreReport {
  return {
    lost(error) {
      const fault = error instanceof StoreError ? error.fault : undefined;
      log(
        fault === "damaged"
          ? "store damaged"
          : fault === "replaced"
            ? "store lost"
            : "store unreachable",
        { cause: String(error) },
      );
      storeAnswering.set(0);
      if (fault !== undefined && LASTING.includes(fault)) {
        // At once: what sets the other faults looks once a minute.
        faults.set({ part: "store" }, 1);
      }
    },
    mended: (error) => log("count of changes mended", { cause: String(error) }),
    back() {
      log("store back");
      storeAnswering.set(1);
      faults.set({ part: "store" }, 0);
    },
  };
}
