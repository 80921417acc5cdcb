import { expect, test } from "vitest";
import { shareReads } from "../../../components/feed/lobby-feed.ts";
import type { RoundState, Schedule } from "../../../src/wire/answers.ts";

const live = new AbortController().signal;

/** An open table, the number of requests for it, and what lets them be answered. */
function lobby() {
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const current = async () => {
    asked += 1;
    await promise;
    const [state, schedule] = [{ round: asked } as RoundState, { slug: "a" } as Schedule];
    return [{ game: "a", closed: null, state, schedule }];
  };
  return { table: shareReads({ current }, live)("a"), asked: () => asked, resolve };
}

test("simultaneous reads share one request", async () => {
  const { table, asked, resolve } = lobby();
  resolve();
  await Promise.all([table.current(live), table.schedule(live), table.current(live)]);
  expect(asked()).toBe(1);
});

test("an aborted read does not end the others", async () => {
  const { table, resolve } = lobby();
  const leaving = new AbortController();
  const left = table.current(leaving.signal);
  const other = table.current(live);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await expect(table.current(leaving.signal)).rejects.toThrow("left");
  resolve();
  expect(await other).toEqual({ round: 1 });
});
