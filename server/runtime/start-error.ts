/**
 * A start-up error that requires a person to act. The message says what happened and what to do, so it is printed
 * without a stack trace.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
