/** Number of rounds in a response of `results` to a request without a limit. The contract repeats it. */
export const DEFAULT_RESULTS = 20;
/** Maximum number of rounds in one response of `results`. The contract and `receiver.js` repeat it. */
export const MAX_RESULTS = 500;
