/** Maximum number of rounds in one answer of `results`. The contract and `receiver.js` repeat it. */
export const MAX_RESULTS = 500;
