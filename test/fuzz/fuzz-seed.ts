import { isFull } from "../support/effort.ts";

/**
 * What all that is thrown in a fuzz test is drawn from: always the same in `npm test`, a new one each time in
 * `npm run test:full`. A failure shows it; TABLESIDE_FUZZ_SEED throws the same again.
 */
export const fuzzSeed = Number(
  process.env["TABLESIDE_FUZZ_SEED"] ?? (isFull ? Date.now() % 1_000_000_000 : 16),
);
