/**
 * Something is wrong where the service is started, and a person has to act: the message says what
 * happened and what to do, so it is printed as it is, without a stack.
 */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
