import type { Problem, ProblemCode } from "./problem.ts";

/** Thrown if the service returns an error status. The message is the service's own, if it sent one. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The machine-readable error code; null if there is none, for example when a proxy responded. */
  readonly code: ProblemCode | null;
  /** The status text, such as `Service Unavailable`; empty if there is none. */
  readonly title: string;
  /** From `Retry-After`, in ms; null if the response has none. */
  readonly retryAfterMs: number | null;
  /** The problem's `reason`, such as `suspended`; empty if there is none. */
  readonly reason: string;

  /** @param body the parsed body, `application/problem+json` unless a proxy responded. */
  constructor({ status, headers, url }: Response, body: unknown = null) {
    const { code, title, detail, reason } = Object(body) as Partial<Problem>;
    super(detail ?? `${url || "The service"} responded with ${status}.`);
    this.status = status;
    this.code = code ?? null;
    this.title = title ?? "";
    this.reason = reason ?? "";
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  }
}
