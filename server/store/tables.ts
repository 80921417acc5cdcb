import type { Generated } from "kysely";
import type { RoundEventType, WebhookPayload } from "../../src/wire/webhook-payload.ts";

/*
 * The definition of every table: the database is created from it, and the types of queries are derived from it.
 * Times are epoch milliseconds, flags 0 or 1, JSON is text: SQLite and PostgreSQL store and return these alike.
 */

/** A column in SQL, with the type of its values in queries. */
interface Column<T> {
  readonly sql: string;
  readonly type?: T;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

const text = <T extends string = string>(more = ""): Column<T> => ({
  sql: `text not null ${more}`,
});
const integer = (more = ""): Column<number> => ({ sql: `bigint not null ${more}` });
const flag = (): Column<0 | 1> => ({ sql: "bigint not null" });
const orNull = <T>(column: Column<T>): Column<T | null> => ({
  sql: column.sql.replace("not null", ""),
});
/** A column that an insert may omit. */
const orElse = <T extends number>(value: T, column: Column<T>): Column<Generated<T>> => ({
  sql: `${column.sql} default ${value}`,
});

/** A table comes after every table that it references. */
export const TABLES = {
  subscription: {
    id: text("primary key"),
    label: text(),
    /** The first instant after its end. */
    ends_at: integer(),
    created_at: integer(),
    /** Null for a subscription made on the command line. */
    account_id: orNull(text()),
  },

  /** A key of a subscription. The text itself is not stored, only its digest and its encrypted form. */
  api_key: {
    id: text("primary key"),
    subscription_id: text("references subscription (id) on delete cascade"),
    /** SHA-256 of the key text, lower-case hex. */
    digest: text("unique"),
    /** The last four characters of the key text, for people to tell keys apart. */
    hint: text(),
    /** A JSON array of the origins that may frame the pages; empty for any. */
    origins: text(),
    created_at: integer(),
    /** When the key stops or stopped working; in the future while it and its replacement both work. */
    revoked_at: orNull(integer()),
    /** The key's encrypted text, for its account; null for a key made on the command line. */
    sealed: orNull(text()),
    /** When a page was last opened with the key, to within minutes; null if never or unknown. */
    last_used_at: orNull(integer()),
  },

  maintenance: { slug: text("primary key"), since: integer() },

  meta: {
    name: text<
      "revision" | "revealed_until" | "secret_fingerprint" | "signing_key" | "key_encryption_key"
    >("primary key"),
    value: text(),
  },

  account_user: {
    id: text("primary key"),
    name: text(),
    /** In lower case. */
    email: text("unique"),
    email_verified: flag(),
    image: orNull(text()),
    /** The language of emails, last used on the account's pages. */
    lang: text(),
    /** 1 if a code is required after the password. */
    two_factor_enabled: orElse(0, flag()),
    created_at: text(),
    updated_at: text(),
  },

  account_session: {
    id: text("primary key"),
    user_id: text("references account_user (id) on delete cascade"),
    /** Useless without the cookie's signature. */
    token: text("unique"),
    expires_at: text(),
    ip_address: orNull(text()),
    user_agent: orNull(text()),
    created_at: text(),
    updated_at: text(),
  },

  account_credential: {
    id: text("primary key"),
    user_id: text("references account_user (id) on delete cascade"),
    account_id: text(),
    provider_id: text(),
    /** Salt and scrypt of the password. */
    password: orNull(text()),
    access_token: orNull(text()),
    refresh_token: orNull(text()),
    id_token: orNull(text()),
    access_token_expires_at: orNull(text()),
    refresh_token_expires_at: orNull(text()),
    scope: orNull(text()),
    created_at: text(),
    updated_at: text(),
  },

  /** Emailed links that may be used once. */
  account_token: {
    id: text("primary key"),
    identifier: text(),
    value: text(),
    expires_at: text(),
    created_at: text(),
    updated_at: text(),
  },

  /** Actions on accounts, by their holder or for them; and actions of the service's owners. */
  audit: {
    id: text("primary key"),
    account_id: orNull(text()),
    action: text(),
    /** A JSON object of strings; never a key, a password or a token. */
    detail: text(),
    at: integer(),
    /** The actor of an owner's action: an email address, or `command line`; null for other actions. */
    acted_by: orNull(text()),
    unmailed: orElse(0, flag()),
  },

  invoice: {
    id: text("primary key"),
    account_id: text(),
    /** The plan when the invoice was created: its name, days and price. */
    plan: text(),
    days: integer(),
    price: integer(),
    /** Contract and address in base58. */
    contract: text(),
    address: text(),
    amount: integer(),
    from_balance: orElse(0, integer()),
    state: text<"open" | "paid" | "closed">(),
    created_at: integer(),
    /** Until when the invoice asks for payment. */
    expires_at: integer(),
    /** Until when a payment is still accepted; the invoice is live until then. */
    closes_at: integer(),
    /** The network that the order came from, while the amount is reserved; null if unknown or shared by many. */
    network: orNull(text()),
  },

  /** A transfer to one of our addresses in a block. */
  transfer: {
    id: text("primary key"),
    contract: text(),
    tx_hash: text(),
    log_index: integer(),
    /** Text, as it may be any number. */
    amount: text(),
    from_address: text(),
    to_address: text(),
    block_number: integer(),
    block_time: integer(),
    /** The number of confirmations, 19 if final; null if unknown. */
    confirmations: orNull(integer()),
    /**
     * `seen`: in a block that may still be undone, shown to its payer only. `paid`: bought a term. `kept`: in a
     * balance. `review`: a person has to decide. `dismissed`: a person has dismissed it.
     */
    state: text<"seen" | "paid" | "kept" | "review" | "dismissed">(),
    /** Why the transfer is in review, or how it differs from its invoice. */
    reason: orNull(text()),
    /** The invoice that it pays, judged by its amount. */
    invoice_id: orNull(text("references invoice (id)")),
    seen_at: integer(),
    /** When a node last reported the transfer. */
    looked_at: integer(),
    /** Since when no block contains it; null while one does. */
    gone_at: orNull(integer()),
    decided_at: orNull(integer()),
  },

  /** A transaction that an account named for an invoice. */
  claim: {
    id: text("primary key"),
    account_id: text(),
    tx_hash: text(),
    invoice_id: text("references invoice (id)"),
    state: text<"waiting" | "seen" | "paid" | "review" | "rejected">(),
    /** Why the claim is in review or rejected. */
    reason: orNull(text()),
    /** The claimed transfer, once a block contains it. */
    transfer_id: orNull(text("references transfer (id) on delete set null")),
    created_at: integer(),
    decided_at: orNull(integer()),
  },

  /** A bought term, which outlives its account. */
  payment: {
    id: text("primary key"),
    account_id: text(),
    invoice_id: text("references invoice (id)"),
    /** The transfer that paid for it; null if the balance paid all of it. */
    transfer_id: orNull(text("unique references transfer (id)")),
    subscription_id: text("references subscription (id)"),
    plan: text(),
    days: integer(),
    starts_at: integer(),
    ends_at: integer(),
    credited_at: integer(),
  },

  /** The holder of a task that only one process may do at a time, and the settings that servers share. */
  lease: { name: text("primary key"), holder: text(), ends_at: integer() },

  /** Beacons, verified before they are stored and again when they are read. */
  beacon: {
    /** 64 hex digits. */
    chain_hash: text(),
    round: integer(),
    /** 96 hex digits. */
    signature: text(),
    /** Proves to a server with the same secret that the beacon was verified, 64 hex digits. */
    seal: text(),
  },

  /** The published header of a game's day. Never changed, never deleted. */
  day_header: {
    game: text(),
    day: integer(),
    /** The signed header in JSON, as it is served. */
    header: text(),
  },

  /** The first day of each later secret. The first secret has no row here. */
  secret_era: { from_day: integer("primary key"), fingerprint: text() },

  /** Counts by key and UTC day, counted from 1970-01-01. */
  usage_day: {
    key_id: text(),
    day: integer(),
    /** `load`, or `refused:` and the reason. */
    what: text(),
    count: integer(),
  },

  /** A reminder that a subscription ends, which is sent once. */
  reminder: {
    subscription_id: text("references subscription (id) on delete cascade"),
    /** The end of the subscription: a renewed one gets another email. */
    ends_at: integer(),
    /** One of `DAYS_BEFORE` in `news.ts`, or 0 for the end itself. */
    days_before: integer(),
    sent_at: integer(),
  },

  /** An email to be sent; kept for two days, to count towards limits. */
  outbox: {
    id: text("primary key"),
    /** Distinguishes mailboxes without naming them: an HMAC of the address. */
    recipient: text(),
    kind: text<"verify" | "reset" | "taken" | "reminder" | "webhook" | "news" | "address">(),
    /** The encrypted email; null once it was sent or given up. */
    sealed: orNull(text()),
    created_at: integer(),
    tries: integer(),
    next_try_at: integer(),
    give_up_at: integer(),
    /** Null until it is sent. */
    sent_at: orNull(integer()),
    fault: orNull(text()),
  },

  /** An endpoint of webhooks, called while the subscription is valid. */
  webhook_endpoint: {
    id: text("primary key"),
    subscription_id: text("references subscription (id)"),
    url: text(),
    games: text(),
    /** A JSON array of types of events. */
    events: text(),
    /** The current signing secret, encrypted, and the previous one. */
    secret: text(),
    old_secret: orNull(text()),
    old_secret_until: orNull(integer()),
    created_at: integer(),
    /** When and why the endpoint was switched off; null while it is on. */
    off_at: orNull(integer()),
    off_reason: orNull(text<"failed" | "gone">()),
    /** When the endpoint was last switched on; earlier failures no longer count. */
    resumed_at: integer(),
    /** The last event that the endpoint received or did not subscribe to, and when that event happened. */
    seq: orElse(0, integer()),
    seq_at: integer(),
    /** How often the next event has failed, when it is retried, and since when calls fail. */
    tries: orElse(0, integer()),
    next_try_at: orElse(0, integer()),
    failing_since: orNull(integer()),
    calls: orElse(0, integer()),
  },

  /** Events of rounds, numbered in order. The oldest are deleted. */
  webhook_event: {
    seq: integer("primary key"),
    game: text(),
    round: integer(),
    type: text<RoundEventType>(),
    at: integer(),
  },

  /** The last calls of an endpoint. A new call replaces the oldest. */
  webhook_call: {
    endpoint_id: text("references webhook_endpoint (id) on delete cascade"),
    is_manual: flag(),
    slot: integer(),
    /** The id of the webhook. */
    message: text(),
    type: text<WebhookPayload["type"]>(),
    at: integer(),
    /** The status of the response; null if there was none, with the reason. */
    status: orNull(integer()),
    fault: orNull(text()),
    duration_ms: integer(),
  },

  /** How far the node's list of transfers to a receiving address was read. */
  address_cursor: {
    contract: text(),
    address: text(),
    /** The block time where the next reading begins. */
    since: integer(),
    read_at: integer(),
  },

  /** A transaction to be looked up, because a node listed it or an account claimed it. */
  chain_lookup: {
    tx_hash: text("primary key"),
    /** `lost`: no node knew it for a day. */
    state: text<"waiting" | "done" | "lost">(),
    /** In order: 0 is listed with exactly an invoice's amount, 1 is listed, 2 is not listed as final. */
    priority: integer(),
    looks: integer(),
    next_look_at: integer(),
    since: integer(),
  },

  /** A change to an account's balance. Entries are only added; they outlive their account. */
  balance_entry: {
    id: text("primary key"),
    account_id: text(),
    /**
     * `too_little`, `twice`, `late`: a whole transfer that bought nothing. `too_much`: the remainder of a transfer.
     * `spent` and `refunded` are negative.
     */
    kind: text<"too_little" | "twice" | "late" | "too_much" | "spent" | "refunded">(),
    amount: integer(),
    /** The transfer, if all of it went into the balance; null for the other kinds. */
    contract: orNull(text()),
    /** Also the hash of a refund. */
    tx_hash: orNull(text()),
    log_index: orNull(integer()),
    /** The invoice that the transfer was sent for, or that was paid. */
    invoice_id: orNull(text("references invoice (id)")),
    at: integer(),
  },

  suspension: { account_id: text("primary key"), since: integer() },

  /** The second factor of an account. The library reads it on sign-in, and counts wrong codes in it. */
  account_two_factor: {
    id: text("primary key"),
    user_id: text("unique references account_user (id) on delete cascade"),
    /** Encrypted. */
    secret: text(),
    /** A JSON list of the remaining recovery codes, encrypted. */
    backup_codes: text(),
    /** 0 until a first code has confirmed it. */
    verified: flag(),
    /** Wrong codes in a row. */
    failed_count: orElse(0, integer()),
    /** Until when no code is accepted, after too many wrong ones. */
    locked_until: orNull(text()),
    /** The half-minute period of the latest accepted code; codes from it or earlier periods are refused. */
    last_period: orElse(0, integer()),
  },

  /** An account that may open the back office, bound to its authenticator at enrolment. */
  owner: {
    account_id: text("primary key references account_user (id) on delete cascade"),
    two_factor_id: text("references account_two_factor (id) on delete cascade"),
    /** The hash of the account's password. The owner loses access when the account's hash changes, as after a reset. */
    password: text(),
    /** SHA-256 of the token in the enrolment link; null once it was used. */
    link_digest: orNull(text()),
    link_ends_at: integer(),
    since: integer(),
  },

  owner_session: {
    /** SHA-256 of the token in the browser's cookie. */
    digest: text("primary key"),
    account_id: text("references owner (account_id) on delete cascade"),
    ends_at: integer(),
  },

  /** A plan that is or was on sale, except the first plans while they are on sale. Rows are only added and ended. */
  plan: {
    id: text("primary key"),
    name: text(),
    days: integer(),
    price: integer(),
    /** 0 for the first plans. */
    from_at: integer(),
    /** When the sale ended; null while the plan is on sale. */
    until_at: orNull(integer()),
  },
} satisfies Readonly<Record<string, Columns>>;

type RowOf<T> = { [Name in keyof T]: T[Name] extends Column<infer Value> ? Value : never };

export type Schema = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };

