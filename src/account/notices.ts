/** Notices that say what was done. */
const DONE = [
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
  "invoice_cancelled",
  "paid_from_balance",
  "key_rotated",
  "trial_issued",
  "origins_saved",
  "webhook_added",
  "webhook_removed",
  "webhook_rotated",
  "webhook_on",
  "webhook_taken",
] as const;

/** Notices that say why something was not done. */
type Refusal =
  | "bad_email"
  | "short_password"
  | "long_password"
  | "wrong_password"
  | "wrong_credentials"
  | "wrong_code"
  | "late_code"
  | "codes_locked"
  | "address_same"
  | "bad_address_link"
  | "wrong_or_unconfirmed"
  | "bad_token"
  | "bad_hash"
  | "too_many_hashes"
  | "too_many_invoices"
  | "too_many_invoices_today"
  | "too_many_invoices_here"
  | "no_amount_free"
  | "too_many_keys"
  | "invoice_not_open"
  | "no_such_plan"
  | "price_changed"
  | "balance_too_small"
  | "balance_changed"
  | "cannot_reveal"
  | "bad_origin"
  | "too_many_origins"
  | "bad_webhook"
  | "no_webhook_choice"
  | "too_many_webhooks"
  | "webhook_needs_key"
  | "webhook_not_taken"
  | "webhook_not_sent"
  | "slow_down"
  | "busy";

/** A notice on top of the page that follows a form. */
export type NoticeCode = (typeof DONE)[number] | Refusal;

/** Whether it says that something was done. */
export function isGoodNews(code: NoticeCode): boolean {
  return (DONE as readonly NoticeCode[]).includes(code);
}
