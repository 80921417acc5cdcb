import { expect, test } from "vitest";
import { LobbyReads } from "../../../components/feed/lobby-feed.ts";
import type { LobbyTable, RoundState, Schedule } from "../../../src/wire/answers.ts";

const live = new AbortController().signal;
const state = (round: number) => ({ round }) as RoundState;
const schedule = (slug: string) => ({ slug }) as Schedule;

/** An open table a and a closed table b, with the number of requests for them. */
function lobby(closed: LobbyTable["closed"] = "maintenance") {
  let asked = 0;
  let answer = Promise.withResolvers<void>();
  answer.resolve();
  const reads = new LobbyReads(
    {
      async current() {
        asked += 1;
        await answer.promise;
        return [
          { game: "a", closed: null, state: state(asked), schedule: schedule("a") },
          { game: "b", closed, state: null, schedule: schedule("b") },
        ];
      },
    },
    live,
  );
  return {
    a: reads.of("a"),
    b: reads.of("b"),
    reads,
    asked: () => asked,
    hold: () => (answer = Promise.withResolvers<void>()),
  };
}

test("simultaneous reads share one request", async () => {
  const { a, b, asked } = lobby();
  const answers = await Promise.all([a.current(live), a.schedule(live), b.schedule(live)]);
  expect(answers).toEqual([state(1), schedule("a"), schedule("b")]);
  expect(asked()).toBe(1);
});

test.each(["maintenance", "suspended"] as const)(
  "a read of a closed table fails with the same reason as the table's own API: %s",
  async (reason) => {
    const { b } = lobby(reason);
    await expect(b.current(live)).rejects.toMatchObject({ status: 503, reason });
    expect(await b.schedule(live)).toEqual(schedule("b"));
  },
);

test("an aborted read does not end the others", async () => {
  const { a, hold } = lobby();
  const { resolve } = hold();
  const leaving = new AbortController();
  const left = a.current(leaving.signal);
  const other = a.current(live);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await expect(a.current(leaving.signal)).rejects.toThrow("left");
  resolve();
  expect(await other).toEqual(state(1));
});
