import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createBroadcast,
  HEARTBEAT,
  HEARTBEAT_MS,
  lobbyMessage,
  stateMessage,
} from "../../../server/oracle/broadcast.ts";
import type { BroadcastOptions } from "../../../server/oracle/broadcast.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { momentAt, PHASES, phaseStartMs, roundStartMs } from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { manualClock } from "../../support/manual-clock.ts";
import type { ManualClock } from "../../support/manual-clock.ts";
import { messagesOf } from "../../support/stream-reader.ts";
import type { StreamMessage } from "../../support/stream-reader.ts";

const ROUND = 4_000;
const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });

interface Published {
  readonly atMs: number;
  /** Undefined for a heartbeat. */
  readonly message: StreamMessage | undefined;
}

/** A broadcast whose audience is one listener, who joins at once. */
function listen(game: Game, clock: ManualClock, options: Partial<BroadcastOptions> = {}) {
  const published: Published[] = [];
  const sent: string[] = [];
  const state = { size: 0, ended: "", isDown: false, isTimeUnknown: false };
  const broadcast = createBroadcast({
    games: [game],
    audience: {
      get size() {
        return state.size;
      },
      add: () => {},
      remove: () => {},
      send(bytes) {
        if (state.size > 0) {
          const [message] = messagesOf(String(bytes));
          published.push({ atMs: clock.now(), message });
          sent.push(bytes === HEARTBEAT ? "" : String(bytes));
        }
      },
      end(reason) {
        state.size = 0;
        state.ended = reason;
      },
    },
    oracle,
    maintenance: { isDown: (slug) => slug === game.slug && state.isDown },
    clock: {
      time: () => exactTime(clock.now()),
      fault: () => (state.isTimeUnknown ? "The time is unknown." : null),
    },
    setTimer: clock.setTimer,
    endsFor: () => true,
    messageOf: stateMessage,
    ...options,
  });
  const [first] = messagesOf(String(broadcast.join()));
  state.size = 1;
  return { broadcast, first, published, sent, state };
}

function isMessage({ message }: Published): boolean {
  return message !== undefined;
}

function idsOf(published: readonly Published[]): (string | undefined)[] {
  return published.filter(isMessage).map(({ message }) => message?.id);
}

function idAt(game: Game, nowMs: number): string {
  const { round, phase } = momentAt(nowMs, game);
  return `${round}:${phase}`;
}

