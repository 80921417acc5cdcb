import type { Lang } from "../langs.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import type { ProofWords } from "./words.ts";
import { zhHans } from "./zh-hans.ts";

/** All languages at once: the page that checks rounds is to work from a file, without a network. */
export const proofWords: Readonly<Record<Lang, ProofWords>> = { en, ko, "zh-Hans": zhHans, ja };
