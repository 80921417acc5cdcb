/** The most rounds in one answer of `results`. The contract and `receiver.js` have it too. */
export const MAX_RESULTS = 500;
