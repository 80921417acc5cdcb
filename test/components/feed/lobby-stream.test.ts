import { expect, test } from "vitest";
import { LobbyStream } from "../../../components/feed/lobby-feed.ts";
import type { LobbyChange, RoundState } from "../../../src/wire/answers.ts";
import type { OnState, StateStream } from "../../../src/wire/live-stream.ts";

function state(round: number): RoundState {
  return { round, daily_round: round, date: "2026-01-01", phase: "betting", remainMs: 1 };
}

/** A connection controlled by the test, which counts its calls. */
class OwnStream implements StateStream<LobbyChange> {
  onChange: OnState<LobbyChange> = () => {};
  readonly called: string[] = [];

  run(_signal: AbortSignal, onChange: OnState<LobbyChange>): void {
    this.onChange = onChange;
    this.called.push("run");
  }
  retryLater = (): void => void this.called.push("retryLater");
  retrySoon = (): void => void this.called.push("retrySoon");
  reconnect = (): void => void this.called.push("reconnect");
}

/** Two tables, and the messages each has received. */
function lobby() {
  const own = new OwnStream();
  const stream = new LobbyStream(own);
  const heard = { a: [] as unknown[], b: [] as unknown[] };
  const run = (signal: AbortSignal) => {
    stream.of("a").run(signal, (message) => heard.a.push(message));
    stream.of("b").run(signal, (message) => heard.b.push(message));
  };
  return { own, stream, heard, run };
}

test("all tables share one connection", () => {
  const { own, heard, run } = lobby();
  run(new AbortController().signal);
  expect(own.called).toEqual(["run"]);
  own.onChange({ game: "a", closed: null, state: state(1) });
  own.onChange({ game: "b", closed: null, state: state(2) });
  own.onChange({ game: "of a later service", closed: null, state: state(3) });
  expect(heard).toEqual({ a: [state(1)], b: [state(2)] });
});

test("only the closed table learns that its stream is down", () => {
  const { own, heard, run } = lobby();
  run(new AbortController().signal);
  own.onChange({ game: "a", closed: "maintenance", state: null });
  expect(heard).toEqual({ a: [null], b: [] });
});

test("all tables learn that the connection is down", () => {
  const { own, heard, run } = lobby();
  run(new AbortController().signal);
  own.onChange(null);
  expect(heard).toEqual({ a: [null], b: [null] });
});
