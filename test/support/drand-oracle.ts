import { createOracle } from "../../server/oracle/oracle.ts";
import type { Oracle } from "../../server/oracle/oracle.ts";
import { createRoundInputs } from "../../server/oracle/round-inputs.ts";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import type { BeaconSigner } from "./test-beacons.ts";
import { network, SIGNING_KEY } from "./test-proofs.ts";

/** A typical delay after the tick. */
export const LATENCY_MS = 1_000;

/**
 * An oracle for days in `drand` mode, whose beacons arrive by the test's clock. `comesAtMs`: when a beacon arrives on
 * that clock, epoch ms; Infinity if never.
 */
export function drandOracle({
  now,
  comesAtMs = (ms) => ms + LATENCY_MS,
  isUnpublished = () => false,
  signer = network,
}: {
  now: () => number;
  comesAtMs?: ((beaconTimeMs: number) => number) | undefined;
  isUnpublished?: (day: number) => boolean;
  signer?: BeaconSigner;
}): Oracle {
  const arrivalMs = (beaconRound: number) => comesAtMs(beaconTimeMs(signer.chain, beaconRound));
  const hasArrived = (beaconRound: number) => arrivalMs(beaconRound) <= now();
  const inputs = createRoundInputs({
    headers: {
      of(game, day) {
        if (isUnpublished(day)) {
          return undefined;
        }
        const { chain } = signer;
        // The root does not affect the outcome.
        const order = { game, day, root: "00".repeat(32), chain, publishedAt: 0 };
        return cached(`${game.slug}:${day}:${chain.hash}`, () => makeHeader(order, SIGNING_KEY));
      },
    },
    // Beacons are in memory from their arrival, which depends on the clock alone.
    beacons: {
      chain: signer.chain,
      get: (beaconRound) => (hasArrived(beaconRound) ? signer.sign(beaconRound) : undefined),
      heldSinceMs: (beaconRound) => (hasArrived(beaconRound) ? arrivalMs(beaconRound) : Infinity),
      onBeacon() {},
    },
    entropy: "drand",
  });
  return createOracle({ secret: VECTOR_SECRET, timeZone: "UTC", inputs });
}

const made = new Map<string, ReturnType<typeof makeHeader>>();

/** Signing a header takes a millisecond, and tests need thousands. */
function cached(name: string, make: () => ReturnType<typeof makeHeader>) {
  const found = made.get(name) ?? make();
  made.set(name, found);
  return found;
}
