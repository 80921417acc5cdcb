import { notCovered, verify } from "../../fairness/check-round.ts";
import type { Verification } from "../../fairness/check-round.ts";
import { loadDayBefore, loadEntry, loadRecord, NotCovered } from "../../fairness/house-sources.ts";
import { headerPath } from "../../fairness/paths.ts";
import { readOrNull, readRecord } from "../../fairness/read-untrusted.ts";
import type { OpenRecord, RoundRecord } from "../../fairness/record.ts";
import { houseClient, shownKeys, trustFor } from "./house.ts";
import type { VerifyOptions } from "./house.ts";

export interface RoundVerification extends Verification {
  /**
   * The record that was checked; null if the response was not a record of the round, or the round is older than the
   * service's first header.
   */
  readonly record: OpenRecord | RoundRecord | null;
}

export interface VerifyRoundOptions extends VerifyOptions {
  /** The `record` of an earlier check, saved while bets were open. Only with it can a round be proven. */
  readonly kept?: unknown;
}

/**
 * Checks one round: its record, its day's header and its `results` entry.
 *
 * @throws ApiError if the service lacks a record that it should have, a TypeError for an invalid option; otherwise like
 * `fetch`.
 */
export async function verifyRound(
  options: VerifyRoundOptions,
  round: number,
): Promise<RoundVerification> {
  const house = houseClient(options);
  requireKept(options, round);
  let found: unknown;
  try {
    found = await loadRecord(house, options.game, round);
  } catch (error) {
    if (error instanceof NotCovered) {
      return { ...notCovered(error.firstRound), record: null };
    }
    throw error;
  }
  const record = readOrNull(() => readRecord(found));
  if (record === null || record.game !== options.game || record.round !== round) {
    // Another round's proof can be valid, but does not prove this round.
    return { ...verify({ ...trustFor(options, []), record: null, header: null }), record: null };
  }
  const [header, shown] = await Promise.all([
    house.get(headerPath(record)),
    shownKeys(options, house),
  ]);
  const verification = verify({
    ...trustFor(options, shown),
    record: found,
    kept: options.kept,
    header,
    ...(await loadDayBefore(house, header)),
    ...(await loadEntry(house, record)),
  });
  return { ...verification, record };
}

/** Throws a TypeError for a saved record that cannot be compared, because a check would treat it as not saved. */
function requireKept({ game, kept }: VerifyRoundOptions, round: number): void {
  const record = readOrNull(() => readRecord(kept));
  if (kept != null && (record?.game !== game || record.round !== round)) {
    throw new TypeError(
      `verify: "kept" must be the saved record of round ${round} of ${game}, parsed from JSON.`,
    );
  }
}
