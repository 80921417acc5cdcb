/** What was asked for is written wrongly; the message says how it should be. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** What was asked for cannot be done with this key or payment; the message says why and what can. */
export class KeyError extends Error {
  override readonly name = "KeyError";
}
