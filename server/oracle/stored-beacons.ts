import { createHmac } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";

export type BeaconStore = ReturnType<typeof beaconStore>;

/**
 * A chain's beacons in the store, which all its servers share. Every read verifies beacons again, since others might be
 * able to write to the database. `load` logs and deletes false values.
 */
export function beaconStore({ db }: Store, chain: BeaconChain, seal: BeaconSeal, log: Log) {
  /** Saves a verified beacon, replacing any stored value: a number has only one beacon. */
  async function save(round: number, signature: Uint8Array): Promise<void> {
    const value = {
      signature: Buffer.from(signature).toString("hex"),
      seal: seal(round, signature),
    };
    await db
      .insertInto("beacon")
      .values({ chain_hash: chain.hash, round, ...value })
      .onConflict((conflict) => conflict.columns(["chain_hash", "round"]).doUpdateSet(value))
      .execute();
  }

  /** Deletes a false value, unless it was replaced in the meantime. */
  async function drop(round: number, signature: string): Promise<void> {
    log("false beacon in the database", {
      beacon: round,
      advice: "It is deleted and fetched again.",
    });
    await db
      .deleteFrom("beacon")
      .where("chain_hash", "=", chain.hash)
      .where("round", "=", round)
      .where("signature", "=", signature)
      .execute();
  }

  /** Reads beacons, and changes nothing. `unsealed` beacons are also genuine, according to their signature only. */
  async function read(numbers: readonly number[]) {
    const genuine = new Map<number, Uint8Array>();
    const unsealed = new Map<number, Uint8Array>();
    const refuted = new Map<number, string>();
    // An empty list is not valid SQL.
    const rows =
      numbers.length === 0
        ? []
        : await db
            .selectFrom("beacon")
            .select(["round", "signature", "seal"])
            .where("chain_hash", "=", chain.hash)
            .where("round", "in", numbers)
            .execute();
    for (const row of rows) {
      const round = Number(row.round);
      const signature = Uint8Array.from(Buffer.from(row.signature, "hex"));
      if (row.seal === seal(round, signature)) {
        genuine.set(round, signature);
        continue;
      }
      // Each check takes several milliseconds, so requests are handled in between.
      await yieldToOthers();
      if (isBeacon(chain, round, signature)) {
        genuine.set(round, signature);
        unsealed.set(round, signature);
      } else {
        refuted.set(round, row.signature);
      }
    }
    return { genuine, unsealed, refuted };
  }

  return {
    save,
    read,
    /** Reads beacons, and seals or deletes those without a valid seal. */
    async load(numbers: readonly number[]) {
      const { genuine, unsealed, refuted } = await read(numbers);
      for (const [round, signature] of unsealed) {
        await save(round, signature);
      }
      for (const [round, signature] of refuted) {
        await drop(round, signature);
      }
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
