import type { Game } from "../../src/games/contract.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { isTimeZone } from "../../src/round/local-day.ts";
import { GENESIS_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/errors.ts";
import { allow, MAX_RATE, readCommand, readNumber, readOutcome, requireObject } from "./command.ts";
import type { SandboxCommand } from "./command.ts";
import { requireBeaconRate } from "./round-mode.ts";
import type { Wish } from "./wish.ts";

/** How a sandbox begins, and what it does then. */
export interface SandboxScript {
  /** What its clock says at first, epoch ms, the start of a minute; null: the present minute. */
  readonly startMs: number | null;
  /** How fast it runs; 0: it stands still. */
  readonly rate: number;
  /** What decides its rounds. */
  readonly mode: Entropy;
  /** 64 hex digits, for the same rounds each time; null: others at each start. */
  readonly secret: string | null;
  /** What the first rounds come to, by game; null: anything. */
  readonly rounds: ReadonlyMap<Game, readonly (Wish | null)[]>;
  readonly timeZone: string;
  /** What is done once it runs, one after another. */
  readonly steps: readonly SandboxCommand[];
}

const FIELDS = ["start", "rate", "mode", "secret", "rounds", "timeZone", "steps"];
const MINUTE_MS = 60_000;
/** More would be a search without end. */
const MAX_ROUNDS = 100;
const MAX_STEPS = 10_000;

/**
 * Reads a script.
 *
 * @param text JSON.
 * @throws InvalidInput in words that say what is wrong, and where.
 */
export function readScript(text: string): SandboxScript {
  const fields = requireObject(parse(text), "A script");
  allow("script", fields, FIELDS);
  const { mode = "seed", secret = null, timeZone = "UTC" } = fields;
  const rounds = readRounds(fields["rounds"] ?? {});
  if (mode !== "seed" && mode !== "drand") {
    throw new InvalidInput('"mode" must be seed or drand.');
  }
  if (secret !== null && !(typeof secret === "string" && /^[0-9a-f]{64}$/i.test(secret))) {
    throw new InvalidInput('"secret" must be 64 hexadecimal digits.');
  }
  if (typeof timeZone !== "string" || !isTimeZone(timeZone)) {
    throw new InvalidInput('"timeZone" must be an IANA time zone, such as Asia/Seoul.');
  }
  if (rounds.size > 0 && secret !== null) {
    throw new InvalidInput(
      'Give "rounds" or "secret", not both: the secret is searched for the rounds.',
    );
  }
  if (rounds.size > 0 && mode === "drand") {
    throw new InvalidInput('"rounds" needs "mode": "seed", since beacons decide rounds too.');
  }
  const rate = fields["rate"] === undefined ? 1 : readNumber(fields["rate"], "rate", 0, MAX_RATE);
  if (mode === "drand") {
    requireBeaconRate(rate);
  }
  return {
    startMs: fields["start"] === undefined ? null : readStart(fields["start"]),
    rate,
    mode,
    secret,
    rounds,
    timeZone,
    steps: readSteps(fields["steps"] ?? []),
  };
}

/** The script of a sandbox that is given none. */
export const NO_SCRIPT: SandboxScript = readScript("{}");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(`The script is no JSON: ${(error as Error).message}`);
  }
}

function readStart(value: unknown): number {
  const ms =
    typeof value === "string" && /^\d{4}-.*Z$/.test(value) ? Date.parse(value) : Number.NaN;
  // Every game begins a round there, so that the first of "rounds" is the first to be played.
  if (!(ms > GENESIS_MS) || ms % MINUTE_MS !== 0) {
    throw new InvalidInput(
      '"start" must be a whole minute in UTC from 2026 on, such as 2026-07-01T12:00:00Z.',
    );
  }
  return ms;
}

function readRounds(value: unknown): Map<Game, (Wish | null)[]> {
  const rounds = new Map<Game, (Wish | null)[]>();
  for (const [slug, wishes] of Object.entries(requireObject(value, '"rounds"'))) {
    const game = findGame(slug);
    if (game === undefined) {
      throw new InvalidInput(`"rounds" names games: ${slugs.join(", ")}.`);
    }
    if (!Array.isArray(wishes) || wishes.length > MAX_ROUNDS) {
      throw new InvalidInput(
        `"rounds" has at most ${MAX_ROUNDS} outcomes in a list for each game.`,
      );
    }
    rounds.set(
      game,
      wishes.map((wish) => (wish === null ? null : readOutcome(wish))),
    );
  }
  return rounds;
}

/** @throws InvalidInput that says which step is wrong. */
export function readSteps(value: unknown): SandboxCommand[] {
  if (!Array.isArray(value) || value.length > MAX_STEPS) {
    throw new InvalidInput(`"steps" must be a list of at most ${MAX_STEPS} commands.`);
  }
  return value.map((step, index) => {
    try {
      return readCommand(step);
    } catch (error) {
      throw new InvalidInput(`Step ${index + 1}: ${(error as Error).message}`);
    }
  });
}
