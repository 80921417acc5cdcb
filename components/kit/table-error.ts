import type { FrameError, FrameErrorCode } from "../../src/wire/frame-port.ts";

/**
 * Why there is no table: what the service refused it for, or `no_answer` if the frame shows no page of
 * the service, or `destroyed`.
 */
export type TableErrorCode = FrameErrorCode | "no_answer" | "destroyed";

/** A table is not shown. The message says what to do. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly code: TableErrorCode;
  /** The status that the service answered with; null if it did not answer. */
  readonly status: number | null;
  /** After this time the frame tries again by itself, in ms; null if it does not. */
  readonly retryAfterMs: number | null;

  constructor(
    code: TableErrorCode,
    message: string,
    { status = null, retryAfterMs = null }: Partial<Omit<FrameError, "code">> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
