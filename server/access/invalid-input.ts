/** The user's input is not valid. The message says which values are. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** No key has this id, or a revoked key cannot be renewed. The message says what to do instead. */
export class UnusableKey extends Error {
  override readonly name = "UnusableKey";
}

/** Runs `work`; undefined if it refuses the input. */
export function unlessInvalid<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput) {
      return undefined;
    }
    throw error;
  }
}
