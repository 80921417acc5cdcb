import { afterAll, beforeAll } from "vitest";

/** Opens a value once for all tests of a file or block. Returns a function, since it exists only during tests. */
export function shared<T>(open: (closing: AsyncDisposableStack) => Promise<T>): () => T {
  const closing = new AsyncDisposableStack();
  let opened: { readonly value: T } | undefined;
  beforeAll(async () => {
    opened = { value: await open(closing) };
  });
  afterAll(() => closing.disposeAsync());
  return () => {
    if (opened === undefined) {
      throw new Error("This value exists only during tests.");
    }
    return opened.value;
  };
}
