import { describe, expect, onTestFinished, test } from "vitest";
import { createBeacons } from "../../../server/oracle/beacons.ts";
import type { Beacons } from "../../../server/oracle/beacons.ts";
import { drandRelay } from "../../../server/oracle/relays.ts";
import type { BeaconResponse, BeaconSource } from "../../../server/oracle/relays.ts";
import { beaconTimeMs } from "../../../src/fairness/chain.ts";
import { chainOf } from "../../support/drand-chain.ts";
import { eventually } from "../../support/eventually.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { network } from "../../support/test-proofs.ts";

const { chain } = network;
const NUMBER = 40_000_000;
const TICK_MS = beaconTimeMs(chain, NUMBER);

function memory(kept = new Map<number, Uint8Array>()) {
  return {
    kept,
    save: async (beaconRound: number, signature: Uint8Array) =>
      void kept.set(beaconRound, signature),
    load: async (beaconRounds: readonly number[]) => ({
      genuine: new Map([...kept].filter(([beaconRound]) => beaconRounds.includes(beaconRound))),
      refuted: [],
    }),
  };
}

interface Logged {
  readonly event: string;
  readonly fields: unknown;
}

function open(options: Partial<Parameters<typeof createBeacons>[0]>): {
  beacons: Beacons;
  log: readonly Logged[];
} {
  const log: Logged[] = [];
  const beacons = createBeacons({
    chain,
    sources: [],
    stored: memory(),
    now: Date.now,
    clock: { prove: () => {} },
    setTimer: (task, ms) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    log: (event, fields) => log.push({ event, fields }),
    ...options,
  });
  onTestFinished(() => beacons.stop());
  return { beacons, log };
}

test("one honest relay suffices among relays that lie, hang and refuse", async () => {
  // The beacon is due in a quarter of a second.
  const shiftMs = TICK_MS - 250 - Date.now();
  const now = () => Date.now() + shiftMs;
  const { startRelay } = chainOf(network, now);
  const moods = ["garbles", "strays", "html", "hangs", "early", 503, "well"] as const;
  const relays = await Promise.all(moods.map((mood) => startRelay(mood)));
  const sources = relays.map(({ url }) => drandRelay(url, chain.hash, { timeoutMs: 1_000 }));
  const { beacons } = open({ sources, now });
  beacons.want(NUMBER);
  await eventually(() => beacons.get(NUMBER) !== undefined);
  expect(beacons.get(NUMBER)).toEqual(network.sign(NUMBER));
});

function patientSource() {
  const asked: {
    beaconRound: number;
    atMs: number;
    respond: (response: BeaconResponse) => void;
  }[] = [];
  const clock = manualClock(TICK_MS - 60_000);
  const source: BeaconSource = {
    name: "patient",
    ask: (beaconRound, signal) =>
      new Promise((resolve) => {
        asked.push({ beaconRound, atMs: clock.now(), respond: resolve });
        signal.addEventListener("abort", () => resolve({ fault: "unreachable" }));
      }),
  };
  return { asked, clock, source };
}

test("a fresh beacon is fetched before older missing ones", async () => {
  const { asked, clock, source } = patientSource();
  const { beacons } = open({ sources: [source], now: clock.now, setTimer: clock.setTimer });
  for (let back = 1_000; back > 900; back--) {
    beacons.want(NUMBER - back);
  }
  expect(asked).toHaveLength(3);
  beacons.want(NUMBER);
  clock.pass(59_000);
  expect(asked.map(({ beaconRound }) => beaconRound)).toContain(NUMBER);
  expect(asked).toHaveLength(4);
  asked[0]!.respond({ signature: network.sign(NUMBER - 1_000) });
  await eventually(() => asked.length === 5);
  expect(asked[4]!.beaconRound).toBe(NUMBER - 997);
});

describe("beacons that are not fetched from relays", () => {
  test("a submitted beacon is accepted if it is genuine", () => {
    const stored = memory();
    const { beacons } = open({ stored });
    const received: number[] = [];
    beacons.onBeacon((beaconRound) => received.push(beaconRound));
    expect(beacons.submit(NUMBER, network.sign(NUMBER + 1))).toBe(false);
    expect(beacons.submit(NUMBER, new Uint8Array(48))).toBe(false);
    expect(beacons.get(NUMBER)).toBeUndefined();
    expect(beacons.submit(NUMBER, network.sign(NUMBER))).toBe(true);
    expect(beacons.submit(NUMBER, network.sign(NUMBER))).toBe(true);
    expect(beacons.get(NUMBER)).toEqual(network.sign(NUMBER));
    expect(received).toEqual([NUMBER]);
    expect(stored.kept.get(NUMBER)).toEqual(network.sign(NUMBER));
  });

  test("stored beacons are not requested again", async () => {
    const { asked, clock, source } = patientSource();
    const stored = memory(new Map([[NUMBER - 50, network.sign(NUMBER - 50)]]));
    const { beacons } = open({
      stored,
      sources: [source],
      now: clock.now,
      setTimer: clock.setTimer,
    });
    await beacons.load([NUMBER - 50, NUMBER - 60]);
    expect(beacons.get(NUMBER - 50)).toEqual(network.sign(NUMBER - 50));
    expect(beacons.get(NUMBER - 60)).toBeUndefined();
    beacons.want(NUMBER - 50);
    expect(asked).toEqual([]);
  });

  test("no beacon is lost while the database does not respond", async () => {
    const { kept, ...stored } = memory();
    let isUnreachable = true;
    const save: typeof stored.save = async (beaconRound, signature) => {
      if (isUnreachable) {
        throw new Error("The store is down.");
      }
      await stored.save(beaconRound, signature);
    };
    const { beacons } = open({ stored: { ...stored, save } });
    for (const beaconRound of [NUMBER - 1, NUMBER]) {
      beacons.submit(beaconRound, network.sign(beaconRound));
    }
    await expect(beacons.save()).rejects.toThrow("The store is down.");
    expect(beacons.get(NUMBER)).toEqual(network.sign(NUMBER));
    isUnreachable = false;
    await beacons.save();
    expect([...kept.keys()]).toEqual([NUMBER - 1, NUMBER]);
  });
});
