/**
 * Data that the server put into an element to save a request, and when the page was requested and received, in ms on
 * `performance.now()`.
 */
export interface PageData<Data> {
  readonly data: Data;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** Removes the data from an element; null if there is none. The cast is safe because our own server wrote it. */
export function takePageData<Data>(host: Element): PageData<Data> | null {
  const script = host.querySelector('script[type="application/json"]');
  if (!script?.textContent) {
    return null;
  }
  script.remove();
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return {
    data: JSON.parse(script.textContent) as Data,
    sentMs: page?.requestStart ?? 0,
    receivedMs: page?.responseStart ?? 0,
  };
}
