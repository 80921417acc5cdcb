import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilLoaded } from "../../src/feed/until-loaded.ts";

// The cause: a chunk whose request had failed once was not asked for again until the page was loaded anew.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks until the signal is aborted, or for the `failures + 1`st time; notes when it asked, in ms. */
function asking(failures: number, random: number, signal?: AbortSignal) {
  const startMs = Date.now();
  const askedMs: number[] = [];
  const failed = vi.fn<(error: unknown) => void>();
  const loaded = untilLoaded(
    async () => {
      askedMs.push(Date.now() - startMs);
      if (askedMs.length <= failures) {
        throw new Error(`failure ${askedMs.length}`);
      }
      return "there";
    },
    { random: () => random, failed, ...(signal && { signal }) },
  );
  return { askedMs, failed, loaded };
}

test("what is there at once is asked for once", async () => {
  const { askedMs, failed, loaded } = asking(0, 1);
  expect(await loaded).toBe("there");
  expect(askedMs).toEqual([0]);
  expect(failed).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  { random: 1, askedMs: [0, 2_000, 6_000, 14_000] },
  { random: 0, askedMs: [0, 1_000, 3_000, 7_000] },
])("what fails is asked for again, later each time: $askedMs", async ({ random, askedMs }) => {
  const asked = asking(3, random);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(await asked.loaded).toBe("there");
  expect(asked.askedMs).toEqual(askedMs);
  expect(asked.failed.mock.calls.map(([error]) => String(error))).toEqual(
    [1, 2, 3].map((nth) => `Error: failure ${nth}`),
  );
});

test("what never comes costs a request in five minutes, and nothing once nobody wants it", async () => {
  const gone = new AbortController();
  const { askedMs, loaded } = asking(Number.POSITIVE_INFINITY, 1, gone.signal);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(askedMs.length).toBeLessThan(20);
  const [last = 0, before = 0] = askedMs.toReversed();
  expect(last - before).toBe(300_000);
  gone.abort();
  expect(await loaded).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
