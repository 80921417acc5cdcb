import { expect, test } from "vitest";
import { shareReads, splitStream } from "../../../components/feed/lobby-feed.ts";
import type { OnState } from "../../../src/wire/live-stream.ts";
import type { LobbyChange, RoundState, Schedule } from "../../../src/wire/responses.ts";

test("two lobbies that read at once share one request, even if one is aborted", async () => {
  const live = new AbortController().signal;
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const current = async () => {
    asked += 1;
    await promise;
    const [state, schedule] = [{ round: asked } as RoundState, { slug: "a" } as Schedule];
    return [{ game: "a", closed: null, state, schedule }];
  };
  const table = shareReads({ current }, live)("a");
  const leaving = new AbortController();
  const left = table.current(leaving.signal);
  const others = [table.current(live), table.schedule(live)];
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  resolve();
  expect(await Promise.all(others)).toEqual([{ round: 1 }, { slug: "a" }]);
});

test("all tables share one connection, and learn that it is down", () => {
  const running: OnState<LobbyChange>[] = [];
  const streamOf = splitStream({
    run: (_signal, onChange) => void running.push(onChange),
    retryLater() {},
    retrySoon() {},
    reconnect() {},
  });
  const heard: [game: string, round: number | undefined][] = [];
  for (const game of ["a", "b"]) {
    streamOf(game).run(AbortSignal.any([]), (news) => heard.push([game, news?.round]));
  }
  expect(running).toHaveLength(1);
  const state = { round: 1 } as RoundState;
  for (const change of [
    { game: "a", closed: null, state },
    { game: "b", closed: "maintenance", state: null },
    { game: "of a later service", closed: null, state },
    null,
  ] as const) {
    running[0]?.(change);
  }
  expect(heard).toEqual([
    ["a", 1],
    ["b", undefined],
    ["a", undefined],
    ["b", undefined],
  ]);
});
