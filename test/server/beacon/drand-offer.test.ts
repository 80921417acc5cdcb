import { describe, expect, test } from "vitest";
import { canUseDrand } from "../../../server/oracle/relays.ts";
import { testChain } from "../../support/drand-chain.ts";
import type { RelayMood } from "../../support/drand-chain.ts";
import { network } from "../../support/test-proofs.ts";

describe("mode drand is offered", () => {
  const nowMs = Date.UTC(2026, 10, 24, 12, 0, 1);
  const NOBODY = "http://127.0.0.1:1";

  async function offered(
    moods: readonly RelayMood[],
    patienceMs: number,
    clockMs = nowMs,
  ): Promise<boolean> {
    const { chain, startRelay } = testChain(network, () => nowMs);
    const relays = await Promise.all(moods.map((mood) => startRelay(mood)));
    const addresses = [NOBODY, ...relays.map(({ url }) => url)];
    return canUseDrand({ chain, relays: addresses }, clockMs, patienceMs);
  }

  test.each<[boolean, string, readonly RelayMood[], number?]>([
    [true, "where one relay of several gives a genuine beacon", ["well", 503]],
    [false, "not without a network", []],
    [false, "not where relays answer with something else", ["garbles", "strays", "html"]],
    [
      false,
      "not by a clock that is ahead: beacons would never be there in time",
      ["well"],
      nowMs + 60_000,
    ],
  ])("%s: %s", async (expected, _name, moods, clockMs) => {
    // What comes is waited for however busy this machine is; what never comes, for a moment.
    expect(await offered(moods, expected ? 60_000 : 300, clockMs)).toBe(expected);
  });
});
