import type { Generated } from "kysely";
import type { AccountSchema } from "./account-schema.ts";
import type { FairnessSchema } from "./fairness-schema.ts";
import type { OfficeSchema } from "./office-schema.ts";
import type { PaymentSchema } from "./payment-schema.ts";
import type { TimeSchema } from "./time-schema.ts";
import type { UsageSchema } from "./usage-schema.ts";
import type { WebhookSchema } from "./webhook-schema.ts";

/**
 * The tables, for the queries. Times are epoch milliseconds, flags 0 or 1, JSON is text: what
 * SQLite and PostgreSQL both keep and give back alike.
 */
export interface Schema
  extends
    AccountSchema,
    FairnessSchema,
    OfficeSchema,
    PaymentSchema,
    UsageSchema,
    TimeSchema,
    WebhookSchema {
  subscription: SubscriptionTable;
  api_key: ApiKeyTable;
  maintenance: MaintenanceTable;
  meta: MetaTable;
  server: ServerTable;
}

/** What was paid for, and until when. */
interface SubscriptionTable {
  id: string;
  label: string;
  /** The first instant at which it is over. */
  ends_at: number;
  created_at: number;
  /** The account it belongs to; null for one that the command line made. */
  account_id: string | null;
  /** 1 for what an account has for trying things out, without paying. */
  trial: 0 | 1;
}

/** A key of a subscription. Its text is not here: only what recognizes it, and what is sealed. */
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
  /** From when on it opens nothing, or a little before; in the future while a key that replaces it is brought out. */
  revoked_at: number | null;
  /** The key's text for its owner's eyes, encrypted; null for a key that the command line made. */
  sealed: string | null;
  /** When a page was last opened with it, to some minutes; null: never, or unknown. */
  last_used_at: number | null;
  /** The revision at which it was issued or last changed; 0: before there were any here. */
  revision: Generated<number>;
}

/** One row for each game that is down. */
interface MaintenanceTable {
  slug: string;
  since: number;
}

/** Single facts about this database. */
interface MetaTable {
  name:
    | "revision"
    | "doubted_since"
    | "told_until"
    | "secret_begun"
    | "secret_fingerprint"
    | "signing_key"
    | "shared_settings"
    | "demo_key";
  value: string;
}

/** A process that serves, and the revision whose keys and maintenance it goes by. */
interface ServerTable {
  /** Made anew at each start. */
  id: string;
  revision: number;
  /** When it last said so. */
  seen_at: number;
}
