import { createHmac } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";

/*
 * Beacons in the store, shared by all its servers. Every beacon is verified again when it is read, since others may
 * be able to write to the database.
 */

export type BeaconStore = ReturnType<typeof beaconStore>;

/** Saves a verified beacon, replacing any stored value: a number has only one beacon. */
export async function saveBeacon(
  store: Store,
  { hash }: Pick<BeaconChain, "hash">,
  beaconRound: number,
  signature: Uint8Array,
  seal: BeaconSeal,
): Promise<void> {
  const text = Buffer.from(signature).toString("hex");
  const sealed = seal(beaconRound, signature);
  await store.db
    .insertInto("beacon")
    .values({ chain_hash: hash, round: beaconRound, signature: text, seal: sealed })
    .onConflict((conflict) =>
      conflict.columns(["chain_hash", "round"]).doUpdateSet({ signature: text, seal: sealed }),
    )
    .execute();
}

export async function readStoredBeacons(
  store: Store,
  chain: Pick<BeaconChain, "hash" | "public_key">,
  beaconRounds: readonly number[],
  seal: BeaconSeal,
) {
  const genuine = new Map<number, Uint8Array>();
  /** Beacons without a valid seal, which had to be verified by their slow signature check. */
  const unsealed: number[] = [];
  const refuted = new Map<number, string>();
  for (const row of await selectRows(store, chain.hash, beaconRounds)) {
    const number = Number(row.round);
    const signature = Uint8Array.from(Buffer.from(row.signature, "hex"));
    if (row.seal === seal(number, signature)) {
      genuine.set(number, signature);
      continue;
    }
    // Each check takes some milliseconds, so requests are handled in between.
    await yieldToOthers();
    if (isBeacon(chain, number, signature)) {
      genuine.set(number, signature);
      unsealed.push(number);
    } else {
      refuted.set(number, row.signature);
    }
  }
  return { genuine, unsealed, refuted };
}

/** Deletes values that are not genuine, unless they were replaced in the meantime. */
async function deleteRefuted(
  store: Store,
  { hash }: Pick<BeaconChain, "hash">,
  refuted: ReadonlyMap<number, string>,
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

async function selectRows(store: Store, chainHash: string, beaconRounds: readonly number[]) {
  // An empty list is not valid SQL.
  return beaconRounds.length === 0
    ? []
    : store.db
        .selectFrom("beacon")
        .select(["round", "signature", "seal"])
        .where("chain_hash", "=", chainHash)
        .where("round", "in", beaconRounds)
        .execute();
}

/** The stored beacons of a chain. Values that are not genuine are deleted and logged. */
export function beaconStore(store: Store, chain: BeaconChain, seal: BeaconSeal, log: Log) {
  return {
    save: (number: number, signature: Uint8Array) =>
      saveBeacon(store, chain, number, signature, seal),
    async load(numbers: readonly number[]) {
      const { genuine, unsealed, refuted } = await readStoredBeacons(store, chain, numbers, seal);
      for (const number of unsealed) {
        await saveBeacon(store, chain, number, genuine.get(number) as Uint8Array, seal);
      }
      for (const beacon of refuted.keys()) {
        log("false beacon in the database", { beacon, advice: "It is deleted and fetched again." });
      }
      await deleteRefuted(store, chain, refuted);
      return { genuine, refuted: [...refuted.keys()] };
    },
  };
}

/**
 * Marks a stored beacon as verified by a service with this secret. Checking the mark takes microseconds; checking
 * the signature takes a thousand times as long. Write access to the database is not enough to forge a mark.
 *
 * @returns 64 hex digits.
 */
export type BeaconSeal = (beaconRound: number, signature: Uint8Array) => string;

/** @param secret 32 bytes. */
export function beaconSeal(secret: Uint8Array, chainHash: string): BeaconSeal {
  const key = createHmac("sha256", secret).update("tableside beacon seal").digest();
  return (beaconRound, signature) =>
    createHmac("sha256", key)
      .update(`${chainHash}:${beaconRound}:`)
      .update(signature)
      .digest("hex");
}
