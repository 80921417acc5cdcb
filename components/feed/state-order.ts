import { PHASES } from "../../src/round/clock.ts";
import type { RoundState } from "../../src/wire.ts";

/** Where in the course of rounds a state is: a number that grows. */
const placeOf = ({ round, phase }: RoundState) => round * PHASES.length + PHASES.indexOf(phase);

/** Whether a state brings a phase that is later than the last. */
export function isAhead(state: RoundState, last: RoundState | null): boolean {
  return last === null || placeOf(state) > placeOf(last);
}

/**
 * Whether an answer is older than the one before, as happens when two replicas' clocks differ a
 * little. Far behind is no slip but a corrected clock: that is followed.
 */
export function isBehind(state: RoundState, last: RoundState | null): boolean {
  return last !== null && placeOf(state) < placeOf(last) && state.round >= last.round - 1;
}
