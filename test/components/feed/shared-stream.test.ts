import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Listener, StateStream } from "../../../components/feed/live-stream.ts";
import { SharedStream } from "../../../components/feed/shared-stream.ts";
import type { RoundState } from "../../../src/wire.ts";
import { eventually } from "../../support/eventually.ts";

/** Locks and channels here are the real ones, which Node has as browsers do. */
let name = 0;
beforeEach(() => void (name += 1));
afterEach(() => void vi.useRealTimers());

function state(round: number): RoundState {
  return { round, daily_round: round, date: "2026-01-01", phase: "betting", remainMs: 1 };
}

/** A connection that says what the test has it say, and counts. */
class OwnStream implements StateStream {
  tell: Listener = () => {};
  isOpen = false;
  dropped = 0;
  renewed = 0;

  async run(signal: AbortSignal, tell: Listener): Promise<void> {
    this.tell = tell;
    this.isOpen = true;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    this.isOpen = false;
  }

  drop(): void {
    this.dropped += 1;
  }

  renew(): void {
    this.renewed += 1;
  }
}

/** A table in some tab. */
function openTable({
  locks = navigator.locks as LockManager | undefined,
  ownIsCheap = false,
} = {}) {
  const own = new OwnStream();
  const heard: (RoundState | null)[] = [];
  const leaving = new AbortController();
  const channels: BroadcastChannel[] = [];
  const openChannel = (channelName: string) => {
    const channel = new BroadcastChannel(channelName);
    channels.push(channel);
    return channel;
  };
  const stream = new SharedStream(
    `test ${name}`,
    own,
    { locks, openChannel, random: () => 0 },
    () => ownIsCheap,
  );
  const running = stream.run(leaving.signal, (news) => heard.push(news));
  const close = async () => {
    leaving.abort();
    await running;
  };
  onTestFinished(close);
  /** The browser has put it to sleep: it answers nothing. */
  const freeze = () => channels.forEach((channel) => channel.close());
  return { own, heard, stream, close, freeze };
}

const holdersOf = (tables: readonly { own: OwnStream }[]) =>
  tables.filter(({ own }) => own.isOpen).length;

describe("tables of one game in one browser", () => {
  test("share one connection, and all hear what it says", async () => {
    const tables = [openTable(), openTable(), openTable()];
    const [first] = tables;
    await eventually(() => first?.own.isOpen ?? false);
    first?.own.tell(state(1));
    first?.own.tell(null);
    first?.own.tell(state(2));
    const all = [state(1), null, state(2)];
    for (const { heard } of tables) {
      // The first words may be the answer to the question of one who came later.
      await eventually(() => heard.length >= 3);
      expect(heard.slice(-3)).toEqual(all);
    }
    expect(holdersOf(tables)).toBe(1);
  });

  test("tell one that comes later what they heard last", async () => {
    const first = openTable();
    await eventually(() => first.own.isOpen);
    first.own.tell(state(7));
    const later = openTable();
    await eventually(() => later.heard.length > 0);
    expect(later.heard).toEqual([state(7)]);
    expect(later.own.isOpen).toBe(false);
  });

  test("go on without the one that held it", async () => {
    const tables = [openTable(), openTable(), openTable()];
    for (const leaving of tables.slice(0, 2)) {
      await eventually(() => leaving.own.isOpen);
      await leaving.close();
    }
    const [, , last] = tables;
    await eventually(() => last?.own.isOpen ?? false);
    expect(holdersOf(tables)).toBe(1);
  });

  test("take it from one that does not answer, which lets it go", async () => {
    const [frozen, other, third] = [openTable(), openTable(), openTable()];
    await eventually(() => frozen.own.isOpen);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    frozen.freeze();
    other.stream.drop();
    await vi.advanceTimersByTimeAsync(3_100);
    vi.useRealTimers();
    await eventually(() => other.own.isOpen);
    await eventually(() => !frozen.own.isOpen);
    other.own.tell(state(3));
    await eventually(() => third.heard.at(-1)?.round === 3);
    expect(third.own.isOpen).toBe(false);
  });

  test("leave it where it is when the holder answers that it has none either", async () => {
    const [holder, other] = [openTable(), openTable()];
    await eventually(() => holder.own.isOpen);
    await eventually(() => other.heard.length > 0);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    other.stream.renew();
    await eventually(() => other.heard.length > 1);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(other.own.isOpen).toBe(false);
    expect(holder.own.isOpen).toBe(true);
    expect(other.heard.at(-1)).toBe(null);
  });

  test("have the holder alone drop and renew it", async () => {
    const [holder, other] = [openTable(), openTable()];
    await eventually(() => holder.own.isOpen);
    holder.stream.drop();
    holder.stream.renew();
    other.stream.drop();
    other.stream.renew();
    expect([holder.own.dropped, holder.own.renewed]).toEqual([1, 1]);
    expect([other.own.dropped, other.own.renewed]).toEqual([0, 0]);
  });
});

describe("a table that can share nothing", () => {
  /** As in a frame whose origin is its own alone. */
  const refusing = {
    request: async () => {
      throw new DOMException("Access to the Locks API is denied.", "SecurityError");
    },
  } as unknown as LockManager;

  test.each([
    { where: "has no locks", locks: undefined },
    { where: "may not use them", locks: refusing },
  ])("opens a connection of its own only where it costs none ($where)", async ({ locks }) => {
    const own = { ...openTable({ locks, ownIsCheap: true }) };
    await eventually(() => own.own.isOpen);
    own.own.tell(state(1));
    expect(own.heard).toEqual([state(1)]);
    own.stream.drop();
    expect(own.own.dropped).toBe(1);

    const none = openTable({ locks, ownIsCheap: false });
    await new Promise(setImmediate);
    expect(none.own.isOpen).toBe(false);
  });
});
