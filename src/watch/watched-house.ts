import type { BeaconChain } from "../fairness/chain.ts";
import type { Check } from "../fairness/check-names.ts";
import type { RoundSources } from "../fairness/check-round.ts";
import type { SignedHeader } from "../fairness/header.ts";
import type { HouseClient } from "../fairness/house-sources.ts";
import type { OpenRecord } from "../fairness/record.ts";

/** What is kept of a round before it is played. */
export type Promised = Pick<OpenRecord, "headerHash" | "commitment" | "receipt">;

/** What whoever watches a house keeps of it. What is kept first stays. */
export interface Kept {
  /** The keys that the house showed at first, 64 hex digits each; none before. */
  keys(): readonly string[];
  keepKeys(keys: readonly string[]): void;
  /** The header of a game's day as it was seen first. */
  header(game: string, date: string): SignedHeader | undefined;
  keepHeader(header: SignedHeader): void;
  /** The last checkpoint of the house's log that was right; null before. */
  checkpoint(): string | null;
  /** Takes the place of the one before. */
  keepCheckpoint(checkpoint: string): void;
  promised(game: string, round: number): Promised | undefined;
  /** Keeps what is promised; of a round that is kept, its first receipt. */
  keepPromise(record: OpenRecord): void;
}

/** A house that is watched, and what is kept of it. */
export interface WatchedHouse extends HouseClient {
  /** The bytes at a path. Rejects like `get`. */
  getBytes(path: string): Promise<Uint8Array>;
  readonly memory: Kept;
  /** The chains whose beacons are believed. */
  readonly chains: readonly BeaconChain[];
  /** What a check found. */
  inWords(check: Check): string;
  /** What witnesses say of a header, as far as the watcher believes any. */
  timeOf(header: SignedHeader): Promise<Pick<RoundSources, "time">>;
}
