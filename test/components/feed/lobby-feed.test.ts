import { expect, test } from "vitest";
import { splitStream } from "../../../components/feed/lobby-feed.ts";
import type { OnState } from "../../../src/wire/live-stream.ts";
import type { LobbyChange, RoundState } from "../../../src/wire/responses.ts";

test("all tables share one connection, and learn that it is down", () => {
  const running: OnState<LobbyChange>[] = [];
  const streamOf = splitStream({
    run: (_signal, onChange) => void running.push(onChange),
    retryLater() {},
    retrySoon() {},
    reconnect() {},
  });
  const received: [game: string, round: number | undefined][] = [];
  for (const game of ["a", "b"]) {
    streamOf(game).run(AbortSignal.any([]), (news) => received.push([game, news?.round]));
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
  expect(received).toEqual([
    ["a", 1],
    ["b", undefined],
    ["a", undefined],
    ["b", undefined],
  ]);
});
