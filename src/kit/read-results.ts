import type { HistoryEntry } from "../wire/answers.ts";
import type { StateApi } from "../wire/api.ts";
import { withPauses } from "./pauses.ts";

/** Which finished rounds to read: the newest first, unless `after` is given. Give at most one of the first three. */
export interface ResultsOptions {
  /** This round alone; nothing while it is not finished. */
  round?: number;
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
 * @throws TypeError if more than one of `round`, `after` and `before` is given. ApiError for a refusal.
 */
export async function* readResults(
  api: Pick<StateApi, "get">,
  { round, after, before, limit = Number.POSITIVE_INFINITY, signal }: ResultsOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  if ([round, after, before].filter((given) => given !== undefined).length > 1) {
    throw new TypeError('results: give one of "round", "after" and "before".');
  }
  const ending = signal ?? new AbortController().signal;
  const read = (query: string) =>
    withPauses(() => api.get<HistoryEntry[]>(`results?${query}`, ending), ending);
  if (round !== undefined) {
    yield* await read(`round=${round}`);
    return;
  }
  const direction = after === undefined ? "before" : "after";
  let from = after ?? before;
  let left = limit;
  while (left > 0) {
    const size = Math.min(left, PAGE);
    const page = await read(`limit=${size}${from === undefined ? "" : `&${direction}=${from}`}`);
    yield* page;
    left -= page.length;
    from = page.at(-1)?.round;
    if (from === undefined || page.length < size) {
      return;
    }
  }
}
