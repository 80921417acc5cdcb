import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { InvalidInput } from "../access/errors.ts";
import { openBeaconNetwork } from "./beacon-network.ts";
import type { BeaconNetwork } from "./beacon-network.ts";
import type { SandboxClock } from "./clock.ts";
import { MAX_RATE } from "./command.ts";
import type { Trouble } from "./trouble.ts";

/** What decides the rounds of a sandbox: its mode, and beacons from when it first needs any. */
export interface RoundMode {
  /** How the rounds of days that are not published yet will be decided. */
  readonly entropy: Entropy;
  /** The settings of a service of this mode. */
  settings(): Promise<Readonly<Record<string, string>>>;
  /** From now on the other one. The service hears of it when it is opened anew. */
  change(): void;
  /** The beacon that decides a round of mode `drand`. */
  beaconOf(game: Game, round: number): BeaconInput;
  /** The beacons that the rounds at a time need, as far as they have come by then. */
  due: BeaconNetwork["due"];
  readonly late: Trouble;
  /** The fastest that a clock may run with the rounds of this sandbox. */
  readonly maxRate: number;
  /** @throws InvalidInput for a rate above that. */
  requireRate(rate: number): void;
  close(): void;
}

/** Beacons take real time to be fetched and checked. On a faster clock they come too late for their rounds. */
const MAX_BEACON_RATE = 10;

/** @throws InvalidInput when a clock at this rate would be too fast for rounds that wait for beacons. */
export function requireBeaconRate(rate: number): void {
  if (rate > MAX_BEACON_RATE) {
    throw new InvalidInput(
      `With beacons (mode "drand") the clock runs at most ${MAX_BEACON_RATE} times as fast: set a rate from 0 to ${MAX_BEACON_RATE}. To get further at once, use "move".`,
    );
  }
}

export function createRoundMode(
  first: Entropy,
  clock: Pick<SandboxClock, "now" | "setTimer">,
): RoundMode {
  let entropy = first;
  let network: BeaconNetwork | null = null;

  return {
    get entropy() {
      return entropy;
    },
    async settings() {
      if (entropy === "drand") {
        network ??= await openBeaconNetwork(clock);
      }
      // Days that were published with beacons need them in the other mode too.
      return { ENTROPY: entropy, ...network?.settings };
    },
    change() {
      entropy = entropy === "seed" ? "drand" : "seed";
    },
    beaconOf: (game, round) => (network as BeaconNetwork).deciding(game, round),
    due: (nowMs) => network?.due(nowMs) ?? [],
    late: {
      name: "late-beacons",
      async begin(given) {
        if (network === null) {
          throw new InvalidInput(
            'Only rounds of mode "drand" wait for beacons: start with "mode": "drand".',
          );
        }
        await network.late.begin(given);
      },
      end: () => network?.late.end(),
    },
    get maxRate() {
      return network !== null || entropy === "drand" ? MAX_BEACON_RATE : MAX_RATE;
    },
    requireRate(rate) {
      if (rate > this.maxRate) {
        requireBeaconRate(rate);
      }
    },
    close: () => network?.close(),
  };
}
