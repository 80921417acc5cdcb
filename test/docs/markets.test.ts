import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { words as en } from "../../src/i18n/en/table.ts";
import { games, returnToPlayer } from "../../src/kit/settle.ts";
import type { Paytable, Prize } from "../../src/kit/settle.ts";
import { variants } from "../../src/kit/settle/variants.ts";

/* Each row of the docs' table of markets, except its description, must match the code. */
const page = readFileSync(new URL("../../src/content/docs/games.md", import.meta.url), "utf8");
const nameOf = (slug: string) => en.games[slug]?.name ?? slug;

/** The cells of the rows below a heading, without the table's head. */
function rowsBelow(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const rows = [...own.matchAll(/^\|(.*)\|$/gm)].slice(2);
  return rows.map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));
}

/** "1 to 1; `tie`: half back". Events that pay the same as a plain win are omitted. */
function pays(events: Readonly<Record<string, Prize>>): string {
  const fixed = { push: "stake back", half: "half back", lost: "lost" };
  const text = (prize: Prize) =>
    typeof prize === "string" ? fixed[prize] : `${prize[0] / prize[1]} to 1`;
  return Object.entries(events)
    .filter(([event, prize]) => event === "won" || String(prize) !== String(events["won"]))
    .map(([event, prize]) => (event === "won" ? text(prize) : `\`${event}\`: ${text(prize)}`))
    .join("; ");
}

/** A fraction in percent, to four decimals. */
const percent = (part: bigint | number, whole: bigint | number) =>
  ((Number(part) / Number(whole)) * 100).toFixed(4);

function returned(game: string, market: string, paytable: Paytable): string {
  const { numerator, denominator } = returnToPlayer(game, market, paytable);
  return percent(numerator, denominator);
}

/** The markets in a cell, such as "`dragon`, `tiger`". */
const marketsIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, id = ""]) => id);

test.each(games)("the markets of $slug pay what the docs say", (game) => {
  const rows = rowsBelow(nameOf(game.slug)).flatMap(([ids, , ...figures]) =>
    marketsIn(ids).map((id) => [id, figures] as const),
  );
  const expected = game.markets.map(({ id, events }) => {
    const won = Object.values(events).filter(({ prize }) => typeof prize !== "string");
    const prizes = Object.entries(events).map(([event, { prize }]) => [event, prize] as const);
    const chance = percent(
      won.reduce((sum, each) => sum + each.deals, 0),
      game.deals,
    );
    return [id, [pays(Object.fromEntries(prizes)), chance, returned(game.slug, id, {})]];
  });
  expect(rows).toHaveLength(expected.length);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});

test("the paytable variants pay what the docs say", () => {
  let variant = "";
  const rows = rowsBelow("Other paytables").flatMap(([name, markets, ...figures]) => {
    variant = name || variant;
    return marketsIn(markets).map((market) => [`${variant} ${market}`, figures] as const);
  });
  const expected = Object.entries<Paytable>(variants).flatMap(([id, paytable]) =>
    Object.entries(paytable).flatMap(([slug, markets]) =>
      Object.entries(markets).map(([market, events]) => [
        `\`${id}\` ${market}`,
        [pays(events), returned(slug, market, paytable)],
      ]),
    ),
  );
  expect(rows).toHaveLength(expected.length);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});
