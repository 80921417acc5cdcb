import { recordPath } from "../../src/fairness/paths.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { ApiError, TIMEOUT_MS } from "../feed/api.ts";

/** What a service tells of a round; null when it published nothing for its day. */
export type Told = OpenRecord | RoundRecord | null;

/**
 * Asks a service (its address with the slash at the end) for what it tells of a round. Rejects with an
 * ApiError, or as `fetch` does. The answer is taken at its word: to check it there is a page.
 */
export async function askRecord(
  service: string,
  slug: string,
  round: number,
  signal: AbortSignal,
): Promise<Told> {
  const answer = await fetch(service + recordPath(slug, round).slice(1), {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (answer.status === 404) {
    return null;
  }
  if (!answer.ok) {
    throw new ApiError(answer);
  }
  return (await answer.json()) as Told;
}
