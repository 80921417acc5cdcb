import type { Snapshot } from "../../src/table/snapshot.ts";
import type { StateFeed } from "../feed/state-feed.ts";

/** Starts a feed from the snapshot that the server put into the element, so that it need not fetch. */
export function adoptPageSnapshot(host: Element, feed: StateFeed): void {
  const script = host.querySelector('script[type="application/json"]');
  if (script?.textContent) {
    const snapshot = JSON.parse(script.textContent) as Snapshot;
    script.remove();
    const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    feed.adopt(snapshot, page?.requestStart ?? 0, page?.responseStart ?? 0);
  }
}
