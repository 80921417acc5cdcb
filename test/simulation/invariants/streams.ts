import type { Entropy } from "../../../src/round/derive.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Findings } from "../findings.ts";

/** The messages of one stream, as they come. */
export interface StreamWatch {
  /** @param calmSinceMs since when the server could do its work, and nothing was lost on the way. */
  message(id: string, atMs: number, calmSinceMs: number): void;
}

/**
 * Watches a stream.
 *
 * @param entropy in mode `drand` a round may be skipped, and its bets close earlier than was said at first.
 */
export function watchStream({ broken }: Findings, name: string, entropy: Entropy): StreamWatch {
  const mayRepeat = (id: string) => entropy === "drand" && id.endsWith(":betting");

  let last: { place: number; id: string; atMs: number } | undefined;
  return {
    message(id, atMs, calmSinceMs) {
      const place = placeOf(id);
      if (last !== undefined) {
        const isRepeated = place === last.place && mayRepeat(id);
        if (place <= last.place && !isRepeated) {
          broken("every message in order, once", `${name} sent ${id} after ${last.id}`);
        }
        if (place > last.place + 1 && entropy === "seed" && calmSinceMs < last.atMs) {
          broken("every message", `${name} sent ${id} after ${last.id}, and nothing in between`);
        }
      }
      last = { place, id, atMs };
    },
  };
}

/** Phases in the order in which they come, counted over all rounds. */
function placeOf(id: string): number {
  const [round, phase] = id.split(":");
  return Number(round) * PHASES.length + PHASES.findIndex((each) => each === phase);
}
