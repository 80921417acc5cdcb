/**
 * An error at the start of the service that requires a person to act. The message says what happened and what to
 * do, so it is printed as it is, without a stack.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
