import { en } from "./en/verify.ts";
import { ja } from "./ja/verify.ts";
import { ko } from "./ko/verify.ts";
import type { Lang } from "./langs.ts";
import type { VerifyWords } from "./verify-words.ts";
import { zhHans } from "./zh-hans/verify.ts";

/** All languages at once: the page that checks rounds is to work from a file, without a network. */
export const verifyWords: Readonly<Record<Lang, VerifyWords>> = { en, ko, "zh-Hans": zhHans, ja };
