import { describe, expect, test } from "vitest";
import { drandRelay } from "../../../server/oracle/relays.ts";
import { tickMs } from "../../../src/fairness/chain.ts";
import { testChain } from "../../support/drand-chain.ts";
import type { RelayMood } from "../../support/drand-chain.ts";
import { network } from "../../support/test-proofs.ts";

const NUMBER = 40_000_000;
/** The clock of the chain: just when that beacon comes. */
const now = () => tickMs(network.chain, NUMBER);
const never = new AbortController().signal;

async function ask(mood: RelayMood, beaconRound = NUMBER, timeoutMs = 20_000) {
  const relay = await testChain(network, now).startRelay(mood);
  return drandRelay(relay.url, network.chain.hash, { timeoutMs }).ask(beaconRound, never);
}

test("gives a beacon by its number", async () => {
  expect(await ask("well")).toEqual({ signature: network.sign(NUMBER) });
  expect(await ask("well", NUMBER - 1_000)).toEqual({ signature: network.sign(NUMBER - 1_000) });
});

test("gives nothing before its time", async () => {
  expect(await ask("well", NUMBER + 2)).toEqual({ fault: "early" });
});

describe("every fault is returned, and nothing is thrown:", () => {
  test.each<[RelayMood, string]>([
    ["lags", "nonsense"],
    ["early", "early"],
    ["cuts", "unreachable"],
    ["html", "nonsense"],
    ["endless", "nonsense"],
    [403, "busy"],
    [429, "busy"],
    [500, "fault"],
    [503, "fault"],
  ])("a relay that answers or does: %s", async (mood, fault) => {
    expect(await ask(mood)).toEqual({ fault });
  });

  test("a relay that hangs", async () => {
    expect(await ask("hangs", NUMBER, 50)).toEqual({ fault: "unreachable" });
  });

  test("a relay that knows another chain only", async () => {
    const { url } = await testChain(network, now).startRelay();
    expect(await drandRelay(url, "00".repeat(32)).ask(NUMBER, never)).toEqual({ fault: "early" });
  });

  test("a relay that is not there", async () => {
    const gone = drandRelay("http://127.0.0.1:1", network.chain.hash);
    expect(await gone.ask(NUMBER, never)).toEqual({ fault: "unreachable" });
  });

  test("a signal to stop", async () => {
    const { url } = await testChain(network, now).startRelay("hangs");
    const relay = drandRelay(url, network.chain.hash);
    expect(await relay.ask(NUMBER, AbortSignal.abort())).toEqual({ fault: "unreachable" });
  });
});

test("hands on what claims to be the beacon: whether it is, others decide", async () => {
  for (const mood of ["garbles", "repeats", "strays"] as const) {
    expect(await ask(mood)).toHaveProperty("signature");
  }
});
