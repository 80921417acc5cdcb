import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Check } from "../../src/fairness/check-names.ts";
import { checkRound } from "../../src/fairness/check-round.ts";
import type { RoundSources } from "../../src/fairness/check-round.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { roundOfEntry } from "../../src/fairness/history-entry.ts";
import { FieldError, readRecord } from "../../src/fairness/read-untrusted.ts";
import { isRevealed } from "../../src/fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import type { Game } from "../../src/games/contract.ts";
import { StartError } from "../runtime/start-error.ts";
import type { House } from "./house.ts";

/** What the record of a round comes to. */
export interface AuditedRound {
  readonly round: number;
  readonly checks: readonly Check[];
  /** Whether the house answered at all; why not, else. */
  readonly missingReason: string | null;
  /** The outcome in it, right or not; undefined when it has none. */
  readonly outcome: unknown;
  /** Who won, where the result is right; null where it is not. */
  readonly winner: string | null;
}

/** So many records are asked for at once. */
const AT_ONCE = 8;
/** A house that owes so many answers, each asked for several times, is asked for no more. */
const MAX_NOT_HAD = 24;

/** Asks for the records of rounds and checks them. What cannot be loaded is reported as missing. */
export async function auditRecords(
  house: House,
  game: Game,
  rounds: readonly number[],
  against: {
    readonly header: SignedHeader;
    readonly chains: readonly BeaconChain[];
    readonly given: Pick<RoundSources, "dayBefore" | "time">;
    /** Records that were kept while bets were open. */
    readonly kept: readonly unknown[];
  },
): Promise<AuditedRound[]> {
  const audited: AuditedRound[] = [];
  const { header, chains, given } = against;
  const kept = new Map(against.kept.map((record) => [roundOfEntry(record), record]));
  let lost = 0;

  async function audit(round: number): Promise<AuditedRound> {
    let answer: unknown;
    try {
      answer = await house.record(game, round);
    } catch (error) {
      lost += 1;
      return missing(round, error);
    }
    const checkedWith = { ...given, kept: kept.get(round) };
    return judge(game, round, answer, (record) => checkRound(record, header, chains, checkedWith));
  }

  for (let first = 0; first < rounds.length; first += AT_ONCE) {
    const some = rounds.slice(first, first + AT_ONCE);
    audited.push(
      ...(lost < MAX_NOT_HAD
        ? await Promise.all(some.map(audit))
        : some.map((round) => unchecked(round, "It was not asked for any more."))),
    );
  }
  return audited;
}

function judge(
  game: Game,
  round: number,
  answer: unknown,
  check: (record: OpenRecord | RoundRecord) => Check[],
): AuditedRound {
  try {
    const record = readRecord(answer);
    const checks = check(record);
    const isTold = record.round === round && isRevealed(record);
    // An outcome that is not the right one may be anything at all.
    const isRight = isTold && checks.some(({ reason }) => reason === "outcome-right");
    return {
      round,
      checks,
      missingReason: null,
      outcome: isTold ? record.outcome : undefined,
      winner: isRight ? game.board.winner(record.outcome) : null,
    };
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return unchecked(round, null);
  }
}

function missing(round: number, error: unknown): AuditedRound {
  if (!(error instanceof StartError)) {
    throw error;
  }
  return unchecked(round, error.message);
}

function unchecked(round: number, missingReason: string | null): AuditedRound {
  return { round, checks: [], missingReason, outcome: undefined, winner: null };
}
