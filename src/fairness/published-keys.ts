import type { GameSlug } from "../games/index.ts";
import type { BeaconChain } from "./chain.ts";
import type { VERSION } from "./header.ts";

/** The keys and chains that sign and determine rounds (`GET /fairness/keys.json`). */
export interface PublishedKeys {
  /** The protocol version of new days. */
  readonly version: typeof VERSION;
  /** Ed25519 public keys that sign headers, 64 hex digits each, the current one first. */
  readonly keys: readonly string[];
  /** The chains that headers name, as in drand's `/info`. */
  readonly chains: readonly BeaconChain[];
  /**
   * The first round of each game, by slug, that began after its header was published. Earlier rounds are not covered.
   */
  readonly firstRounds: Readonly<Partial<Record<GameSlug, number>>>;
}
