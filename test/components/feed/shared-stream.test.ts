import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { SharedStream, streamMessage } from "../../../components/feed/shared-stream.ts";
import type { OnState, StateStream } from "../../../src/wire/live-stream.ts";
import type { RoundState } from "../../../src/wire/responses.ts";

/** These are real channels, which Node and browsers both have. */
let name = 0;
beforeEach(() => {
  name += 1;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => void vi.useRealTimers());

function state(round: number): RoundState {
  return { round, daily_round: round, date: "2026-01-01", phase: "betting", remainMs: 1 };
}

class OwnStream implements StateStream {
  onState: OnState = () => {};
  isOpen = false;
  opened = 0;

  run(signal: AbortSignal, onState: OnState): void {
    this.onState = onState;
    this.isOpen = true;
    this.opened += 1;
    signal.addEventListener("abort", () => (this.isOpen = false), { once: true });
  }

  retryLater(): void {}
  retrySoon(): void {}
  reconnect(): void {}
}

/** A table in some tab. The lower its number, the stronger its claim. */
function openTable(number = 0.5) {
  const own = new OwnStream();
  const received: (RoundState | null)[] = [];
  const leaving = new AbortController();
  const channel = new BroadcastChannel(`test ${name}`);
  const stream = new SharedStream(own, { channel, random: () => number });
  stream.run(leaving.signal, (news) => received.push(news));
  const close = () => leaving.abort();
  onTestFinished(close);
  /** Simulates a tab that is asleep or closed: it does not respond. */
  const freeze = () => void vi.spyOn(channel, "postMessage").mockImplementation(() => {});
  return { own, received, stream, close, freeze };
}

type Table = ReturnType<typeof openTable>;

/** Delivers messages, which needs no timer. */
async function messages(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise(setImmediate);
  }
}

async function pass(ms: number): Promise<void> {
  for (let step = 0; step < ms / 50; step++) {
    vi.advanceTimersByTime(50);
    await messages();
  }
}

async function openHolder(number?: number): Promise<Table> {
  const table = openTable(number);
  await pass(1_000);
  expect(table.own.isOpen).toBe(true);
  return table;
}

const holders = (tables: readonly Table[]) => tables.filter(({ own }) => own.isOpen);

describe("tables of one game in one browser", () => {
  test("tables that start together settle on one connection", async () => {
    const tables = [openTable(0.5), openTable(0.5001), openTable(0.4999)];
    vi.advanceTimersByTime(1_000);
    // All asked, and stopped waiting before any response.
    expect(holders(tables)).toHaveLength(3);
    for (const { own } of tables) {
      own.onState(state(1));
    }
    await messages();
    expect(holders(tables)).toEqual([tables[2]]);
    tables[2]?.own.onState(state(2));
    await messages();
    expect(tables.map(({ received }) => received.at(-1))).toEqual([state(2), state(2), state(2)]);
  });

  test.each(["close", "leave"] as const)(
    "the tables continue after the connection's holder leaves (%s)",
    async (how) => {
      const first = await openHolder();
      const others = [openTable(0.3), openTable(0.6)];
      await messages();
      if (how === "close") {
        first.close();
      } else {
        first.stream.leave();
      }
      expect(first.own.isOpen).toBe(false);
      await pass(1_500);
      expect(holders(others)).toHaveLength(1);
      holders(others)[0]?.own.onState(state(4));
      await messages();
      expect(others.map(({ received }) => received.at(-1))).toEqual([state(4), state(4)]);
    },
  );

  test("another table takes over the connection if its holder does not respond", async () => {
    const gone = await openHolder();
    const [other, third] = [openTable(0.3), openTable(0.6)];
    await pass(1_500);
    gone.freeze();
    other.stream.retryLater();
    await pass(1_500);
    expect(other.own.isOpen).toBe(true);
    other.own.onState(state(3));
    await messages();
    expect(third.received.at(-1)).toEqual(state(3));
    expect(third.own.isOpen).toBe(false);
  });

  // After a service update, an older tab still runs the previous build.
  test.each([
    ["from an older build", { from: 0.1, says: "news", news: state(9) }],
    ["from a newer version", { ...streamMessage(0.1, { type: "ask" }), version: 99 }],
    ["with a malformed state", { ...streamMessage(0.1, { type: "ask" }), type: "state" }],
    [
      "with an unknown phase",
      streamMessage(0.1, { type: "state", state: { ...state(9), phase: "paused" as "waiting" } }),
    ],
    ["that is not an object", "state"],
  ])("tables ignore a message %s", async (_, message) => {
    const holder = await openHolder();
    const other = openTable();
    await pass(1_500);
    holder.own.onState(state(1));
    await messages();
    const channel = new BroadcastChannel(`test ${name}`);
    onTestFinished(() => channel.close());
    const onMessage = vi.fn<() => void>();
    channel.addEventListener("message", onMessage);
    channel.postMessage(message);
    await messages();
    expect(onMessage).not.toHaveBeenCalled();
    expect(holder.own.isOpen).toBe(true);
    expect([holder, other].map(({ received }) => received.at(-1))).toEqual([state(1), state(1)]);
  });
});
