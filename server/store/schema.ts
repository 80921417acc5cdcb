/**
 * The tables, for the queries. Times are epoch milliseconds, flags 0 or 1, JSON is text: what
 * SQLite and PostgreSQL both keep and give back alike.
 */
export interface Schema {
  subscription: SubscriptionTable;
  api_key: ApiKeyTable;
  maintenance: MaintenanceTable;
  meta: MetaTable;
}

/** What was paid for, and until when. */
interface SubscriptionTable {
  id: string;
  label: string;
  /** The first instant at which it is over. */
  ends_at: number;
  created_at: number;
}

/** A key of a subscription. Its text is not here: only what recognizes it. */
interface ApiKeyTable {
  id: string;
  subscription_id: string;
  /** SHA-256 of the key text, lower-case hex. */
  digest: string;
  /** The last four characters of the key text, to tell keys apart by eye. */
  hint: string;
  /** A JSON array of the origins that may frame the pages; empty: any. */
  origins: string;
  /** 1 for the key of the demo page, which is public by design. */
  demo: 0 | 1;
  created_at: number;
  revoked_at: number | null;
}

/** One row for each game that is down. */
interface MaintenanceTable {
  slug: string;
  since: number;
}

/** Single facts about this database. */
interface MetaTable {
  name: "revision" | "secret_fingerprint" | "demo_key";
  value: string;
}
