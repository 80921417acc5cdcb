import type { DatabaseSync } from "node:sqlite";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Findings } from "../findings.ts";
import { signer } from "../relays.ts";

/** The latest of them: those before were looked at when they came. */
const STORED = "select round, signature from beacon order by round desc limit 12";

/** Looks whether the network of the relays made the beacons that are stored. */
export function checkBeacons({ broken }: Findings, db: DatabaseSync): void {
  for (const { round, signature } of db.prepare(STORED).all()) {
    if (signature !== bytesToHex(signer.sign(Number(round)))) {
      broken("rounds are decided by genuine beacons", `${round} is stored as ${signature}`);
    }
  }
}
