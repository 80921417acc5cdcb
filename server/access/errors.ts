/** The user's input is not valid. The message says which values are. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** No key has this id. */
export class UnknownKey extends Error {
  override readonly name = "UnknownKey";
}

/** A revoked key cannot be renewed. The message says what to do instead. */
export class UnusableKey extends Error {
  override readonly name = "UnusableKey";
}
