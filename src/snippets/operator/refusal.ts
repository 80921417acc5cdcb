/** Why a request of a browser is refused: a status of HTTP, a code that stays, and what to do. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** When to ask again, for `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
