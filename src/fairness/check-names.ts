/** What is checked of a round, in the order it is shown. */
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
  "tick",
  "beacon",
  "outcome",
  "results",
] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * How a check came out. `word`: it rests on the house's own word alone. `open`: what it takes is not there, so
 * it is proven neither way. `none`: it does not apply to a round of this kind, or to what is checked here.
 */
export type Status = "pass" | "fail" | "word" | "open" | "none";

/** Why a check came out as it did. Each reason belongs to one check and status. */
export const REASONS = {
  "format-right": ["format", "pass"],
  "format-wrong": ["format", "fail"],
  "key-pinned": ["key", "pass"],
  "key-shown": ["key", "pass"],
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
  "published-short": ["published", "open"],
  "published-behind": ["published", "fail"],
  "published-late": ["published", "fail"],
  "published-older": ["published", "open"],
  "kept-same": ["kept", "pass"],
  "kept-other": ["kept", "fail"],
  "kept-nothing": ["kept", "word"],
  "round-right": ["round", "pass"],
  "round-outside": ["round", "fail"],
  "round-closing": ["round", "fail"],
  "commitment-right": ["commitment", "pass"],
  "commitment-wrong": ["commitment", "fail"],
  "commitment-early": ["commitment", "open"],
  "inclusion-right": ["inclusion", "pass"],
  "inclusion-wrong": ["inclusion", "fail"],
  "inclusion-early": ["inclusion", "open"],
  "tick-right": ["tick", "pass"],
  "tick-wrong": ["tick", "fail"],
  "tick-chain": ["tick", "open"],
  "tick-seed": ["tick", "none"],
  "beacon-right": ["beacon", "pass"],
  "beacon-wrong": ["beacon", "fail"],
  "beacon-early": ["beacon", "open"],
  "beacon-chain": ["beacon", "open"],
  "beacon-seed": ["beacon", "none"],
  "outcome-right": ["outcome", "pass"],
  "outcome-wrong": ["outcome", "fail"],
  "outcome-early": ["outcome", "open"],
  "results-right": ["results", "pass"],
  "results-other": ["results", "fail"],
  "results-missing": ["results", "fail"],
  "results-early": ["results", "open"],
  "results-unasked": ["results", "none"],
} as const satisfies Readonly<Record<string, readonly [CheckName, Status]>>;
export type Reason = keyof typeof REASONS;

/** What a check worked with and came to, by name, as text. */
export type Values = Readonly<Record<string, string>>;

/** One check of a round. */
export interface Check {
  readonly name: CheckName;
  readonly status: Status;
  readonly reason: Reason;
  readonly values: Values;
}

/** A check that came out for a reason. */
export function checked(reason: Reason, values: Values = {}): Check {
  const [name, status] = REASONS[reason];
  return { name, status, reason, values };
}

/**
 * What checks come to. `proven`: all hold, and the reader kept the promise beforehand.
 * `consistent`: all adds up, and the time of the promise is the house's own word. `undecided`: something is
 * missing, such as a key to trust. `refuted`: one fails.
 */
export type Verdict = "proven" | "consistent" | "undecided" | "refuted";

/** What the statuses of checks come to: the worst of them decides. */
export function verdictOf(checks: readonly { readonly status: Status }[]): Verdict {
  const has = (wanted: Status) => checks.some(({ status }) => status === wanted);
  if (has("fail")) {
    return "refuted";
  }
  if (has("open")) {
    return "undecided";
  }
  return has("word") ? "consistent" : "proven";
}
