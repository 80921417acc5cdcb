import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { u32, u64 } from "../round/bytes.ts";
import { GENESIS_MS, roundStartMs } from "../round/phases.ts";
import type { DayHeader } from "./header.ts";

/** A chain of public beacons. The names are as in drand's `/info`, whose response can be used unchanged. */
export interface BeaconChain {
  /** 64 hex digits, the chain's name. */
  readonly hash: string;
  /** The key for checking its beacons, a point of G2, 192 hex digits. */
  readonly public_key: string;
  /** The time of beacon 1, epoch seconds. */
  readonly genesis_time: number;
  /** Seconds from one beacon to the next. */
  readonly period: number;
  /** The hash of the chain's initial group, 64 hex digits; part of `hash`. */
  readonly groupHash: string;
  readonly metadata: {
    /** The chain's name; part of `hash` unless it is `default`. */
    readonly beaconID: string;
  };
}

/** The default public network: drand quicknet, with a beacon every 3 s. */
export const QUICKNET: BeaconChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  public_key:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis_time: 1_692_803_367,
  period: 3,
  groupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  metadata: { beaconID: "quicknet" },
};

/** A chain's hash, which covers its key: trusting the hash means trusting the key. */
export function chainHash(chain: Omit<BeaconChain, "hash">): string {
  const { beaconID } = chain.metadata;
  const bytes = concatBytes(
    u32(chain.period),
    u64(chain.genesis_time),
    hexToBytes(chain.public_key),
    hexToBytes(chain.groupHash),
    utf8ToBytes(beaconID === "default" ? "" : beaconID),
  );
  return bytesToHex(sha256(bytes));
}

/** Time from the close of bets to the round's beacon, in ms. */
export const BEACON_DELAY_MS = 3_000;

/** A beacon's time, epoch ms. */
export function beaconTimeMs(chain: BeaconChain, beaconRound: number): number {
  return (chain.genesis_time + (beaconRound - 1) * chain.period) * 1_000;
}

/** The number of the beacon that is due at exactly `ms`, epoch ms; null if there is none. */
export function beaconAt(chain: BeaconChain, ms: number): number | null {
  const beaconRound = (ms / 1_000 - chain.genesis_time) / chain.period + 1;
  return Number.isInteger(beaconRound) && beaconRound >= 1 ? beaconRound : null;
}

/**
 * Whether a chain has a beacon for every round: at every multiple of three seconds, since before the first round.
 */
export function fitsRounds(chain: BeaconChain): boolean {
  return (
    BEACON_DELAY_MS % (chain.period * 1_000) === 0 &&
    [GENESIS_MS, GENESIS_MS + BEACON_DELAY_MS].every((ms) => beaconAt(chain, ms) !== null)
  );
}

/** When a round's bets close according to its header, epoch ms. */
export function closesAtMs(
  round: number,
  header: Pick<DayHeader, "intervalMs" | "closesMs">,
): number {
  return roundStartMs(round, header.intervalMs) + header.closesMs;
}

/**
 * The number of the beacon that determines a round whose bets close at `closesAt`, epoch ms. Throws a RangeError if the
 * chain has no beacon for it.
 */
export function decidingBeacon(closesAt: number, chain: BeaconChain): number {
  const beaconRound = beaconAt(chain, closesAt + BEACON_DELAY_MS);
  if (beaconRound === null) {
    throw new RangeError(
      `The chain ${chain.hash} has no beacon for bets that close at ${closesAt}.`,
    );
  }
  return beaconRound;
}
