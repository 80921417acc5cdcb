import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { TimeEvidence } from "../../src/fairness/check-witnessed.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { HouseClient } from "../../src/fairness/house-sources.ts";
import type { Memory } from "./memory.ts";

/** A house that is watched, and what is kept of it. */
export interface WatchedHouse extends HouseClient {
  /** The bytes at a path. Rejects like `get`. */
  getBytes(path: string): Promise<Uint8Array>;
  readonly memory: Memory;
  /** The chains whose beacons are believed. */
  readonly chains: readonly BeaconChain[];
  /** What witnesses say of a header, as far as the watcher believes any. */
  timeOf(header: SignedHeader): Promise<TimeEvidence>;
}
