import { PHASES } from "../round/phases.ts";
import type { RoundState } from "./responses.ts";

/** A phase's number among all phases of all rounds: a later phase has a higher number. */
const phaseNumber = ({ round, phase }: RoundState) => round * PHASES.length + PHASES.indexOf(phase);

/** Whether a state has a later phase than the last one; true for the first state. */
export function isNewer(state: RoundState, last: RoundState | null): boolean {
  return last === null || phaseNumber(state) > phaseNumber(last);
}

/**
 * Whether a response is older than the last one, which happens if the clocks of two servers differ slightly. A state
 * from before the previous round is not outdated: the server's clock was corrected, and the table follows it.
 */
export function isOutdated(state: RoundState, last: RoundState | null): boolean {
  return last !== null && phaseNumber(state) < phaseNumber(last) && state.round >= last.round - 1;
}
