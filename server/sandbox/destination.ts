import { dayAt, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { momentAt, PHASES, phaseStartMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { timesOf } from "../../src/table/schedule.ts";
import type { Schedule } from "../../src/wire.ts";
import { InvalidInput } from "../access/errors.ts";

/** Where a program may move to: a phase, one of the named places, or a time in UTC. */
export type Destination = Phase | "next-phase" | "day-end" | "mode-change" | `${number}-${string}Z`;

const MINUTE_MS = 60_000;
const MAX_MOVE_MS = 31 * 86_400_000;

/** What a destination is found by. */
export interface DestinationDeps {
  readonly nowMs: number;
  readonly scheduleOf: (game: Game) => Promise<Schedule>;
}

/**
 * Where a move leads, epoch ms: `next-phase`, a phase of a game's that comes next, `day-end` (the last
 * minute of the UTC day) or a time in ISO 8601.
 *
 * @throws InvalidInput when it is none of these.
 */
export async function destination(
  to: string,
  game: Game | null,
  { nowMs, scheduleOf }: DestinationDeps,
): Promise<number> {
  const timesAt = async (of: Game, round: number) => timesOf(await scheduleOf(of), round);

  async function nextChangeMs(of: Game): Promise<number> {
    const { round } = momentAt(nowMs, of);
    return nowMs + momentAt(nowMs, await timesAt(of, round)).leftMs;
  }

  const phase = PHASES.find((each) => each === to);
  if (phase !== undefined) {
    if (game === null) {
      throw new InvalidInput(`Name the game whose phase "${phase}" is meant.`);
    }
    const { round } = momentAt(nowMs, game);
    const ms = phaseStartMs(round, phase, await timesAt(game, round));
    return ms > nowMs ? ms : phaseStartMs(round + 1, phase, await timesAt(game, round + 1));
  }
  if (to === "next-phase") {
    return Math.min(...(await Promise.all((game === null ? games : [game]).map(nextChangeMs))));
  }
  if (to === "day-end") {
    const endMs = dayStartMs(dayAt(nowMs) + 1) - MINUTE_MS;
    return endMs > nowMs ? endMs : endMs + dayStartMs(1);
  }
  const ms = /^\d{4}-.*Z$/.test(to) ? Date.parse(to) : Number.NaN;
  if (!(ms >= nowMs && ms <= nowMs + MAX_MOVE_MS)) {
    throw new InvalidInput(
      `"to" must be one of: ${PHASES.join(", ")}, next-phase, day-end, mode-change, or a time in UTC such as 2026-07-01T12:00:00Z, at most 31 days ahead.`,
    );
  }
  return ms;
}
