import { setImmediate as turn } from "node:timers/promises";
import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Store } from "../store/store.ts";
import type { BeaconSeal } from "./beacon-seal.ts";

/** What the store holds under some numbers, looked at again: a store can be written to by others. */
export interface KeptBeacons {
  /** The beacons that are genuine. */
  readonly genuine: ReadonlyMap<number, Uint8Array>;
  /** Those of them that no seal told, but their own signature, which takes long. */
  readonly unsealed: readonly number[];
  /** What stands in the place of a beacon and is none, as it stands there. */
  readonly refuted: ReadonlyMap<number, string>;
}

/**
 * Keeps a verified beacon for good, for every server on the same store, in the place of whatever stands
 * there: there is only one beacon of a number.
 *
 * @param seal null where the secret is not known: then whoever reads the beacon verifies it first.
 * @returns whether another text stood in its place.
 */
export async function keepBeacon(
  store: Store,
  { hash }: Pick<BeaconChain, "hash">,
  beaconRound: number,
  signature: Uint8Array,
  seal: BeaconSeal | null,
): Promise<boolean> {
  const text = Buffer.from(signature).toString("hex");
  const sealed = seal === null ? null : seal(beaconRound, signature);
  const [before] = await rowsOf(store, hash, [beaconRound]);
  await store.db
    .insertInto("beacon")
    .values({ chain_hash: hash, round: beaconRound, signature: text, seal: sealed })
    .onConflict((conflict) =>
      conflict.columns(["chain_hash", "round"]).doUpdateSet({ signature: text, seal: sealed }),
    )
    .execute();
  return before !== undefined && before.signature !== text;
}

/** Reads what is kept under these numbers, and changes nothing. */
export async function keptBeacons(
  store: Store,
  chain: Pick<BeaconChain, "hash" | "public_key">,
  beaconRounds: readonly number[],
  seal: BeaconSeal,
): Promise<KeptBeacons> {
  const genuine = new Map<number, Uint8Array>();
  const unsealed: number[] = [];
  const refuted = new Map<number, string>();
  for (const row of await rowsOf(store, chain.hash, beaconRounds)) {
    const number = Number(row.round);
    const signature = Uint8Array.from(Buffer.from(row.signature, "hex"));
    if (row.seal === seal(number, signature)) {
      genuine.set(number, signature);
      continue;
    }
    // Others are answered in between: each takes some milliseconds.
    await turn();
    if (isBeacon(chain, number, signature)) {
      genuine.set(number, signature);
      unsealed.push(number);
    } else {
      refuted.set(number, row.signature);
    }
  }
  return { genuine, unsealed, refuted };
}

/** Takes away what is no beacon, unless it was replaced meanwhile. */
export async function dropRefuted(
  store: Store,
  { hash }: Pick<BeaconChain, "hash">,
  refuted: KeptBeacons["refuted"],
): Promise<void> {
  for (const [number, signature] of refuted) {
    await store.db
      .deleteFrom("beacon")
      .where("chain_hash", "=", hash)
      .where("round", "=", number)
      .where("signature", "=", signature)
      .execute();
  }
}

async function rowsOf(store: Store, chainHash: string, beaconRounds: readonly number[]) {
  // An empty list is no SQL.
  return beaconRounds.length === 0
    ? []
    : store.db
        .selectFrom("beacon")
        .select(["round", "signature", "seal"])
        .where("chain_hash", "=", chainHash)
        .where("round", "in", beaconRounds)
        .execute();
}
