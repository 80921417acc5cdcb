import type { Entropy } from "../../../src/round/derive.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Findings } from "../findings.ts";

/** The messages that one viewer of a game is sent, over one connection after the other. */
export interface StreamWatch {
  /** The id of the last message; null before the first. */
  readonly lastId: string | null;
  /** A connection was opened: it begins with how the game stands, which the viewer may know. */
  opened(server: string): void;
  /** @param calmSinceMs since when the server could do its work, and nothing was lost on the way. */
  message(id: string, atMs: number, calmSinceMs: number): void;
}

/** The longest that one server holds a beacon which another one, that is calm, does not have yet. */
const BEACON_LAG_MS = 5_000;

/**
 * Watches what a viewer is sent. Over one connection each message comes once; of what comes again over the next one
 * only the last may, so that whoever counts by ids has each once, and in order.
 *
 * With beacons the next one may lead to a server that has not got the beacon of the round: it cannot show more of it
 * than its bets, which are closed.
 *
 * @param entropy in mode `drand` a round may be skipped, and its bets close earlier than was said at first.
 */
export function watchStream({ broken }: Findings, slug: string, entropy: Entropy): StreamWatch {
  const mayRepeat = (id: string) => entropy === "drand" && id.endsWith(":betting");

  let name = slug;
  let isFirst = true;
  let last: { place: number; id: string; atMs: number } | undefined;
  return {
    get lastId() {
      return last?.id ?? null;
    },
    opened(server) {
      name = `${server} ${slug}`;
      isFirst = true;
    },
    message(id, atMs, calmSinceMs) {
      const place = placeOf(id);
      if (last !== undefined) {
        const isRepeated = place === last.place && (isFirst || mayRepeat(id));
        const hasNoBeacon = calmSinceMs > last.atMs || atMs - last.atMs < BEACON_LAG_MS;
        const isBehind =
          isFirst && mayRepeat(id) && roundOf(id) === roundOf(last.id) && hasNoBeacon;
        if (place <= last.place && !isRepeated && !isBehind) {
          broken("every message in order, once", `${name} sent ${id} after ${last.id}`);
        }
        if (place > last.place + 1 && !isFirst && entropy === "seed" && calmSinceMs < last.atMs) {
          broken("every message", `${name} sent ${id} after ${last.id}, and nothing in between`);
        }
      }
      isFirst = false;
      last = { place, id, atMs };
    },
  };
}

function roundOf(id: string): string | undefined {
  return id.split(":")[0];
}

/** Phases in the order in which they come, counted over all rounds. */
function placeOf(id: string): number {
  const [round, phase] = id.split(":");
  return Number(round) * PHASES.length + PHASES.findIndex((each) => each === phase);
}
