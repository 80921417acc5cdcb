import { onTestFinished } from "vitest";
import { localChain } from "./local-chain.ts";
import type { LocalChain, LocalRelay, RelayMood } from "./local-chain.ts";
import type { BeaconSigner } from "./test-beacons.ts";

export type { RelayMood } from "./local-chain.ts";

/** A chain of the tests, and relays of it that end with the test. */
export interface TestChain {
  readonly chain: LocalChain["chain"];
  readonly signer: BeaconSigner;
  startRelay(mood?: RelayMood): Promise<LocalRelay>;
}

/** A chain whose clock says `now`, epoch ms. */
export function testChain(signer: BeaconSigner, now: () => number = Date.now): TestChain {
  const { chain, openRelay } = localChain(signer, now);
  return {
    chain,
    signer,
    async startRelay(mood) {
      const relay = await openRelay(mood);
      onTestFinished(relay.kill);
      return relay;
    },
  };
}
