import type { Game } from "../../src/games/game.ts";
import { momentAt } from "../../src/round/clock.ts";
import type { RoundState } from "../../src/wire.ts";
import type { Audience } from "./audience.ts";
import { HEARTBEAT, stateMessage } from "./message.ts";

/** Calls `task` once after `ms`, unless the function it returns is called before. */
export type Later = (task: () => void, ms: number) => () => void;

/** What tells an audience of one game's phases. */
export interface GameFeed {
  /**
   * Says what a newcomer is to be told, who is then added to the audience. From here on the feed
   * follows the clock, for as long as there is an audience.
   */
  join(): RoundState;
}

export interface GameFeedOptions {
  game: Game;
  audience: Audience;
  /** The state at a time. */
  stateAt: (nowMs: number) => RoundState;
  /** Whether the game is closed for now: its audience is sent away. */
  isDown: () => boolean;
  /** Epoch ms. */
  now: () => number;
  later: Later;
}

/** The longest that an audience hears nothing. */
export const HEARTBEAT_MS = 15_000;

/**
 * The longest that the clock is not looked at. It may be set while a timer waits for the end of a
 * phase; and a game that closes takes this long to be noticed.
 */
const LOOK_MS = 250;

/**
 * Follows the clock of a game with one timer. What is told is decided by the clock at that moment
 * and by what was told last, never by the timer: one that fires early or late, or a clock that was
 * set, makes no phase come twice, and what is told is always true.
 */
export function createGameFeed(options: GameFeedOptions): GameFeed {
  const { game, audience, stateAt, isDown, now, later } = options;
  let toldPhase = "";
  let toldMs = 0;
  let cancel: (() => void) | undefined;

  function tell(bytes: Uint8Array, nowMs: number): void {
    audience.tell(bytes);
    toldMs = nowMs;
  }

  function tellWhatIsDue(nowMs: number): void {
    const { round, phase } = momentAt(nowMs, game);
    const present = `${round}:${phase}`;
    if (present !== toldPhase) {
      toldPhase = present;
      tell(stateMessage(stateAt(nowMs)), nowMs);
    } else if (nowMs - toldMs >= HEARTBEAT_MS || nowMs < toldMs) {
      tell(HEARTBEAT, nowMs);
    }
  }

  function wakeUp(nowMs: number): void {
    const { leftMs } = momentAt(nowMs, game);
    cancel?.();
    cancel = later(look, Math.min(leftMs, toldMs + HEARTBEAT_MS - nowMs, LOOK_MS));
  }

  function look(): void {
    cancel = undefined;
    if (isDown()) {
      audience.end("maintenance");
    }
    if (audience.size > 0) {
      const nowMs = now();
      tellWhatIsDue(nowMs);
      wakeUp(nowMs);
    }
  }

  return {
    join() {
      const nowMs = now();
      // First the others: who joins between the change and the timer would be told it twice.
      tellWhatIsDue(nowMs);
      wakeUp(nowMs);
      return stateAt(nowMs);
    },
  };
}
