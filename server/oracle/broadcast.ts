import type { Game } from "../../src/games/contract.ts";
import type { LobbyChange, RoundState } from "../../src/wire/responses.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Audience } from "./audience.ts";
import { closedReasonOf, visibleState } from "./closed-reason.ts";
import type { ClosedReason, VisibleStateDeps } from "./closed-reason.ts";
import type { RunningPhase } from "./oracle.ts";
import type { ServiceClock } from "./service-clock.ts";
import type { BoundedTime } from "./time-source.ts";

export interface BroadcastOptions extends VisibleStateDeps {
  readonly games: readonly Game[];
  readonly audience: Audience;
  readonly clock: Pick<ServiceClock, "time" | "fault">;
  readonly setTimer: SetTimer;
  /** Whether to disconnect the audience when a game closes for this reason. Otherwise, the audience gets a message. */
  readonly endsFor: (reason: ClosedReason) => boolean;
  readonly messageOf: (change: LobbyChange) => Uint8Array;
  readonly onPhaseSent?: (lateMs: number) => void;
}

/** Maximum silence before a heartbeat, well within the streams' `proxy_read_timeout` in nginx.conf. */
export const HEARTBEAT_MS = 15_000;

/** Maximum timer delay, in ms, because the clock might be set, or a game closed, before the phase ends. */
const CHECK_MS = 250;

/**
 * Follows the clock for all its games with one timer. A message depends only on the current time and the previous
 * message. Every message is therefore correct, and no phase repeats, even if a timer fires early or late, or the clock
 * is set.
 */
export function createBroadcast(options: BroadcastOptions) {
  const { games, audience, oracle, clock, setTimer, endsFor, messageOf, onPhaseSent } = options;
  /** Each game's last message: its key, and when its phase began. */
  const sent = new Map<Game, { readonly key: string; readonly fromMs: number }>();
  let sentMs = 0;
  let cancel: (() => void) | undefined;

  function send(bytes: Uint8Array, { earliestMs }: BoundedTime): void {
    audience.send(bytes);
    sentMs = earliestMs;
  }

  /** Sends a game's change, if any, and returns when its state next changes, epoch ms. */
  function sendChange(game: Game, time: BoundedTime): number {
    const reason = closedReasonOf(options, game, time);
    const runningPhase = reason === undefined ? oracle.runningPhase(game, time) : null;
    const key = runningPhase === null ? `closed:${reason}` : phaseKey(runningPhase);
    const { fromMs, toMs } = runningPhase ?? { fromMs: Infinity, toMs: Infinity };
    const previous = sent.get(game);
    if (previous?.key !== key) {
      sent.set(game, { key, fromMs });
      // Do not report a phase that nobody waited for, or bets that close earlier than announced.
      if (runningPhase !== null && audience.size > 0 && fromMs !== previous?.fromMs) {
        onPhaseSent?.(time.earliestMs - fromMs);
      }
      send(messageOf(visibleState(options, game, time)), time);
    }
    return toMs;
  }

  function update(time: BoundedTime): void {
    const nowMs = time.earliestMs;
    const endsMs = games.map((game) => sendChange(game, time));
    if (nowMs - sentMs >= HEARTBEAT_MS || nowMs < sentMs) {
      send(HEARTBEAT, time);
    }
    cancel?.();
    const dueMs = Math.min(...endsMs, sentMs + HEARTBEAT_MS);
    cancel = setTimer(check, Math.min(dueMs - nowMs, CHECK_MS));
  }

  function endReasonAt(time: BoundedTime): ClosedReason | undefined {
    return games
      .map((game) => closedReasonOf(options, game, time))
      .find((reason) => reason !== undefined && endsFor(reason));
  }

  function check(): void {
    cancel?.();
    cancel = undefined;
    if (audience.size === 0) {
      return;
    }
    const time = clock.time();
    const reason = endReasonAt(time);
    if (reason === undefined) {
      update(time);
    } else {
      audience.end(reason);
    }
  }

  return {
    /**
     * Returns the first messages for a new connection, which the caller then adds to the audience; null while a closed
     * game ends connections. The broadcast then follows the clock as long as there is an audience.
     */
    join(): Uint8Array[] | null {
      const time = clock.time();
      if (endReasonAt(time) !== undefined) {
        return null;
      }
      // Updates the existing connections first: a connection added between the change and the timer would get the
      // change twice.
      update(time);
      return games.map((game) => messageOf(visibleState(options, game, time)));
    },
    check,
  };
}

/** Bets that close earlier than announced count as a change. */
function phaseKey({ round, phase, closesAtMs }: RunningPhase): string {
  return `${round}:${phase}:${phase === "betting" ? closesAtMs : ""}`;
}

/* Stream messages in the standard's format: https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** A comment, which shows proxies that the stream is alive. */
export const HEARTBEAT: Uint8Array = Buffer.from(":\n\n");

export function stateMessage({ state }: LobbyChange): Uint8Array {
  const { round, phase } = state as RoundState;
  return Buffer.from(`event: state\nid: ${round}:${phase}\ndata: ${JSON.stringify(state)}\n\n`);
}

/** The message has no id, because it does not cover the other tables. */
export function lobbyMessage(change: LobbyChange): Uint8Array {
  return Buffer.from(`event: table\ndata: ${JSON.stringify(change)}\n\n`);
}

export function greeting(messages: readonly Uint8Array[], retryMs: number): Uint8Array {
  return Buffer.concat([Buffer.from(`retry: ${retryMs}\n`), ...messages]);
}
