import { describe, expect, test } from "vitest";
import { settle, SettleError } from "../../../src/kit/settle.ts";
import type { Bet, Paytable } from "../../../src/kit/settle.ts";
import { variants } from "../../../src/kit/settle/variants.ts";
import type { HistoryEntry } from "../../../src/wire/answers.ts";
import type { Case } from "./case.ts";
import { vectors, vectorsFile } from "./vectors.ts";

const FILE = new URL("../../../src/snippets/settle/vectors.json", import.meta.url).pathname;
const all = vectors();

function answerTo({ entry, bet, paytable }: Case): Case["expect"] {
  try {
    return settle(all.entries[entry] as HistoryEntry, bet as unknown as Bet, {
      ...(paytable !== undefined && { paytable: paytable as Paytable }),
    });
  } catch (error) {
    if (error instanceof SettleError) {
      return { error: error.code };
    }
    throw error;
  }
}

test("the file of vectors is what the rules make; `npx vitest -u` writes it anew", async () => {
  await expect(vectorsFile(all)).toMatchFileSnapshot(FILE);
});

test("settle answers every vector as the rules do", () => {
  expect(all.cases.length).toBeGreaterThan(450);
  for (const each of all.cases) {
    expect(answerTo(each), `${each.name}: ${each.entry}`).toEqual(each.expect);
  }
});

describe("the vectors have", () => {
  test("every outcome, every error and every variant", () => {
    const answers = all.cases.map(({ expect: answer }) =>
      "error" in answer ? answer.error : answer.outcome,
    );
    const known =
      "won lost push half void unknown-game unknown-market bad-teams bad-stake bad-time bad-paytable " +
      "wrong-round wrong-game unfinished bad-entry";
    expect([...new Set(answers)].toSorted()).toEqual(known.split(" ").toSorted());
    const tables = all.cases.map(({ paytable }) => JSON.stringify(paytable));
    for (const table of Object.values(variants)) {
      expect(tables).toContain(JSON.stringify(table));
    }
  });
});
