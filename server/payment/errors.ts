/**
 * A decision about a payment in review cannot be carried out. The message says why, and what to do
 * instead.
 */
export class ReviewError extends Error {
  override readonly name: string = "ReviewError";
}

/** Why a decision cannot be carried out, where what to do instead depends on where one decides. */
export type CaseRefusal =
  /** Other accounts claim the same transfer. */
  | "claimed_by_others"
  | "no_such_plan"
  /** It was decided, or never waited. */
  | "not_waiting";

/** Such a decision. The message says only why: command and office each add what to do there. */
export class CaseRefused extends ReviewError {
  override readonly name = "CaseRefused";
  readonly code: CaseRefusal;

  constructor(code: CaseRefusal, why: string) {
    super(why);
    this.code = code;
  }
}
