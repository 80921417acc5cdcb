import type { AccountWords } from "../i18n/words.ts";

export type NoticeCode = keyof AccountWords["notices"];

/** Notices of success. All others report a failure. */
const SUCCESSES: readonly NoticeCode[] = [
  "registered",
  "registered_mail",
  "verified",
  "signed_out",
  "reset_sent",
  "password_reset",
  "password_changed",
  "sessions_ended",
  "second_factor_on",
  "second_factor_off",
  "recovery_codes_renewed",
  "address_asked",
  "address_agreed",
  "address_changed",
  "deleted",
  "hash_submitted",
  "paid_from_balance",
  "key_rotated",
  "origins_saved",
  "webhook_added",
  "webhook_removed",
  "webhook_rotated",
  "webhook_on",
  "webhook_accepted",
];

export function isGoodNews(code: NoticeCode): boolean {
  return SUCCESSES.includes(code);
}
