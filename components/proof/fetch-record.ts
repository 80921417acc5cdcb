import { recordPath } from "../../src/fairness/paths.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { ApiError } from "../../src/wire/api-error.ts";
import { TIMEOUT_MS } from "../../src/wire/service-requests.ts";

export type PublishedRecord = OpenRecord | RoundRecord;

/**
 * Fetches a round record; null if the service published nothing for its day. `service` ends in a slash. Rejects with an
 * ApiError or a `fetch` error. Does not validate the response.
 */
export async function fetchRecord(
  service: string,
  slug: string,
  round: number,
  signal: AbortSignal,
): Promise<PublishedRecord | null> {
  const response = await fetch(service + recordPath(slug, round).slice(1), {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status === 404) {
    return null;
  }
  if (!response.ok) {
    throw new ApiError(response);
  }
  return (await response.json()) as PublishedRecord;
}
