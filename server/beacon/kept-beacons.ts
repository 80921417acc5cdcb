import type { Store } from "../store/store.ts";

/** Keeps a verified beacon for good, for every server on the same store. */
export async function keepBeacon(
  store: Store,
  chainHash: string,
  beaconRound: number,
  signature: Uint8Array,
): Promise<void> {
  await store.db
    .insertInto("beacon")
    .values({
      chain_hash: chainHash,
      round: beaconRound,
      signature: Buffer.from(signature).toString("hex"),
    })
    // There is only one beacon of a number, so whoever was first kept the same.
    .onConflict((conflict) => conflict.columns(["chain_hash", "round"]).doNothing())
    .execute();
}

/** The beacons among these numbers that were kept. */
export async function keptBeacons(
  store: Store,
  chainHash: string,
  beaconRounds: readonly number[],
): Promise<Map<number, Uint8Array>> {
  // An empty list is no SQL.
  if (beaconRounds.length === 0) {
    return new Map();
  }
  const rows = await store.db
    .selectFrom("beacon")
    .select(["round", "signature"])
    .where("chain_hash", "=", chainHash)
    .where("round", "in", beaconRounds)
    .execute();
  return new Map(
    rows.map(({ round, signature }) => [
      Number(round),
      Uint8Array.from(Buffer.from(signature, "hex")),
    ]),
  );
}
