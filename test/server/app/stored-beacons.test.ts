import { describe, expect, test } from "vitest";
import { beaconSeal, beaconStore } from "../../../server/oracle/stored-beacons.ts";
import { engines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";
import type { BeaconSigner } from "../../support/test-beacons.ts";
import { beaconSigner } from "../../support/test-beacons.ts";
import { network } from "../../support/test-proofs.ts";

const other = beaconSigner("another network");
const SECRETS = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;

describe.each(engines)("on $name", ({ place }) => {
  test("beacons are stored by chain and number, and sealed again if the secret differs", async () => {
    const { store } = await tempStore(await place());
    const of = ({ chain }: BeaconSigner, secret: Uint8Array) =>
      beaconStore(store, chain, beaconSeal(secret, chain.hash), () => {});
    const [beacons, sealedBefore] = [of(network, SECRETS[0]), of(network, SECRETS[1])];
    await beacons.save(7, network.sign(7));
    await beacons.save(7, network.sign(7));
    await sealedBefore.save(9, network.sign(9));
    await of(other, SECRETS[0]).save(8, other.sign(8));
    const sealOf9 = async () =>
      (await store.db.selectFrom("beacon").select("seal").where("round", "=", 9).execute())[0];
    const before = await sealOf9();
    expect(await beacons.load([7, 8, 9, 10])).toEqual({
      genuine: new Map([7, 9].map((number) => [number, network.sign(number)])),
      refuted: [],
    });
    expect(await sealOf9()).not.toEqual(before);
    expect((await beacons.load([])).genuine).toEqual(new Map());
  });
});
