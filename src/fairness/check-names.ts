/** A round's checks. `check-round.ts` sets their order, which a test compares with this list. */
export const CHECKS = [
  "format",
  "key",
  "signature",
  "day",
  "header",
  "published",
  "kept",
  "round",
  "commitment",
  "inclusion",
  "beacon-number",
  "beacon",
  "outcome",
  "results",
] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * A check's result. `word`: it relies on the house's word alone. `open`: something is missing, so nothing is proven
 * either way. `none`: the check does not apply.
 */
export type Status = "pass" | "fail" | "word" | "open" | "none";

/** The reasons for the results. Each reason belongs to one check and status. */
export const REASONS = {
  "format-right": ["format", "pass"],
  "format-wrong": ["format", "fail"],
  "key-pinned": ["key", "pass"],
  "key-shown": ["key", "pass"],
  // The signing key is not among the saved keys or, if none are saved, the keys that the house shows.
  "key-foreign": ["key", "fail"],
  "key-unknown": ["key", "open"],
  "signature-right": ["signature", "pass"],
  "signature-wrong": ["signature", "fail"],
  "day-right": ["day", "pass"],
  "day-wrong": ["day", "fail"],
  "header-right": ["header", "pass"],
  "header-other": ["header", "fail"],
  "published-before": ["published", "pass"],
  "published-first": ["published", "pass"],
  // Published late. Only the previous day's header could show whether that was allowed, and it was not given.
  "published-short": ["published", "open"],
  // Published late, although the previous day's header shows that it is not one of the house's first two.
  "published-behind": ["published", "fail"],
  "published-late": ["published", "fail"],
  // The round started before the house's first header was published.
  "published-older": ["published", "open"],
  "kept-same": ["kept", "pass"],
  "kept-other": ["kept", "fail"],
  "kept-nothing": ["kept", "word"],
  "round-right": ["round", "pass"],
  "round-outside": ["round", "fail"],
  "round-closing": ["round", "fail"],
  "commitment-right": ["commitment", "pass"],
  "commitment-wrong": ["commitment", "fail"],
  "inclusion-right": ["inclusion", "pass"],
  "inclusion-wrong": ["inclusion", "fail"],
  "beacon-number-right": ["beacon-number", "pass"],
  "beacon-number-wrong": ["beacon-number", "fail"],
  "beacon-number-chain": ["beacon-number", "open"],
  "beacon-number-seed": ["beacon-number", "none"],
  "beacon-right": ["beacon", "pass"],
  "beacon-wrong": ["beacon", "fail"],
  "beacon-chain": ["beacon", "open"],
  "beacon-seed": ["beacon", "none"],
  "outcome-right": ["outcome", "pass"],
  "outcome-wrong": ["outcome", "fail"],
  "outcome-early": ["outcome", "open"],
  "results-right": ["results", "pass"],
  "results-other": ["results", "fail"],
  "results-missing": ["results", "fail"],
  // The house's `results` were not requested.
  "results-unasked": ["results", "none"],
} as const satisfies Readonly<Record<string, readonly [CheckName, Status]>>;
export type Reason = keyof typeof REASONS;

/** The inputs and results of a check, by name, as text. */
export type Values = Readonly<Record<string, string>>;

export interface Check {
  readonly name: CheckName;
  readonly status: Status;
  readonly reason: Reason;
  readonly values: Values;
}

export function makeCheck(reason: Reason, values: Values = {}): Check {
  const [name, status] = REASONS[reason];
  return { name, status, reason, values };
}

/**
 * The verdict of all checks. `proven`: all pass, and the reader saved the commitment in advance. `consistent`: all
 * pass, but only the house vouches for the time of the commitment. `undecided`: something is missing, such as a key.
 * `refuted`: a check fails.
 */
export type Verdict = "proven" | "consistent" | "undecided" | "refuted";

/** The overall verdict, determined by the worst status. */
export function overallVerdict(checks: readonly { readonly status: Status }[]): Verdict {
  const has = (wanted: Status) => checks.some(({ status }) => status === wanted);
  if (has("fail")) {
    return "refuted";
  }
  if (has("open")) {
    return "undecided";
  }
  return has("word") ? "consistent" : "proven";
}
