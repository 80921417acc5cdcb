import { expect, test } from "vitest";
import { splitStream } from "../../../components/feed/lobby-feed.ts";
import type { LobbyChange, RoundState } from "../../../src/wire/answers.ts";
import type { OnState } from "../../../src/wire/live-stream.ts";

const state = (round: number) => ({ round }) as RoundState;

/** Two tables on one connection: what it says, and the rounds that each table hears. */
function lobby() {
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
  return { running, heard, say: (change: LobbyChange | null) => running[0]?.(change) };
}

test("all tables share one connection", () => {
  const { running, heard, say } = lobby();
  say({ game: "a", closed: null, state: state(1) });
  say({ game: "b", closed: "maintenance", state: null });
  say({ game: "of a later service", closed: null, state: state(3) });
  expect(running).toHaveLength(1);
  expect(heard).toEqual([
    ["a", 1],
    ["b", undefined],
  ]);
});

test("all tables learn that the connection is down", () => {
  const { heard, say } = lobby();
  say(null);
  expect(heard).toEqual([
    ["a", undefined],
    ["b", undefined],
  ]);
});
