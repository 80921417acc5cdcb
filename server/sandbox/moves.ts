import { dateOfDay, dayAt, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame, games } from "../../src/games/index.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import { timesOf } from "../../src/table/schedule.ts";
import type { Schedule } from "../../src/wire.ts";
import type { SandboxClock } from "./clock.ts";
import type { SandboxCommand } from "./command.ts";
import { destination } from "./destination.ts";
import { findRound } from "./forecast.ts";
import type { SandboxCommands } from "./requests.ts";
import { requireBeaconRate } from "./round-mode.ts";
import type { RoundMode } from "./round-mode.ts";
import type { ServiceLife } from "./service-life.ts";
import { readWish } from "./wish.ts";

/** Moves a sandbox's clock on, and its service with it. The clock stands still meanwhile. */
export interface Moves {
  /** To a time, epoch ms. @throws InvalidInput for one that is past. */
  toTime(ms: number): Promise<void>;
  /** To a phase of the next round of a game that has an outcome. @throws InvalidInput if there is none. */
  toOutcome(
    command: Extract<SandboxCommand, { do: "next" }>,
  ): Promise<SandboxCommands["next"]["answer"]>;
  /** To where a command says; see `destination`. @throws InvalidInput for no such place. */
  toPlace(
    command: Extract<SandboxCommand, { do: "move" }>,
  ): Promise<SandboxCommands["move"]["answer"]>;
}

export interface MovesDeps {
  readonly clock: SandboxClock;
  readonly life: Pick<ServiceLife, "address" | "service" | "read" | "restart">;
  readonly mode: RoundMode;
  /** 32 bytes: what the rounds are derived from. */
  readonly secret: Uint8Array;
}

const MINUTE_MS = 60_000;
/** Days are published 25 hours ahead: with steps like this every one is, as on a real service. */
const STEP_MS = 3_600_000;
/** How long before a round begins its opening is seen to, in ms: longer than a beacon needs. */
const BEFORE_ROUND_MS = 1_000;

export function createMoves({ clock, life, mode, secret }: MovesDeps): Moves {
  const scheduleOf = async ({ slug }: Game) =>
    (await life.read(`/embed/${slug}/api/schedule`)) as Schedule;

  /** How the rounds of a day are decided, or will be. */
  async function entropyOf({ slug }: Game, day: number): Promise<Entropy> {
    const header = (await life.read(`/fairness/${slug}/${dateOfDay(day)}.json`)) as {
      entropy?: Entropy;
    };
    return header.entropy ?? mode.entropy;
  }

  /** Gives the service the beacons that have come. Its relay would give them a little later. */
  async function deliverBeacons(): Promise<void> {
    for (const { number, signature } of mode.due(clock.now())) {
      await life.service.submitBeacon(number, signature);
    }
  }

  /** Goes past every day that is to be published, and every beacon that opens a round at that time. */
  async function leap(ms: number): Promise<void> {
    const openings = games
      .map(({ intervalMs }) => roundStartMs(roundAt(ms, intervalMs), intervalMs) - BEFORE_ROUND_MS)
      .filter((openingMs) => openingMs > clock.now())
      .toSorted((a, b) => a - b);
    for (const stopMs of new Set([...openings, ms])) {
      await clock.leapTo(stopMs, STEP_MS, () => life.service.catchUp());
      await deliverBeacons();
    }
  }

  /** So that what a move was found by is not past before it is done. */
  async function whilePaused<T>(work: () => Promise<T>): Promise<T> {
    const { rate } = clock;
    clock.rate = 0;
    try {
      return await work();
    } finally {
      clock.rate = rate;
    }
  }

  /** To the last minute before rounds begin to be decided in the other way. */
  async function toModeChange() {
    mode.change();
    await life.restart(0);
    const { entropy } = mode;
    const [game] = games as [Game];
    let day = dayAt(clock.now()) + 1;
    while ((await entropyOf(game, day)) !== entropy) {
      day += 1;
    }
    await leap(dayStartMs(day) - MINUTE_MS);
    return { now: clock.iso(), mode: entropy, from: dateOfDay(day) };
  }

  return {
    toTime: (ms) => whilePaused(() => leap(ms)),
    toOutcome: ({ game: slug, outcome, phase }) =>
      whilePaused(async () => {
        const game = findGame(slug) as Game;
        const isGranted = await readWish(game, outcome);
        const startMs = clock.now();
        const round = await findRound(
          { secret, modeOf: entropyOf, beaconOf: mode.beaconOf },
          game,
          roundAt(startMs, game.intervalMs) + 1,
          isGranted,
        );
        await leap(roundStartMs(round, game.intervalMs));
        if (phase !== "betting") {
          await leap(phaseStartMs(round, phase, timesOf(await scheduleOf(game), round)));
        }
        const record = `${life.address}/embed/${slug}/api/rounds/${round}`;
        return { game: slug, round, phase, record, movedMs: clock.now() - startMs };
      }),
    async toPlace({ to, game: slug }) {
      if (to === "mode-change") {
        requireBeaconRate(clock.rate);
        return whilePaused(toModeChange);
      }
      return whilePaused(async () => {
        const game = slug === null ? null : (findGame(slug) as Game);
        await leap(await destination(to, game, { nowMs: clock.now(), scheduleOf }));
        return { now: clock.iso() };
      });
    },
  };
}
