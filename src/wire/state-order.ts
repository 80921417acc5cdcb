import { PHASES } from "../round/phases.ts";
import type { RoundState } from "./answers.ts";

/** Numbers every phase of every round, so that a later phase has a higher number. */
const phaseNumber = ({ round, phase }: RoundState) => round * PHASES.length + PHASES.indexOf(phase);

/** Whether a state has a later phase than the last one; the first state always has. */
export function isAhead(state: RoundState, last: RoundState | null): boolean {
  return last === null || phaseNumber(state) > phaseNumber(last);
}

/**
 * Whether an answer is older than the last one, as happens when the clocks of two replicas differ a
 * little. A state from before the previous round is no such slip: the server's clock was corrected,
 * and we follow it.
 */
export function isBehind(state: RoundState, last: RoundState | null): boolean {
  return last !== null && phaseNumber(state) < phaseNumber(last) && state.round >= last.round - 1;
}
