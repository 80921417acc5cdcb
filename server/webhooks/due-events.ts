import type { Game } from "../../src/games/contract.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import { closedReasonOf } from "../oracle/closed-reason.ts";
import type { ClosedReasonDeps } from "../oracle/closed-reason.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { EntryOf } from "../oracle/past-beacons.ts";
import type { BoundedTime } from "../oracle/time-source.ts";
import type { NextTurn } from "../runtime/loop-turns.ts";
import type { Store } from "../store/store.ts";
import { loggedResults } from "./event-log.ts";
import type { RoundEvent } from "./event-log.ts";

type NewEvent = Omit<RoundEvent, "seq">;

export type FindDue = Awaited<ReturnType<typeof openEventFinder>>;

export interface DueEventsDeps extends Omit<ClosedReasonDeps, "oracle"> {
  readonly store: Store;
  readonly oracle: Oracle;
  readonly entryOf: EntryOf;
  readonly nextTurn: NextTurn;
}

/** How many rounds later a missing beacon is still expected. */
const MAX_LATE_ROUNDS = 1_000;
/** Rounds dealt without a pause, which takes a fifth of a millisecond. */
const ROUNDS_PER_TURN = 20;

/**
 * Opens a game's event finder. It finds openings and closings of the running round only, while the game is open to
 * viewers. It also finds results of rounds that ended while no server was running, or whose beacon was late.
 *
 * @param sinceMs the time before which results are ignored, epoch ms.
 */
export async function openEventFinder(game: Game, sinceMs: number, deps: DueEventsDeps) {
  const logged = await loggedResults(deps.store, game.slug);
  const { oracle, entryOf, nextTurn } = deps;
  /** Finished rounds without a result, each with the oracle's revision at the last check. */
  const undecided = new Map<number, number>();
  const sinceRound = roundAt(sinceMs, game.intervalMs);
  let nextRound = logged.size === 0 ? sinceRound : Math.max(sinceRound, Math.min(...logged));
  let previousName = "";

  function findBettingEvents(time: BoundedTime): NewEvent[] {
    const runningPhase = oracle.runningPhase(game, time);
    if (runningPhase === null || closedReasonOf(deps, game, time) !== undefined) {
      return [];
    }
    const { round, phase, closesAtMs } = runningPhase;
    const isClosed = phase !== "betting" || time.latestMs >= closesAtMs;
    const type = isClosed ? "round.closed" : "round.opened";
    const opensAtMs = roundStartMs(round, game.intervalMs);
    // The promised time, if the round's beacon arrived before this server started.
    const closedAtMs = () =>
      Number.isFinite(closesAtMs) ? closesAtMs : opensAtMs + oracle.opening(game, round).remainMs;
    const atMs = isClosed ? closedAtMs() : opensAtMs;
    const event = { game: game.slug, round, type, atMs } as const;
    // A game that was closed to viewers might reopen after its round's result was sent.
    const isOver = logged.has(round) || (round < nextRound && !undecided.has(round));
    const name = `${round} ${type}`;
    const isNew = !isOver && name !== previousName;
    previousName = name;
    return isNew ? [event] : [];
  }

  async function findResults({ earliestMs }: BoundedTime): Promise<NewEvent[]> {
    const last = oracle.lastFinished(game, earliestMs);
    for (; nextRound <= last; nextRound++) {
      undecided.set(nextRound, -1);
    }
    const found: NewEvent[] = [];
    let checked = 0;
    for (const [round, revision] of undecided) {
      if (logged.has(round) || (revision !== -1 && round <= last - MAX_LATE_ROUNDS)) {
        undecided.delete(round);
        continue;
      }
      if (revision === oracle.revision) {
        continue;
      }
      checked += 1;
      if (checked % ROUNDS_PER_TURN === 0) {
        await nextTurn();
      }
      undecided.set(round, oracle.revision);
      if ((await entryOf(game, round, earliestMs)) !== undefined) {
        undecided.delete(round);
        found.push({
          game: game.slug,
          round,
          type: "round.result",
          atMs: scheduledResultMs(round),
        });
      }
    }
    return found;
  }

  function scheduledResultMs(round: number): number {
    const schedule = oracle.schedule(game, roundStartMs(round, game.intervalMs));
    return phaseStartMs(round, "result", schedule);
  }

  /**
   * Finds the game's events since the last call, in chronological order. The first call also finds events that the log
   * might lack. The time must be known.
   */
  return async (time: BoundedTime) => {
    const bettingEvents = findBettingEvents(time);
    // A round closes before its result, which precedes the next round's opening.
    return [...(await findResults(time)), ...bettingEvents].toSorted((a, b) => a.atMs - b.atMs);
  };
}
