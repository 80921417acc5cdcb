import type { Lang } from "../langs.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import type { RoundProofWords } from "./words.ts";
import { zhHans } from "./zh-hans.ts";

/** All languages at once: together they are smaller than what one more request costs. */
export const roundProofWords: Readonly<Record<Lang, RoundProofWords>> = {
  en,
  ko,
  "zh-Hans": zhHans,
  ja,
};
