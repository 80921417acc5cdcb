/** Number of rounds in a response of `results` to a request without a limit. The contract repeats it. */
export const DEFAULT_RESULTS = 20;
/**
 * Maximum number of rounds in one response of `results`. The contract repeats it. It may only grow: installed packages
 * take a shorter page for the last one.
 */
export const MAX_RESULTS = 500;
