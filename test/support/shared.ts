import { afterAll, beforeAll } from "vitest";

/** Opens something once for all tests of a file or block. Returns a function, since it only exists during tests. */
export function shared<T>(open: (closing: AsyncDisposableStack) => Promise<T>): () => T {
  const closing = new AsyncDisposableStack();
  let opened: { readonly it: T } | undefined;
  beforeAll(async () => {
    opened = { it: await open(closing) };
  });
  afterAll(() => closing.disposeAsync());
  return () => {
    if (opened === undefined) {
      throw new Error("It exists in tests only.");
    }
    return opened.it;
  };
}
