import type { Lang } from "./langs.ts";
import type { ProofWords } from "./proof-words.ts";

const files = import.meta.glob<ProofWords>("./*/proof.ts", { eager: true, import: "words" });

/** All languages at once: together they are smaller than one more request would be. */
export const proofWords = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.split("/")[1], words]),
) as Readonly<Record<Lang, ProofWords>>;
