import { createPublishedInputs } from "../../server/fairness/published-inputs.ts";
import { createOracle } from "../../server/oracle/oracle.ts";
import type { Oracle } from "../../server/oracle/oracle.ts";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import type { BeaconSigner } from "./test-beacons.ts";
import { network, SIGNING_KEY } from "./test-proofs.ts";

/** A typical second after the tick. */
export const LATENCY_MS = 1_000;

export interface DrandOracleOptions {
  now(): number;
  /** When a beacon comes by that clock, epoch ms; Infinity if never. By default a second late. */
  comesAtMs?(beaconTimeMs: number): number;
  readonly isDrand?: (day: number) => boolean;
  readonly isUnpublished?: (day: number) => boolean;
  readonly secret?: Uint8Array;
  readonly signer?: BeaconSigner;
}

/** An oracle over days in `drand` mode, whose beacons come by a clock of the test. */
export function drandOracle(options: DrandOracleOptions): Oracle {
  const { now, secret = VECTOR_SECRET, signer = network } = options;
  const { isDrand = () => true, isUnpublished = () => false } = options;
  const { comesAtMs = (ms) => ms + LATENCY_MS } = options;
  const cameMs = (beaconRound: number) => comesAtMs(beaconTimeMs(signer.chain, beaconRound));
  const hasCome = (beaconRound: number) => cameMs(beaconRound) <= now();
  const inputs = createPublishedInputs({
    headers: {
      of(game, day) {
        if (isUnpublished(day)) {
          return undefined;
        }
        const chain = isDrand(day) ? signer.chain : null;
        // The root does not affect the outcome.
        const order = { game, day, root: "00".repeat(32), chain, publishedAt: 0 };
        return cached(`${game.slug}:${day}:${chain?.hash}`, () => makeHeader(order, SIGNING_KEY));
      },
    },
    // In memory as soon as they have come: a function of the clock alone.
    beacons: {
      chain: signer.chain,
      get: (beaconRound) => (hasCome(beaconRound) ? signer.sign(beaconRound) : undefined),
      heldSinceMs: (beaconRound) => (hasCome(beaconRound) ? cameMs(beaconRound) : Infinity),
      onBeacon() {},
    },
    entropy: "drand",
  });
  return createOracle({ secret, timeZone: "UTC", inputs });
}

const made = new Map<string, ReturnType<typeof makeHeader>>();

/** Signing a header takes a millisecond, and tests need thousands. */
function cached(name: string, make: () => ReturnType<typeof makeHeader>) {
  const found = made.get(name) ?? make();
  made.set(name, found);
  return found;
}
