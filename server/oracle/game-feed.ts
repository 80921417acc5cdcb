import type { LobbyChange, RoundState } from "../../src/wire/answers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Audience } from "./audience.ts";
import type { ClosedReason } from "./closed-reason.ts";
import type { RunningPhase } from "./oracle.ts";
import type { BoundedTime } from "./time-source.ts";

/** Sends the phases of one game to its audience. */
export interface GameFeed {
  /**
   * Returns the state for a new connection, which the caller then adds to the audience; null when the game is
   * closed. The feed then follows the clock as long as there is an audience.
   */
  join(): RoundState | null;
  /** Sends any change at once, for example when a beacon arrives. */
  check(): void;
}

export interface GameFeedOptions {
  audience: Audience;
  /** The running round and its state at a time when the game is open. */
  runningPhaseAt: (time: BoundedTime) => RunningPhase;
  stateAt: (time: BoundedTime) => RoundState;
  /** Why the game is closed, if it is; its audience is then disconnected. */
  closedReasonAt: (time: BoundedTime) => ClosedReason | undefined;
  now: () => BoundedTime;
  setTimer: SetTimer;
  /** Called when a phase is sent, with its delay. */
  onChange?: (lateMs: number) => void;
}

/** A heartbeat is sent after this long without a change, ms. */
export const HEARTBEAT_MS = 15_000;

/**
 * The longest time between two checks of the clock. The clock may be set while a timer waits for the end of a
 * phase, and a game that closes is noticed within this time.
 */
export const CHECK_MS = 250;

/**
 * Follows the clock of a game with one timer. A message depends on the clock at that moment and on the last
 * message, never on the timer. Therefore, a timer that fires early or late, or a clock that was set, repeats no phase, and
 * every message is true.
 */
export function createGameFeed(options: GameFeedOptions): GameFeed {
  const { audience, runningPhaseAt, stateAt, closedReasonAt, now, setTimer, onChange } = options;
  let sent = "";
  let sentMs = 0;
  let sentFromMs = 0;
  let cancel: (() => void) | undefined;

  function send(bytes: Uint8Array, { earliestMs }: BoundedTime): void {
    audience.send(bytes);
    sentMs = earliestMs;
  }

  function sendDue(runningPhase: RunningPhase, time: BoundedTime): void {
    const present = phaseKey(runningPhase);
    const { earliestMs } = time;
    if (present !== sent) {
      sent = present;
      // Do not report a phase that nobody waited for, or bets that close earlier than announced.
      if (audience.size > 0 && runningPhase.fromMs !== sentFromMs) {
        onChange?.(earliestMs - runningPhase.fromMs);
      }
      sentFromMs = runningPhase.fromMs;
      send(stateMessage(stateAt(time)), time);
    } else if (earliestMs - sentMs >= HEARTBEAT_MS || earliestMs < sentMs) {
      send(HEARTBEAT, time);
    }
  }

  function scheduleCheck({ toMs }: RunningPhase, { earliestMs: nowMs }: BoundedTime): void {
    cancel?.();
    cancel = setTimer(check, Math.min(toMs - nowMs, sentMs + HEARTBEAT_MS - nowMs, CHECK_MS));
  }

  function update(time: BoundedTime): void {
    const runningPhase = runningPhaseAt(time);
    sendDue(runningPhase, time);
    scheduleCheck(runningPhase, time);
  }

  function check(): void {
    cancel?.();
    cancel = undefined;
    if (audience.size === 0) {
      return;
    }
    const time = now();
    const closedReason = closedReasonAt(time);
    if (closedReason === undefined) {
      update(time);
    } else {
      audience.end(closedReason);
    }
  }

  return {
    join() {
      const time = now();
      if (closedReasonAt(time) !== undefined) {
        return null;
      }
      // Updates the existing connections first: a connection added between the change and the timer would get the change
      // twice.
      update(time);
      return stateAt(time);
    },
    check,
  };
}

/** Identifies a state that is sent once. Bets that close earlier than announced are another state. */
export function phaseKey({ round, phase, closesAtMs }: RunningPhase): string {
  return `${round}:${phase}:${phase === "betting" ? closesAtMs : ""}`;
}

/* The messages of a stream in the standard's format: https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** A comment, which tells proxies that the stream is alive. */
export const HEARTBEAT: Uint8Array = Buffer.from(":\n\n");

/** A state, with the JSON of `current` as its data. */
export function stateMessage(state: RoundState): Uint8Array {
  return Buffer.from(
    `event: state\nid: ${state.round}:${state.phase}\ndata: ${JSON.stringify(state)}\n\n`,
  );
}

/** The state of a table in the lobby. It has no id, since it does not cover the other tables. */
export function lobbyMessage(change: LobbyChange): Uint8Array {
  return Buffer.from(`event: table\ndata: ${JSON.stringify(change)}\n\n`);
}

/** The start of a stream: the reconnection delay, and the first messages. */
export function greeting(messages: readonly Uint8Array[], retryMs: number): Uint8Array {
  return Buffer.concat([Buffer.from(`retry: ${retryMs}\n`), ...messages]);
}
