import { CHECKS } from "../../src/fairness/check.ts";
import type { Check, CheckName, Status } from "../../src/fairness/check.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { checkOdds } from "../../src/fairness/odds-check.ts";
import { FieldError, readHeader, readRecord } from "../../src/fairness/read.ts";
import { isRevealed } from "../../src/fairness/record.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { checkHeader, checkRound } from "../../src/fairness/verify.ts";
import type { SigningKeys } from "../../src/fairness/verify.ts";
import type { Game } from "../../src/games/game.ts";
import { timingOf } from "../../src/games/timing.ts";
import { lastFinishedRound } from "../../src/round/clock.ts";
import { en } from "../../src/i18n/proofs/en.ts";
import { explain } from "../../src/i18n/proofs/words.ts";
import type { House } from "./house.ts";

/** One line of an audit. */
export interface Finding {
  readonly status: Status;
  readonly title: string;
  readonly words: string;
}

/** What a day is audited with. */
export interface AuditOrder {
  readonly house: House;
  readonly game: Game;
  readonly date: string;
  readonly keys: SigningKeys;
  readonly chains: readonly BeaconChain[];
  readonly nowMs: number;
}

/** So many records are asked for at once. */
const AT_ONCE = 8;
/** A fair day is this far off once in a million days. */
const SUSPICIOUS = 1e-6;
/** Of the rounds that fail a check, so many are named. */
const NAMED = 5;

/** Checks a whole day: its header, every round that is over, and the results against their odds. */
export async function auditDay(order: AuditOrder): Promise<Finding[]> {
  const { house, game, date, keys, chains, nowMs } = order;
  const header = readHeader(await house.header(game, dayOfDate(date) as number));
  const finished = lastFinishedRound(nowMs, timingOf(game, header.entropy));
  const last = Math.min(finished, header.firstRound + header.count - 1);
  const rounds = Array.from(
    { length: Math.max(0, last - header.firstRound + 1) },
    (_, index) => header.firstRound + index,
  );
  const audited: AuditedRound[] = [];
  for (let first = 0; first < rounds.length; first += AT_ONCE) {
    const some = rounds.slice(first, first + AT_ONCE);
    audited.push(
      ...(await Promise.all(some.map((round) => auditRound(house, game, round, header, chains)))),
    );
  }
  return [
    ...checkHeader(header, keys).map(findingOf),
    countFinding(audited, header),
    ...CHECKS.flatMap((name) => roundsFinding(name, audited)),
    oddsFinding(game, audited),
    ...(header.entropy === "seed" ? [seedModeFinding()] : []),
  ];
}

interface AuditedRound {
  readonly round: number;
  readonly checks: readonly Check[];
  readonly isTold: boolean;
  /** Who won, where the result is right; null where it is not. */
  readonly winner: string | null;
}

async function auditRound(
  house: House,
  game: Game,
  round: number,
  header: SignedHeader,
  chains: readonly BeaconChain[],
): Promise<AuditedRound> {
  try {
    const record = readRecord(await house.record(game, round));
    const checks = checkRound(record, header, chains);
    const isTold = record.round === round && isRevealed(record);
    // An outcome that is not the right one may be anything at all.
    const isRight = isTold && checks.some(({ reason }) => reason === "outcome-right");
    return { round, checks, isTold, winner: isRight ? game.board.winner(record.outcome) : null };
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return { round, checks: [], isTold: false, winner: null };
  }
}

function findingOf(check: Check): Finding {
  return { status: check.status, title: en.checks[check.name].title, words: explain(check, en) };
}

function countFinding(audited: readonly AuditedRound[], { count }: SignedHeader): Finding {
  const untold = audited.filter(({ isTold }) => !isTold).map(({ round }) => round);
  return {
    status: untold.length === 0 ? "pass" : "fail",
    title: "Every round is told",
    words:
      untold.length === 0
        ? `${audited.length} of the day’s ${count} rounds are over, and none is missing.`
        : `${untold.length} of ${audited.length} rounds that are over are not told: ${named(untold)}.`,
  };
}

/** How one check came out for all rounds: as badly as for the worst of them. */
function roundsFinding(name: CheckName, audited: readonly AuditedRound[]): Finding[] {
  const found = audited.flatMap(({ round, checks }) =>
    checks.filter((check) => check.name === name).map((check) => ({ round, check })),
  );
  const [first] = found;
  if (first === undefined) {
    return [];
  }
  const title = en.checks[name].title;
  for (const status of ["fail", "open"] as const) {
    const bad = found.filter(({ check }) => check.status === status);
    const [worst] = bad;
    if (worst !== undefined) {
      const rounds = named(bad.map(({ round }) => round));
      const words = `${bad.length} of ${found.length} rounds: ${rounds}. ${explain(worst.check, en)}`;
      return [{ status, title, words }];
    }
  }
  const words =
    first.check.status === "none" ? explain(first.check, en) : `All ${found.length} rounds.`;
  return [{ status: first.check.status, title, words }];
}

function oddsFinding(game: Game, audited: readonly AuditedRound[]): Finding {
  const title = "Odds";
  const odds = checkOdds(
    game,
    audited.flatMap(({ winner }) => winner ?? []),
  );
  if (odds === null) {
    return { status: "open", title, words: "Too few rounds to say anything of the odds." };
  }
  const { chiSquare, freedom, probability } = odds;
  return {
    status: probability < SUSPICIOUS ? "fail" : "pass",
    title,
    words: `Chi-square ${chiSquare.toFixed(2)} with ${freedom} degrees of freedom: fair days are as far off in ${(100 * probability).toFixed(1)} of 100.`,
  };
}

function seedModeFinding(): Finding {
  return { status: "none", title: "Mode", words: en.seedMode };
}

function named(rounds: readonly number[]): string {
  const some = rounds.slice(0, NAMED).join(", ");
  return rounds.length > NAMED ? `${some}, …` : some;
}
