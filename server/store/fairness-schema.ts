/** The tables of provable rounds. Days are UTC days, counted from 1970-01-01. */
export interface FairnessSchema {
  beacon: BeaconTable;
  day_header: DayHeaderTable;
  secret_era: SecretEraTable;
  round_receipt: RoundReceiptTable;
}

/** Beacons that were verified when they were kept, and are again when they are read. */
interface BeaconTable {
  /** 64 hex digits. */
  chain_hash: string;
  round: number;
  /** 96 hex digits. */
  signature: string;
  /** Proves to a server with the same secret that it is verified, 64 hex digits; null: it is not known. */
  seal: string | null;
}

/** What was promised of a game's day. Never changed, never deleted. */
interface DayHeaderTable {
  /** Its slug. */
  game: string;
  day: number;
  /** The signed header in JSON, as it is served. */
  header: string;
}

/** From which day on another secret counts. The first secret has no row here. */
interface SecretEraTable {
  from_day: number;
  fingerprint: string;
}

/** What was signed of a round: that it opened, or that it never does. Times are epoch ms. */
interface RoundReceiptTable {
  /** Its slug. */
  game: string;
  round: number;
  opened_at: number | null;
  /** Since when its result could be shown. */
  revealed_at: number | null;
  voided_at: number | null;
  reason: string | null;
  /** Over all of these, 128 hex digits. */
  signature: string;
}
