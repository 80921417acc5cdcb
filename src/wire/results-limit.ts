/** Number of rounds in a `results` response if the request has no limit. The contract repeats it. */
export const DEFAULT_RESULTS = 20;
/**
 * Maximum number of rounds in one `results` response. The contract repeats it. It must not shrink: installed packages
 * treat a shorter page as the last.
 */
export const MAX_RESULTS = 500;
