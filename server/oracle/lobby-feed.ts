import type { Game } from "../../src/games/contract.ts";
import type { LobbyChange, RoundState } from "../../src/wire/answers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Audience } from "./audience.ts";
import type { ClosedReason } from "./closed-reason.ts";
import { closedForViewers } from "./closed-reason.ts";
import { CHECK_MS, HEARTBEAT, HEARTBEAT_MS, lobbyMessage, phaseKey } from "./game-feed.ts";
import type { RunningPhase } from "./oracle.ts";
import type { BoundedTime } from "./time-source.ts";

/** Sends the state of all tables to one audience. */
export interface LobbyFeed {
  /**
   * Returns a message for each table, for a new connection, which the caller then adds to the audience; null while
   * the time is unknown. The feed then follows the clock as long as there is an audience.
   */
  join(): Uint8Array[] | null;
  /** Sends any change at once, as when a beacon arrives. */
  check(): void;
}

export interface LobbyFeedOptions {
  games: readonly Game[];
  audience: Audience;
  /** The running round and its state at a time when the game is open. */
  runningPhaseAt: (game: Game, time: BoundedTime) => RunningPhase;
  stateAt: (game: Game, time: BoundedTime) => RoundState;
  /** Why a game is closed, if it is. The audience is informed, and stays connected. */
  closedReasonAt: (game: Game, time: BoundedTime) => ClosedReason | undefined;
  now: () => BoundedTime;
  setTimer: SetTimer;
}

/** Follows the clock of all games with one timer, as `game-feed.ts` does for one game. */
export function createLobbyFeed(options: LobbyFeedOptions): LobbyFeed {
  const { games, audience, runningPhaseAt, stateAt, closedReasonAt, now, setTimer } = options;
  /** The key of the last message of each game. */
  const sent = new Map<Game, string>();
  let sentMs = 0;
  let cancel: (() => void) | undefined;

  function changeOf(game: Game, time: BoundedTime): LobbyChange {
    const reason = closedReasonAt(game, time);
    return reason === undefined
      ? { game: game.slug, closed: null, state: stateAt(game, time) }
      : { game: game.slug, closed: closedForViewers(reason), state: null };
  }

  /** Sends the changes of a game, and returns until when its state stays the same, epoch ms. */
  function sendChange(game: Game, time: BoundedTime): number {
    const reason = closedReasonAt(game, time);
    const runningPhase = reason === undefined ? runningPhaseAt(game, time) : null;
    const name = runningPhase === null ? `closed:${reason}` : phaseKey(runningPhase);
    if (sent.get(game) !== name) {
      sent.set(game, name);
      send(lobbyMessage(changeOf(game, time)), time);
    }
    return runningPhase?.toMs ?? Infinity;
  }

  function send(bytes: Uint8Array, { earliestMs }: BoundedTime): void {
    audience.send(bytes);
    sentMs = earliestMs;
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

  /** Whether this server does not know the time. Another server may, so the audience is disconnected. */
  function isTimeUnknown(time: BoundedTime): boolean {
    return games.some((game) => closedReasonAt(game, time) === "clock");
  }

  function check(): void {
    cancel?.();
    cancel = undefined;
    if (audience.size === 0) {
      return;
    }
    const time = now();
    if (isTimeUnknown(time)) {
      audience.end("clock");
    } else {
      update(time);
    }
  }

  return {
    join() {
      const time = now();
      if (isTimeUnknown(time)) {
        return null;
      }
      // Updates the existing connections first: a connection added between a change and the timer would get the change twice.
      update(time);
      return games.map((game) => lobbyMessage(changeOf(game, time)));
    },
    check,
  };
}
