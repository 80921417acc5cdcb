import type { Generated } from "kysely";
import type { RoundEventType, WebhookPayload } from "../../src/wire/webhook-payload.ts";

/*
 * Every table, described once: the database is made from this, and the types of the queries are read from it. Times
 * are epoch milliseconds, flags 0 or 1, JSON is text: SQLite and PostgreSQL keep and return these alike.
 */

/** A column in SQL, with the type of what a query reads there. */
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
/** An insert may leave it out. */
const orElse = <T extends number>(value: T, column: Column<T>): Column<Generated<T>> => ({
  sql: `${column.sql} default ${value}`,
});

/** A table comes after those it refers to. */
export const TABLES = {
  /** What was paid for, and until when. */
  subscription: {
    id: text("primary key"),
    label: text(),
    /** The first instant at which it is over. */
    ends_at: integer(),
    created_at: integer(),
    /** The account it belongs to; null for one that the command line made. */
    account_id: orNull(text()),
    /** 1 for what an account has for trying things out, without paying. */
    trial: orElse(0, flag()),
  },

  /** A key of a subscription. Its text is not here: only what recognizes it, and what is sealed. */
  api_key: {
    id: text("primary key"),
    subscription_id: text("references subscription (id) on delete cascade"),
    /** SHA-256 of the key text, lower-case hex. */
    digest: text("unique"),
    /** The last four characters of the key text, to tell keys apart by eye. */
    hint: text(),
    /** A JSON array of the origins that may frame the pages; empty: any. */
    origins: text(),
    /** 1 for the key of the demo page, which is public by design. */
    demo: flag(),
    created_at: integer(),
    /** From when on it opens nothing; in the future while a key that replaces it is brought out. */
    revoked_at: orNull(integer()),
    /** The key's text for its owner's eyes, encrypted; null for a key that the command line made. */
    sealed: orNull(text()),
    /** When a page was last opened with it, to some minutes; null: never, or unknown. */
    last_used_at: orNull(integer()),
  },

  /** One row for each game that is down. */
  maintenance: {
    slug: text("primary key"),
    since: integer(),
  },

  /** Single facts about this database. */
  meta: {
    name: text<
      "revision" | "told_until" | "secret_begun" | "secret_fingerprint" | "signing_key" | "demo_key"
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
    /** The language of mails, which its pages spoke last. */
    lang: text(),
    /** 1 while a code is asked for after the password. */
    two_factor_enabled: orElse(0, flag()),
    created_at: text(),
    updated_at: text(),
  },

  account_session: {
    id: text("primary key"),
    user_id: text("references account_user (id) on delete cascade"),
    /** Worth nothing without the signature that the cookie carries beside it. */
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

  /** Links that were mailed and may be used once. */
  account_token: {
    id: text("primary key"),
    identifier: text(),
    value: text(),
    expires_at: text(),
    created_at: text(),
    updated_at: text(),
  },

  /** What was done with an account, by its holder or for them; and what owners of the service did. */
  audit: {
    id: text("primary key"),
    account_id: orNull(text()),
    action: text(),
    /** A JSON object of texts; never a key, a password or a token. */
    detail: text(),
    at: integer(),
    /** Of an owner's act who did it, by e-mail address, or `command line`; null: it is not one. */
    acted_by: orNull(text()),
    /** 1 until the mail about it is queued for its account. */
    unmailed: orElse(0, flag()),
  },

  invoice: {
    id: text("primary key"),
    account_id: text(),
    /** The plan as it was when the invoice was made: its name, days and price. */
    plan: text(),
    days: integer(),
    price: integer(),
    /** Contract and address as people write them. */
    contract: text(),
    address: text(),
    /** What has to be paid, exactly. */
    amount: integer(),
    /** What the balance pays besides. */
    from_balance: orElse(0, integer()),
    /** The invoice that this one asks the rest of; null: none. */
    continues: orNull(text("references invoice (id)")),
    state: text<"open" | "paid" | "closed">(),
    created_at: integer(),
    /** Until when it asks to be paid. */
    expires_at: integer(),
    /** Until when a payment is taken nevertheless; it is live till then. */
    closes_at: integer(),
    /** The network that it was ordered from, while its amount rests; null: not known, or shared by many. */
    network: orNull(text()),
  },

  /** A transfer to one of our addresses that a node has in a block. */
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
    /** How many blocks have confirmed it, 19 where it is final; null: not known. */
    confirmations: orNull(integer()),
    /**
     * `seen` in a block that may still be undone: only its payer's screen shows it. `paid` bought a term, `kept`
     * is in a balance, `review` waits for a person, who may have `dismissed` it.
     */
    state: text<"seen" | "paid" | "kept" | "review" | "dismissed">(),
    /** Why it is in review, or what was not as asked. */
    reason: orNull(text()),
    /** The invoice that it was sent for, as far as its amount says. */
    invoice_id: orNull(text("references invoice (id)")),
    seen_at: integer(),
    /** When a node last said something about it. */
    looked_at: integer(),
    /** Since when no block holds it any more; null: one does. */
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
    /** Why it is in review or rejected. */
    reason: orNull(text()),
    /** The transfer that it is about, once a block holds it. */
    transfer_id: orNull(text("references transfer (id) on delete set null")),
    created_at: integer(),
    decided_at: orNull(integer()),
  },

  /**
   * A term that was bought, with the transfer that paid for it. It outlives its account. Where a balance
   * paid all of it, `tx_hash` is the invoice's id and `amount` 0.
   */
  payment: {
    id: text("primary key"),
    contract: text(),
    tx_hash: text(),
    log_index: integer(),
    amount: integer(),
    from_address: text(),
    to_address: text(),
    block_time: integer(),
    account_id: text(),
    invoice_id: text("references invoice (id)"),
    subscription_id: text("references subscription (id)"),
    plan: text(),
    days: integer(),
    /** The time it bought. */
    starts_at: integer(),
    ends_at: integer(),
    credited_at: integer(),
    /** By itself, by a person at the command line, or by the account out of its balance. */
    credited_by: text<"match" | "person" | "balance">(),
  },

  /** The holder of a piece of work that one process may do at a time; and the settings that servers share. */
  lease: {
    name: text("primary key"),
    holder: text(),
    ends_at: integer(),
  },

  /** Beacons that were verified when they were kept, and are again when they are read. */
  beacon: {
    /** 64 hex digits. */
    chain_hash: text(),
    round: integer(),
    /** 96 hex digits. */
    signature: text(),
    /** Proves to a server with the same secret that it is verified, 64 hex digits; null: it is not known. */
    seal: orNull(text()),
  },

  /** What was promised of a game's day. Never changed, never deleted. */
  day_header: {
    /** Its slug. */
    game: text(),
    day: integer(),
    /** The signed header in JSON, as it is served. */
    header: text(),
  },

  /** From which day on another secret counts. The first secret has no row here. */
  secret_era: {
    from_day: integer("primary key"),
    fingerprint: text(),
  },

  /** How often something happened with a key on a UTC day, counted from 1970-01-01. */
  usage_day: {
    key_id: text(),
    day: integer(),
    /** `load`, `refused:` and why, or `site:` and which. */
    what: text(),
    count: integer(),
  },

  /** A mail about the end of a subscription, which goes out once. */
  reminder: {
    subscription_id: text("references subscription (id) on delete cascade"),
    /** The end it was about: a renewed subscription gets another mail. */
    ends_at: integer(),
    /** 7, 3, 1, or 0 for the end itself. */
    days_before: integer(),
    sent_at: integer(),
  },

  /** A mail on its way, and for two days that there was one. */
  outbox: {
    id: text("primary key"),
    /** Distinguishes mailboxes without naming them: an HMAC of the address. */
    recipient: text(),
    kind: text<"verify" | "reset" | "taken" | "reminder" | "webhook" | "news" | "address">(),
    /** The mail, encrypted; null once it was sent or given up. */
    sealed: orNull(text()),
    created_at: integer(),
    tries: integer(),
    next_try_at: integer(),
    /** From when on it is worth nothing. */
    give_up_at: integer(),
    /** Null until it is sent. */
    sent_at: orNull(integer()),
    /** Why the last try failed. */
    fault: orNull(text()),
  },

  /** Where webhooks are sent, for as long as the subscription is good. */
  webhook_endpoint: {
    id: text("primary key"),
    subscription_id: text("references subscription (id)"),
    url: text(),
    /** A JSON array of slugs. */
    games: text(),
    /** A JSON array of types of events. */
    events: text(),
    /** The secret that signs, encrypted, and the one before it. */
    secret: text(),
    old_secret: orNull(text()),
    old_secret_until: orNull(integer()),
    created_at: integer(),
    /** From when on nothing is sent until somebody switches it on again, and why; null while it is on. */
    off_at: orNull(integer()),
    off_reason: orNull(text<"failed" | "gone">()),
    /** When it was last switched on: what failed before does not count any more. */
    resumed_at: integer(),
    /** The last event that it had or that it does not want, and when that happened. */
    seq: orElse(0, integer()),
    seq_at: integer(),
    /** How often the next one has failed, when it is tried again, and since when nothing arrives. */
    tries: orElse(0, integer()),
    next_try_at: orElse(0, integer()),
    failing_since: orNull(integer()),
    /** How often it was called in all. */
    calls: orElse(0, integer()),
  },

  /** What happened in the rounds, numbered without gaps. The oldest are deleted. */
  webhook_event: {
    seq: integer("primary key"),
    game: text(),
    round: integer(),
    type: text<RoundEventType>(),
    at: integer(),
  },

  /** The last calls of an endpoint. A new one takes the slot of the oldest. */
  webhook_call: {
    endpoint_id: text("references webhook_endpoint (id) on delete cascade"),
    /** 1 for those that a person asked for. */
    by_hand: flag(),
    slot: integer(),
    /** The id of the webhook. */
    message: text(),
    type: text<WebhookPayload["type"]>(),
    at: integer(),
    /** The status of the answer; null if none came, with the reason. */
    status: orNull(integer()),
    fault: orNull(text()),
    duration_ms: integer(),
  },

  /** How far the node's list of transfers to a receiving address was read. */
  address_cursor: {
    contract: text(),
    address: text(),
    /** The next reading begins at blocks of this time. */
    since: integer(),
    read_at: integer(),
  },

  /** A transaction to ask the nodes for, because a node listed it or an account named it. */
  chain_lookup: {
    tx_hash: text("primary key"),
    /** `lost`: no node knew it for a day. */
    state: text<"waiting" | "done" | "lost">(),
    /** What is asked first: 0 is listed with just what an invoice asks for, 1 is listed, 2 is not listed as final. */
    priority: integer(),
    looks: integer(),
    next_look_at: integer(),
    since: integer(),
  },

  /** A change of what an account has paid and not spent. Entries are only added; they outlive their account. */
  balance_entry: {
    id: text("primary key"),
    account_id: text(),
    /**
     * `too_little`, `twice`, `late`: a whole transfer that bought nothing. `too_much`: what a transfer left
     * over. `spent` and `refunded` are negative.
     */
    kind: text<"too_little" | "twice" | "late" | "too_much" | "spent" | "refunded">(),
    amount: integer(),
    /** The transfer, where all of it went into the balance; null for the other kinds. */
    contract: orNull(text()),
    /** That of a refund too. */
    tx_hash: orNull(text()),
    log_index: orNull(integer()),
    /** What the transfer was sent for, or what was bought. */
    invoice_id: orNull(text("references invoice (id)")),
    at: integer(),
  },

  /** An account whose keys open nothing. */
  suspension: {
    account_id: text("primary key"),
    since: integer(),
  },

  /** The second factor of an account. The library reads it on sign-in, and counts wrong codes in it. */
  account_two_factor: {
    id: text("primary key"),
    user_id: text("unique references account_user (id) on delete cascade"),
    /** Encrypted. */
    secret: text(),
    /** A JSON list of the recovery codes that are left, encrypted. */
    backup_codes: text(),
    /** 0 until a first code has confirmed it. */
    verified: flag(),
    /** Wrong codes in a row. */
    failed_count: orElse(0, integer()),
    /** Until when no code is taken, after too many wrong ones. */
    locked_until: orNull(text()),
    /** The half minute of the latest code that was taken: neither it nor one before it is taken again. */
    last_period: orElse(0, integer()),
  },

  /** An account that may open the back office. The right goes with the authenticator that it was given for. */
  owner: {
    account_id: text("primary key references account_user (id) on delete cascade"),
    two_factor_id: text("references account_two_factor (id) on delete cascade"),
    /** The hash of the account's password. Once it is another than the account's, by a reset, the right is over. */
    password: text(),
    /** SHA-256 of the token in the link that enrols; null once it was used. */
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

  /** What a plan costs from a time on. The table only grows; of two for one time the later one holds. */
  price: {
    /** 1, 2, … in the order in which they were set. */
    number: integer("primary key"),
    /** The plan, with its days, as in the table of plans. */
    plan: text(),
    days: integer(),
    amount: integer(),
    from_at: integer(),
    set_at: integer(),
    /** Who set it in the back office, by e-mail address; null: somebody at the command line. */
    set_by: orNull(text()),
    reason: text(),
  },

  /** What somebody made of a plan. The table only grows; the latest row of a plan holds. */
  plan: {
    /** 1, 2, … in the order in which they were written. */
    number: integer("primary key"),
    /** The plan, with its days: its name in the settings, or an id where it is not in them. */
    plan: text(),
    days: integer(),
    /** Its name after the change. */
    name: text(),
    sold: flag(),
    set_at: integer(),
    /** Who did it in the back office, by e-mail address; null: somebody at the command line. */
    set_by: orNull(text()),
    reason: text(),
  },

  /** An address that an account had until it moved to another. It goes with the account. */
  account_former_address: {
    user_id: text("references account_user (id) on delete cascade"),
    /** In lower case. */
    email: text(),
    left_at: integer(),
  },
} satisfies Readonly<Record<string, Columns>>;

type RowOf<T> = { [Name in keyof T]: T[Name] extends Column<infer Value> ? Value : never };

/** The tables, for the queries. */
export type Schema = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };

/** Keys of several columns, and indexes: columns in brackets and what follows them. */
export const INDEXES: { readonly [Name in keyof Schema]?: readonly string[] } = {
  subscription: ["unique (account_id, trial) where account_id is not null"],
  api_key: ["(subscription_id)"],
  account_session: ["(user_id)"],
  account_credential: ["(user_id)"],
  account_token: ["(identifier)"],
  audit: ["(account_id, at)", "(at) where unmailed = 1", "(at) where acted_by is not null"],
  invoice: [
    "(account_id, created_at)",
    "unique (contract, address, amount) where state = 'open'",
    "(continues) where continues is not null",
  ],
  claim: [
    "unique (account_id, tx_hash)",
    "(invoice_id)",
    "(account_id, created_at)",
    "(tx_hash)",
    "(transfer_id)",
  ],
  payment: ["unique (contract, tx_hash, log_index)", "(account_id, credited_at)"],
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
  account_former_address: ["primary key (user_id, left_at, email)"],
};

/** The tables whose rows the database refuses to delete, and to change but for the columns that are named. */
export const ONLY_GROWING: { readonly [Name in keyof Schema]?: readonly string[] } = {
  audit: ["unmailed"],
  price: [],
  plan: [],
};
