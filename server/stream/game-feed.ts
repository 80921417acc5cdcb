import type { RoundState } from "../../src/wire.ts";
import type { Closure } from "../rounds/closure.ts";
import type { Standing } from "../rounds/oracle.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { BoundedTime } from "../time/bounded-time.ts";
import type { Audience } from "./audience.ts";
import { HEARTBEAT, stateMessage } from "./message.ts";

/** What tells an audience of one game's phases. */
export interface GameFeed {
  /**
   * Says what a newcomer is to be told, who is then added to the audience; null when the game is
   * closed. From here on the feed follows the clock, for as long as there is an audience.
   */
  join(): RoundState | null;
  /** Looks whether there is something to tell, as when a beacon came. */
  look(): void;
}

export interface GameFeedOptions {
  audience: Audience;
  /** The running round and its state at a time at which the game is open. */
  standingAt: (time: BoundedTime) => Standing;
  stateAt: (time: BoundedTime) => RoundState;
  /** Why the game is closed for now, if it is: its audience is sent away. */
  closureAt: (time: BoundedTime) => Closure | undefined;
  now: () => BoundedTime;
  setTimer: SetTimer;
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
  const { audience, standingAt, stateAt, closureAt, now, setTimer } = options;
  let told = "";
  let toldMs = 0;
  let cancel: (() => void) | undefined;

  function tell(bytes: Uint8Array, { earliestMs }: BoundedTime): void {
    audience.tell(bytes);
    toldMs = earliestMs;
  }

  function tellWhatIsDue(standing: Standing, time: BoundedTime): void {
    const present = nameOf(standing);
    const { earliestMs } = time;
    if (present !== told) {
      told = present;
      tell(stateMessage(stateAt(time)), time);
    } else if (earliestMs - toldMs >= HEARTBEAT_MS || earliestMs < toldMs) {
      tell(HEARTBEAT, time);
    }
  }

  function wakeUp({ toMs }: Standing, { earliestMs: nowMs }: BoundedTime): void {
    cancel?.();
    cancel = setTimer(look, Math.min(toMs - nowMs, toldMs + HEARTBEAT_MS - nowMs, LOOK_MS));
  }

  function follow(time: BoundedTime): void {
    const standing = standingAt(time);
    tellWhatIsDue(standing, time);
    wakeUp(standing, time);
  }

  function look(): void {
    cancel?.();
    cancel = undefined;
    if (audience.size === 0) {
      return;
    }
    const time = now();
    const closure = closureAt(time);
    if (closure === undefined) {
      follow(time);
    } else {
      audience.end(closure);
    }
  }

  return {
    join() {
      const time = now();
      if (closureAt(time) !== undefined) {
        return null;
      }
      // First the others: who joins between the change and the timer would be told it twice.
      follow(time);
      return stateAt(time);
    },
    look,
  };
}

/** What makes a standing news. Bets that close earlier than was said are told of, too. */
function nameOf({ round, phase, closesAtMs }: Standing): string {
  return `${round}:${phase}:${phase === "betting" ? closesAtMs : ""}`;
}