/** Keys of several columns, and indexes: columns in brackets, and the SQL after them. */
export const INDEXES: { readonly [Name in keyof Schema]?: readonly string[] } = {
  subscription: ["unique (account_id)"],
  api_key: ["(subscription_id)"],
  account_session: ["(user_id)"],
  account_credential: ["(user_id)"],
  account_token: ["(identifier)"],
  audit: ["(account_id, at)", "(at) where unmailed = 1", "(at) where acted_by is not null"],
  invoice: ["(account_id, created_at)", "unique (contract, address, amount) where state = 'open'"],
  claim: [
    "unique (account_id, tx_hash)",
    "(invoice_id)",
    "(account_id, created_at)",
    "(tx_hash)",
    "(transfer_id)",
  ],
  payment: ["(account_id, credited_at)"],
  beacon: ["primary key (chain_hash, round)"],
  day_header: ["primary key (game, day)"],
  usage_day: ["primary key (key_id, day, what)"],
  reminder: ["primary key (subscription_id, ends_at, days_before)"],
  outbox: ["(next_try_at) where sealed is not null", "(recipient, created_at)"],
  webhook_endpoint: ["(subscription_id)"],
  webhook_event: ["unique (game, round, type)"],
  webhook_call: ["primary key (endpoint_id, slot)"],
  address_cursor: ["primary key (contract, address)"],
  chain_lookup: ["(state, next_look_at)"],
  transfer: ["unique (contract, tx_hash, log_index)", "(tx_hash)", "(invoice_id)", "(state)"],
  balance_entry: [
    "(account_id, at)",
    "unique (contract, tx_hash, log_index) where log_index is not null",
  ],
};
