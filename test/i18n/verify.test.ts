import { describe, expect, test } from "vitest";
import { REASONS } from "../../src/fairness/check-names.ts";
import { verify } from "../../src/fairness/check-round.ts";
import { games } from "../../src/games/index.ts";
import { explain } from "../../src/i18n/interpolate.ts";
import { langs } from "../../src/i18n/langs.ts";
import { verifyWords } from "../../src/i18n/verify-words.ts";
import type { VerifyWords } from "../../src/i18n/words.ts";
import { network, proofOf } from "../support/test-proofs.ts";

const slotsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(langs)("the strings for checks in %s", (lang) => {
  const words = verifyWords[lang];

  test("each string has the placeholders of the English one, and every reason has a string", () => {
    const slots = ({ reasons, page }: VerifyWords) =>
      Object.entries({ ...reasons, ...page }).map(([name, text]) => [name, slotsOf(text)]);
    expect(Object.fromEntries(slots(words))).toEqual(Object.fromEntries(slots(verifyWords.en)));
    expect(Object.keys(words.reasons).toSorted()).toEqual(Object.keys(REASONS).toSorted());
  });

  test("every result fills every placeholder", () => {
    const proof = proofOf(games[0]!, 521_999, network);
    const bySeed = proofOf(games[0]!, 521_999, null);
    const other = proofOf(games[0]!, 600_000, network);
    for (const evidence of [
      proof,
      bySeed,
      { ...proof, record: proof.open },
      { ...proof, record: other.record },
      { ...proof, header: other.header },
      { ...proof, header: { ...proof.header, count: 1 } },
      { ...proof, chains: [] },
      { ...proof, keys: { pinned: [], shown: [] } },
      { ...proof, keys: { pinned: ["00"], shown: [] } },
      { ...proof, record: { ...proof.record, seed: "00".repeat(32), closesAt: 1, beacon: null } },
      { ...proof, record: 1 },
    ]) {
      for (const check of verify(evidence).checks) {
        expect(explain(check, words)).not.toMatch(/[{}]/);
      }
    }
  });
});
