import type { StateApi } from "../feed/api.ts";
import type { HistoryEntry } from "../wire.ts";
import { withPauses } from "./pauses.ts";

/** Which finished rounds to read: the newest first, unless `after` is given. */
export interface ResultsOptions {
  /** The rounds after this one, oldest first, up to the last finished one; 0 starts at the first. */
  after?: number;
  /** The rounds before this one, newest first. */
  before?: number;
  /** How many at most; all of them if left out. */
  limit?: number;
  signal?: AbortSignal;
}

/** The most rounds of one answer. */
const PAGE = 500;

/**
 * Reads finished rounds page by page. A service that asks for a pause between pages gets it.
 *
 * @throws TypeError if both `after` and `before` are given. ApiError for a refusal.
 */
export async function* readResults(
  api: Pick<StateApi, "get">,
  { after, before, limit = Number.POSITIVE_INFINITY, signal }: ResultsOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  if (after !== undefined && before !== undefined) {
    throw new TypeError('results: give "after" or "before", not both.');
  }
  const ending = signal ?? new AbortController().signal;
  const direction = after === undefined ? "before" : "after";
  let from = after ?? before;
  let left = limit;
  while (left > 0) {
    const size = Math.min(left, PAGE);
    const query = from === undefined ? "" : `&${direction}=${from}`;
    const path = `results?limit=${size}${query}`;
    const page = await withPauses(() => api.get<HistoryEntry[]>(path, ending), ending);
    yield* page;
    left -= page.length;
    from = page.at(-1)?.round;
    if (from === undefined || page.length < size) {
      return;
    }
  }
}
