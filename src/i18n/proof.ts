import { en } from "./en/proof.ts";
import { ja } from "./ja/proof.ts";
import { ko } from "./ko/proof.ts";
import type { Lang } from "./langs.ts";
import type { ProofWords } from "./proof-words.ts";
import { zhHans } from "./zh-hans/proof.ts";

/** All languages at once: together they are smaller than what one more request costs. */
export const proofWords: Readonly<Record<Lang, ProofWords>> = {
  en,
  ko,
  "zh-Hans": zhHans,
  ja,
};
