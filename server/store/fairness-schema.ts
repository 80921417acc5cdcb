/** The tables of provable rounds. Days are UTC days, counted from 1970-01-01. */
export interface FairnessSchema {
  beacon: BeaconTable;
  day_header: DayHeaderTable;
  secret_era: SecretEraTable;
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
