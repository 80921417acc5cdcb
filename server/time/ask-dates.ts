import type { Clock } from "../clock.ts";
import type { DatesWitness } from "./witnesses/dates.ts";

const TIMEOUT_MS = 3_000;

/** Asks each address for nothing but the time. Never rejects: who does not answer tells nothing. */
export async function askDates(
  addresses: readonly string[],
  dates: Pick<DatesWitness, "note">,
  steady: Clock,
): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      const sentMs = steady();
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const { headers, body } = await fetch(address, { method: "HEAD", signal });
        dates.note(address, headers, sentMs, steady());
        await body?.cancel();
      } catch {
        // Not to be reached.
      }
    }),
  );
}
