import type { Generated } from "kysely";

/** The tables of accounts. Those of the library hold its own times, as ISO 8601 text. */
export interface AccountSchema {
  account_user: AccountUserTable;
  account_session: AccountSessionTable;
  account_credential: AccountCredentialTable;
  account_token: AccountTokenTable;
  account_two_factor: AccountTwoFactorTable;
  account_address_change: AccountAddressChangeTable;
  account_former_address: AccountFormerAddressTable;
  audit: AuditTable;
  outbox: OutboxTable;
}

interface AccountUserTable {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  email_verified: 0 | 1;
  image: string | null;
  /** The language of mails, which its pages spoke last. */
  lang: string;
  /** 1 while a code is asked for after the password. */
  two_factor_enabled: Generated<0 | 1>;
  created_at: string;
  updated_at: string;
}

interface AccountSessionTable {
  id: string;
  user_id: string;
  /** Worth nothing without the signature that the cookie carries beside it. */
  token: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

interface AccountCredentialTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  /** Salt and scrypt of the password. */
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  scope: string | null;
  created_at: string;
  updated_at: string;
}

/** Links that were mailed and may be used once. */
interface AccountTokenTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** The second factor of an account. The library reads it on sign-in, and counts wrong codes in it. */
interface AccountTwoFactorTable {
  id: string;
  user_id: string;
  /** Encrypted. */
  secret: string;
  /** A JSON list of the recovery codes that are left, encrypted. */
  backup_codes: string;
  /** 0 until a first code has confirmed it. */
  verified: 0 | 1;
  /** Wrong codes in a row. */
  failed_count: Generated<number>;
  /** Until when no code is taken, after too many wrong ones. */
  locked_until: string | null;
  /** The half minute of the latest code that was taken: neither it nor one before it is taken again. */
  last_period: Generated<number>;
}

/** A change of an account's address that waits for the mailboxes. */
interface AccountAddressChangeTable {
  user_id: string;
  /** The session that asked for it, which goes on afterwards. */
  session_id: string;
  /** In lower case. */
  new_email: string;
  /** Of the tokens in the links that were mailed to the old address and to the new one. */
  old_digest: string;
  new_digest: string;
  old_agreed: 0 | 1;
  new_agreed: 0 | 1;
  ends_at: number;
}

/** An address that an account had until it moved to another. It goes with the account. */
interface AccountFormerAddressTable {
  user_id: string;
  /** In lower case. */
  email: string;
  left_at: number;
}

/** What was done with an account, by whom it belongs to or for them. */
interface AuditTable {
  id: string;
  account_id: string;
  action: string;
  /** A JSON object of texts; never a key, a password or a token. */
  detail: string;
  at: number;
  /** 1 while its owner is to be told by mail and has not been. */
  unmailed: 0 | 1;
}

/** A mail on its way, and for two days that there was one. */
interface OutboxTable {
  id: string;
  /** Distinguishes mailboxes without naming them: an HMAC of the address. */
  recipient: string;
  kind:
    | "verify"
    | "reset"
    | "taken"
    | "reminder"
    | "webhook"
    | "news"
    | "alert"
    | "address"
    | "test";
  /** The mail, encrypted; null once it was sent or given up. */
  sealed: string | null;
  created_at: number;
  tries: number;
  next_try_at: number;
  /** From when on it is worth nothing. */
  give_up_at: number;
  /** Null until it is sent, and where an older version sent it. */
  sent_at: Generated<number | null>;
  /** Why the last try failed. */
  fault: Generated<string | null>;
}
