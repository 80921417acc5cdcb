import { PHASES } from "../../../src/round/phases.ts";
import type { Findings } from "../findings.ts";

/** The messages of one stream, as they come. */
export interface StreamWatch {
  /** @param calmSinceMs since when the server could do its work, and nothing was lost on the way. */
  message(id: string, atMs: number, calmSinceMs: number): void;
}

export function watchStream({ broken }: Findings, name: string): StreamWatch {
  let last: { place: number; id: string; atMs: number } | undefined;
  return {
    message(id, atMs, calmSinceMs) {
      const place = placeOf(id);
      if (last !== undefined && place <= last.place) {
        broken("every message in order, once", `${name} sent ${id} after ${last.id}`);
      }
      if (last !== undefined && place > last.place + 1 && calmSinceMs < last.atMs) {
        broken("every message", `${name} sent ${id} after ${last.id}, and nothing in between`);
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
