import { describe, expect, test } from "vitest";
import { keepBeacon, keptBeacons } from "../../../server/beacon/kept-beacons.ts";
import { engines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";

const [CHAIN, OTHER] = ["aa".repeat(32), "bb".repeat(32)] as const;
const beacon = (byte: number) => new Uint8Array(48).fill(byte);

describe.each(engines)("on $name", ({ place }) => {
  test("beacons are kept by chain and number, once each", async () => {
    const database = await place();
    const { store } = await tempStore(database);
    await keepBeacon(store, CHAIN, 7, beacon(1));
    await keepBeacon(store, CHAIN, 7, beacon(2));
    await keepBeacon(store, CHAIN, 9, beacon(3));
    await keepBeacon(store, OTHER, 8, beacon(4));
    const again = await tempStore(database);
    expect(await keptBeacons(again.store, CHAIN, [7, 8, 9, 10])).toEqual(
      new Map([
        [7, beacon(1)],
        [9, beacon(3)],
      ]),
    );
    expect(await keptBeacons(store, CHAIN, [])).toEqual(new Map());
  });
});
