/** The user's input is not valid. The message says which values are, or what to do instead. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
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
