import { describe, expect, test } from "vitest";
import {
  beaconSeal,
  saveBeacon,
  readStoredBeacons,
} from "../../../server/oracle/stored-beacons.ts";
import { engines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";
import { beaconSigner } from "../../support/test-beacons.ts";
import { network } from "../../support/test-proofs.ts";

const { chain, sign } = network;
const other = beaconSigner("another network");
const seal = beaconSeal(new Uint8Array(32).fill(1), chain.hash);

describe.each(engines)("on $name", ({ place }) => {
  test("beacons are stored by chain and number", async () => {
    const database = await place();
    const { store } = await tempStore(database);
    const otherSeal = beaconSeal(new Uint8Array(32).fill(2), other.chain.hash);
    await saveBeacon(store, chain, 7, sign(7), seal);
    await saveBeacon(store, chain, 7, sign(7), seal);
    await saveBeacon(store, chain, 9, sign(9), otherSeal);
    await saveBeacon(store, other.chain, 8, other.sign(8), otherSeal);
    const again = await tempStore(database);
    expect(await readStoredBeacons(again.store, chain, [7, 8, 9, 10], seal)).toEqual({
      genuine: new Map([
        [7, sign(7)],
        [9, sign(9)],
      ]),
      // Sealed with another secret.
      unsealed: [9],
      refuted: new Map(),
    });
    expect((await readStoredBeacons(store, chain, [], seal)).genuine).toEqual(new Map());
  });
});
