/** The tables of the back office. */
export interface OfficeSchema {
  office_user: OfficeUserTable;
  office_session: OfficeSessionTable;
  office_alert: OfficeAlertTable;
  suspension: SuspensionTable;
}

/** Somebody who may open the back office, or is invited to. */
interface OfficeUserTable {
  id: string;
  /** In lower case. */
  email: string;
  /** Salt and scrypt of the password; null until the invitation is accepted. */
  password: string | null;
  /** The secret of the one-time codes, encrypted. */
  totp_sealed: string;
  /** The 30 seconds of the last code that was taken: neither it nor an earlier one is taken again. */
  totp_step: number;
  /** Wrong codes after the right password in a row, and when the last one came. */
  misses: number;
  missed_at: number;
  /** SHA-256 of the invitation's token; null while there is none. */
  invite_digest: string | null;
  invite_ends_at: number | null;
  created_at: number;
}

interface OfficeSessionTable {
  /** SHA-256 of the token in the browser's cookie. */
  digest: string;
  user_id: string;
  ends_at: number;
}

/** What is wrong with the service, as long as a server sees it. */
interface OfficeAlertTable {
  code: string;
  since: number;
  seen_at: number;
  /** When it was mailed; null: not yet. */
  mailed_at: number | null;
}

/** An account whose keys open nothing. */
interface SuspensionTable {
  account_id: string;
  since: number;
}
