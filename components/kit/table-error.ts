import type { FrameError, FrameErrorCode } from "../../src/wire/frame-port.ts";

/**
 * Why there is no table: the service's error code, `no_answer` if the frame did not load a page from the service, or
 * `destroyed`.
 */
export type TableErrorCode = FrameErrorCode | "no_answer" | "destroyed";

/** Reports that the frame does not show a table. The message says what to do. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly code: TableErrorCode;
  /** The HTTP status of the service's response; null if it did not respond. */
  readonly status: number | null;
  /** The time until the frame retries automatically, in ms; null if it does not. */
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
