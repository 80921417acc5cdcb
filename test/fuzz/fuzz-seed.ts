import { isFull } from "../support/effort.ts";

/**
 * The seed of all random input in fuzz tests: always the same in `npm test`, new each time in `npm run test:full`.
 * A failure prints it; TABLESIDE_FUZZ_SEED repeats it.
 */
export const fuzzSeed = Number(
  process.env["TABLESIDE_FUZZ_SEED"] ?? (isFull ? Date.now() % 1_000_000_000 : 16),
);
