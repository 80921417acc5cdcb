/** A text that is not in the form that its specification asks for. The message says what is wrong. */
export class LogFormatError extends Error {
  override readonly name = "LogFormatError";
}
