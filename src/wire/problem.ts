/** The machine-readable code of an error, which stays the same if the message changes. */
export type ProblemCode =
  | "bad_parameter"
  | "internal_error"
  | "key_expired"
  | "key_invalid"
  | "key_missing"
  | "key_needs_frame"
  | "key_of_other_mode"
  | "key_other_site"
  | "key_suspended"
  | "key_unchecked"
  | "maintenance"
  | "malformed_address"
  | "method_not_allowed"
  | "no_round_open"
  | "no_stream"
  | "not_found"
  | "not_published"
  | "not_ready"
  | "overloaded"
  | "time_unknown"
  | "too_many_rounds"
  | "unknown_game";

/** An error as on the wire (RFC 9457), `application/problem+json`. */
export interface Problem<Code extends string = ProblemCode> {
  /** The status text. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What to do, for people. */
  detail: string;
  /** The machine-readable code, which stays the same if the message changes. */
  code: Code;
  /** `suspended`: no round opened, but the next one might; `clock`: this server does not know the time. */
  reason?: "suspended" | "clock";
}
