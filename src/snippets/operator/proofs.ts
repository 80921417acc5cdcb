import { isRevealed } from "tableside/client";
import type { HistoryEntry } from "tableside/client";
import { ApiError, verifyRound } from "tableside/verify";
import type { RoundVerification } from "tableside/verify";

/** What the service's record of a round says, checked. */
export interface Proof {
  /** Whether it is as it was promised before the bets were taken. */
  readonly isProven: boolean;
  /** The entry that `results` must have; null while the record has no outcome. */
  readonly entry: HistoryEntry | null;
  /** When the bets of the round closed, epoch ms. */
  readonly closesAtMs: number | null;
  /** Why it is not proven, as the checks name it, such as `results-other`. */
  readonly reasons: readonly string[];
}

/** The proof of a round; null when the service published none. Rejects when the service does not answer. */
export type ProofOf = (game: string, round: number) => Promise<Proof | null>;

/**
 * Reads the records of a service and checks them: that their day was signed, by one of these keys if there
 * are any, and that seed, beacon, outcome and `results` fit together.
 */
export function proofs(baseUrl: string, keys: readonly string[]): ProofOf {
  return async (game, round) => {
    try {
      return proofFrom(await verifyRound({ baseUrl, game, keys }, round), round);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return null;
      }
      throw error;
    }
  };
}

function proofFrom({ verdict, checks, record }: RoundVerification, round: number): Proof {
  return {
    // Without a policy of witnesses, when a day was promised is the service's own word.
    isProven: verdict === "proven" || verdict === "consistent",
    entry:
      record !== null && isRevealed(record)
        ? ({ ...(record.outcome as object), round } as HistoryEntry)
        : null,
    closesAtMs: record?.closesAt ?? null,
    reasons: checks
      .filter(({ status }) => status === "fail" || status === "open")
      .map(({ reason }) => reason),
  };
}
