/** The user's input is not valid. The message says which values are valid, or what to do instead. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** Returns the result of `work`; undefined if `work` rejects the input. */
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
