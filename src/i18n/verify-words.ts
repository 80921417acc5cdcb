import type { Lang } from "./langs.ts";
import type { VerifyWords } from "./words.ts";

const files = import.meta.glob<VerifyWords>("./*/verify.ts", { eager: true, import: "words" });

/** All languages at once, because the verify page must work offline from a saved file. */
export const verifyWords = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.split("/")[1], words]),
) as Readonly<Record<Lang, VerifyWords>>;