describe.each(games)("the stream of $slug's changes", (game) => {
  const startMs = roundStartMs(ROUND, game.intervalMs);

  test("the stream sends each change as its phase begins", () => {
    const clock = manualClock(startMs + 1_234);
    const { first, published } = listen(game, clock);
    expect(first?.state).toEqual(oracle.current(game, exactTime(startMs + 1_234)));
    clock.pass(2 * game.intervalMs);
    const changes = published.filter(isMessage);
    expect(idsOf(changes)).toEqual([
      ...PHASES.slice(1).map((phase) => `${ROUND}:${phase}`),
      ...PHASES.map((phase) => `${ROUND + 1}:${phase}`),
      `${ROUND + 2}:betting`,
    ]);
    for (const { atMs, message } of changes) {
      const { round, phase } = momentAt(atMs, game);
      expect(atMs).toBe(phaseStartMs(round, phase, game));
      expect(message).toEqual({
        event: "state",
        id: `${round}:${phase}`,
        state: oracle.current(game, exactTime(atMs)),
      });
    }
  });

  test("the stream is never silent for longer than a heartbeat", () => {
    const clock = manualClock(startMs);
    const { published } = listen(game, clock);
    clock.pass(game.intervalMs);
    const silences = published.map(
      ({ atMs }, index) => atMs - (published[index - 1]?.atMs ?? startMs),
    );
    expect(Math.max(...silences)).toBeLessThanOrEqual(HEARTBEAT_MS);
  });

  test("the stream sends no outcome before its phase, however the clock changes", () => {
    const step = fc.record({
      kind: fc.constantFrom("pass", "stall", "set"),
      ms: fc.integer({ min: 1, max: 3_000 }),
      back: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: game.intervalMs }), fc.array(step), (into, steps) => {
        const clock = manualClock(startMs + into);
        const { published } = listen(game, clock);
        for (const { kind, ms, back } of steps) {
          if (kind === "set") {
            clock.set(clock.now() + (back ? -ms : ms) * 20);
          } else {
            clock[kind as "pass" | "stall"](ms);
          }
        }
        for (const { atMs, message } of published.filter(isMessage)) {
          expect(message?.state).toEqual(oracle.current(game, exactTime(atMs)));
        }
        // No message is repeated, whatever the clock did.
        const ids = idsOf(published);
        expect(ids.filter((id, index) => id === ids[index - 1])).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a stream with a wrong clock or late timers", () => {
  const revealingMs = phaseStartMs(ROUND, "revealing", baccarat);

  test("a clock set forward is noticed within a quarter of a second", () => {
    const clock = manualClock(revealingMs - 500);
    const { published } = listen(baccarat, clock);
    clock.set(clock.now() + 30_000);
    clock.pass(250);
    expect(idsOf(published)).toEqual([idAt(baccarat, clock.now())]);
    clock.pass(2 * baccarat.intervalMs);
    const ids = idsOf(published);
    expect(ids).toHaveLength(1 + 2 * PHASES.length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("clients learn immediately that bets close earlier than announced", () => {
  const startMs = roundStartMs(ROUND, baccarat.intervalMs);
  const clock = manualClock(startMs + 5_000);
  const closing = { atMs: startMs + 14_000 };
  const { broadcast, published } = listen(baccarat, clock, {
    oracle: {
      runningPhase: (game, time) => ({
        ...oracle.runningPhase(game, time)!,
        closesAtMs: closing.atMs,
      }),
      current: (game, time) => ({
        ...oracle.current(game, time),
        remainMs: Math.max(0, closing.atMs - time.latestMs),
      }),
    },
  });
  const remaining = () => published.map(({ message }) => message?.state.remainMs);
  clock.pass(2_000);
  broadcast.check();
  expect(remaining()).toEqual([]);
  closing.atMs = startMs + 12_000;
  broadcast.check();
  expect(remaining()).toEqual([5_000]);
  clock.pass(2_000);
  expect(remaining()).toEqual([5_000]);
});

test("clients of a game that closes are disconnected within a quarter of a second", () => {
  const clock = manualClock(roundStartMs(ROUND, baccarat.intervalMs));
  const { state } = listen(baccarat, clock);
  state.isDown = true;
  clock.pass(250);
  expect(state.ended).toBe("maintenance");
  expect(clock.waiting).toBe(0);
});

describe("the lobby's stream", () => {
  const listenToLobby = (clock: ManualClock) =>
    listen(baccarat, clock, {
      games,
      endsFor: (reason) => reason === "clock",
      messageOf: lobbyMessage,
    });

  test("the lobby's stream announces a game's closing once", () => {
    const clock = manualClock(roundStartMs(ROUND, baccarat.intervalMs));
    const { sent, state } = listenToLobby(clock);
    const ofBaccarat = () => sent.filter((text) => text.includes('"game":"baccarat"'));
    state.isDown = true;
    clock.pass(70_000);
    expect(ofBaccarat()).toEqual([
      'event: table\ndata: {"game":"baccarat","closed":"maintenance","state":null}\n\n',
    ]);
    state.isDown = false;
    clock.pass(1_000);
    expect(ofBaccarat()).toEqual([
      expect.anything(),
      expect.stringMatching(/"closed":null.*"phase":"betting"/),
    ]);
  });

  test("a server that does not know the time disconnects all clients", () => {
    const clock = manualClock(roundStartMs(ROUND, baccarat.intervalMs));
    const { broadcast, state } = listenToLobby(clock);
    state.isTimeUnknown = true;
    clock.pass(1_000);
    expect(state.ended).toBe("clock");
    expect(broadcast.join()).toBeNull();
  });
});
