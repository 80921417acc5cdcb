import { describe, expect, test } from "vitest";
import { canUseDrand, drandRelay } from "../../../server/oracle/relays.ts";
import { tickMs } from "../../../src/fairness/chain.ts";
import { testChain } from "../../support/drand-chain.ts";
import type { RelayMood } from "../../support/drand-chain.ts";
import { network } from "../../support/test-proofs.ts";

const NUMBER = 40_000_000;
/** The clock of the chain, exactly when that beacon comes. */
const now = () => tickMs(network.chain, NUMBER);
const never = new AbortController().signal;

async function ask(mood: RelayMood, beaconRound = NUMBER, timeoutMs = 20_000) {
  const relay = await testChain(network, now).startRelay(mood);
  return drandRelay(relay.url, network.chain.hash, { timeoutMs }).ask(beaconRound, never);
}

test("a relay returns a beacon by its number", async () => {
  expect(await ask("well")).toEqual({ signature: network.sign(NUMBER) });
  expect(await ask("well", NUMBER - 1_000)).toEqual({ signature: network.sign(NUMBER - 1_000) });
});

describe("a relay's faults", () => {
  test.each<[string, RelayMood, string]>([
    ["answers for another round", "lags", "nonsense"],
    ["has no beacon yet", "early", "early"],
    ["breaks off", "cuts", "unreachable"],
    ["never ends its answer", "endless", "nonsense"],
    ["limits the rate", 429, "busy"],
    ["fails", 503, "fault"],
  ])("a relay that %s is a fault", async (_, mood, fault) => {
    expect(await ask(mood)).toEqual({ fault });
  });

  test("an unreachable relay is a fault", async () => {
    const gone = drandRelay("http://127.0.0.1:1", network.chain.hash);
    expect(await gone.ask(NUMBER, never)).toEqual({ fault: "unreachable" });
  });
});

describe("the offer of mode drand", () => {
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

  test.each<[string, boolean, readonly RelayMood[], number?]>([
    ["offered if one relay of several returns a genuine beacon", true, ["well", 503]],
    ["not offered without a network", false, []],
    ["not offered if relays answer with something else", false, ["garbles", "strays", "html"]],
    [
      "not offered by a clock that is ahead, as beacons would never be in time",
      false,
      ["well"],
      nowMs + 60_000,
    ],
  ])("mode drand is %s", async (_, expected, moods, clockMs) => {
    // An expected answer may take long on a busy machine; a missing one is awaited briefly.
    expect(await offered(moods, expected ? 60_000 : 300, clockMs)).toBe(expected);
  });
});
