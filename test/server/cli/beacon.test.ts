import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { beaconSeal, readStoredBeacons } from "../../../server/beacon/stored-beacons.ts";
import { beaconCommand } from "../../../server/cli/beacon.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";
import quicknet from "../../fairness/drand-beacons.json" with { type: "json" };
import { callCommand } from "../../support/command.ts";
import { serviceFolder } from "../../support/made-service.ts";
import { tempStore } from "../../support/temp-store.ts";
import { network } from "../../support/test-proofs.ts";

const { chain } = network;
const real = quicknet.beacons[0]!;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const ownChain = {
  DRAND_CHAIN: JSON.stringify(chain),
  DRAND_RELAYS: "http://127.0.0.1:1",
};

async function submit(args: string[], env: Record<string, string> = {}) {
  const DATA_DIR = await serviceFolder();
  const ended = await callCommand(beaconCommand, args, { DATA_DIR, ...env });
  return { ...ended, file: join(DATA_DIR, "tableside.sqlite") };
}

test("a real beacon of quicknet is kept", async () => {
  const { code, stdout, file } = await submit([String(real.round), real.signature]);
  expect(code).toBe(0);
  expect(stdout).toContain("is genuine and kept");
  const { store } = await tempStore({ file });
  const seal = beaconSeal(new Uint8Array(32), QUICKNET.hash);
  const { genuine } = await readStoredBeacons(store, QUICKNET, [real.round], seal);
  expect(hex(genuine.get(real.round) as Uint8Array)).toBe(real.signature);
});

test("one of the chain that the settings name is kept", async () => {
  const { code } = await submit(["40000000", hex(network.sign(40_000_000))], ownChain);
  expect(code).toBe(0);
});

describe("refused:", () => {
  test.each<[string, string[], Record<string, string>, number, string]>([
    ["another number's beacon", ["2", real.signature], {}, 1, "is not beacon 2"],
    ["another chain's beacon", [String(real.round), real.signature], ownChain, 1, "is not beacon"],
    ["half a signature", ["1", "ab"], {}, 2, "96 hexadecimal digits"],
    ["nothing", [], {}, 2, "Usage"],
    [
      "settings that are wrong",
      ["1", real.signature],
      { DRAND_CHAIN: "{}" },
      1,
      "DRAND_CHAIN must",
    ],
  ])("%s", async (_, args, env, expected, words) => {
    const { code, stderr } = await submit(args, env);
    expect(code).toBe(expected);
    expect(stderr).toContain(words);
  });
});
