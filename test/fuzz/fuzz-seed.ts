import { isFull } from "../support/effort.ts";

/** Always the same in `npm test`, new in `npm run test:full`. A failure prints it; TABLESIDE_FUZZ_SEED repeats it. */
export const fuzzSeed = Number(
  process.env["TABLESIDE_FUZZ_SEED"] ?? (isFull ? Date.now() % 1_000_000_000 : 16),
);
