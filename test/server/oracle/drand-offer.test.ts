import { describe, expect, test } from "vitest";
import { canUseDrand } from "../../../server/oracle/drand-offer.ts";
import { testChain } from "../../support/drand-chain.ts";
import type { RelayMood } from "../../support/drand-chain.ts";
import { network } from "../../support/test-proofs.ts";

describe("offering drand mode", () => {
  const nowMs = Date.UTC(2026, 10, 24, 12, 0, 1);
  const NOBODY = "http://127.0.0.1:1";

  async function canOffer(
    moods: readonly RelayMood[],
    patienceMs: number,
    clockMs = nowMs,
  ): Promise<boolean> {
    const { chain, startRelay } = testChain(network, () => nowMs);
    const relays = await Promise.all(moods.map((mood) => startRelay(mood)));
    const addresses = [NOBODY, ...relays.map(({ url }) => url)];
    return canUseDrand({ chain, relays: addresses }, clockMs, patienceMs);
  }

  test.each<[string, boolean, readonly RelayMood[], number?]>([
    ["offered if one relay of several returns a genuine beacon", true, ["well", 503]],
    ["not offered without a network", false, []],
    ["not offered if relays send something else", false, ["garbles", "strays", "html"]],
    [
      "not offered with a clock that is ahead, as beacons would never be in time",
      false,
      ["well"],
      nowMs + 60_000,
    ],
  ])("drand mode is %s", async (_, expected, moods, clockMs) => {
    // An expected response may take long on a busy machine; a missing one is awaited briefly.
    expect(await canOffer(moods, expected ? 60_000 : 300, clockMs)).toBe(expected);
  });
});
