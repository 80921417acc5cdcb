import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import vectors from "../../../public/v1/vectors.json" with { type: "json" };
import { games, settle, SettleError } from "../../../src/kit/settle.ts";
import type { Bet, Paytable } from "../../../src/kit/settle.ts";
import { variants } from "../../../src/kit/settle/variants.ts";
import type { HistoryEntry } from "../../../src/wire/responses.ts";
import { expected } from "./rules.ts";

interface Case {
  readonly name: string;
  /** An entry's name in the file. */
  readonly entry: string;
  readonly bet: Bet;
  /** The default paytable if omitted. */
  readonly paytable?: Paytable;
  readonly expect: { outcome: string; returned: number } | { error: string };
}

const FILE = fileURLToPath(new URL("../../../public/v1/vectors.json", import.meta.url));

const entries: Readonly<Record<string, unknown>> = vectors.entries;
const text = (value: unknown) => JSON.stringify(value) ?? "";
/** A paytable's name by its content; the default has none. */
const variantOf = new Map([
  ["", ""],
  ...Object.entries(variants).map(([name, table]) => [text(table), name] as const),
]);

const cases = (vectors.cases as unknown as readonly Case[]).map((given) => ({
  ...given,
  expect: answerTo(given),
}));

function answerTo({ entry, bet, paytable }: Case): Case["expect"] {
  try {
    return settle(entries[entry] as HistoryEntry, bet, paytable === undefined ? {} : { paytable });
  } catch (error) {
    if (error instanceof SettleError) {
      return { error: error.code };
    }
    throw error;
  }
}

function vectorsFile(): string {
  const lines = (all: readonly string[]) => all.map((line) => `    ${line}`).join(",\n");
  const entryLines = Object.entries(entries).map(
    ([name, entry]) => `${text(name)}: ${text(entry)}`,
  );
  return `{
  "about": ${text(vectors.about)},
  "entries": {
${lines(entryLines)}
  },
  "cases": [
${lines(cases.map(text))}
  ]
}
`;
}

test("settle agrees with every vector; `npx vitest -u` updates what they expect", async () => {
  await expect(vectorsFile()).toMatchFileSnapshot(FILE);
});

test("every market has valid vectors, and each pays what the rules say", () => {
  const settled = cases.flatMap(({ entry, bet, paytable, expect: answer }) => {
    const variant = variantOf.get(text(paytable));
    // A bet after the close gets its stake back, whatever the outcome.
    const isRuled = "outcome" in answer && answer.outcome !== "void";
    return isRuled && variant !== undefined ? [{ entry, bet, variant, answer }] : [];
  });
  expect(settled.length).toBeGreaterThan(450);
  const markets = games.flatMap(({ slug, markets }) => markets.map(({ id }) => `${slug} ${id}`));
  const paid = new Set(settled.map(({ bet }) => `${bet.game} ${bet.market}`));
  expect(markets.filter((market) => !paid.has(market))).toEqual([]);
  for (const { entry, bet, variant, answer } of settled) {
    expect(expected(bet, entries[entry], variant)).toEqual(answer);
  }
});

// Cause: a paytable passed as in Python and PHP was ignored, and the default odds were paid.
test("settle rejects a paytable that is not passed as `{ paytable }`", () => {
  const { entry, bet } = cases.find(({ expect: answer }) => "outcome" in answer) as Case;
  expect(() => settle(entries[entry] as HistoryEntry, bet, { baccarat: {} } as object)).toThrow(
    "Pass a paytable as { paytable }.",
  );
});
