import { games as rules } from "../../src/games/index.ts";
import { words as en } from "../../src/i18n/en/table.ts";
import { games, returnToPlayer } from "../../src/kit/settle.ts";
import type { Market, MarketGame, Paytable, Prize } from "../../src/kit/settle.ts";
import { variants } from "../../src/kit/settle/variants.ts";

const HEAD = `---
title: Markets and odds
description: What players can bet on, what it usually pays, and what the operator keeps. Generated from the code that settles.
---

The chances are exact: tests count every deal of every game. The return is what comes back of all stakes in the long
run, before rounding, and the edge is what the operator keeps. [Pay out](pay-out.md) shows how to settle these bets.

The names in the first column are those that \`settle\` takes. Where payouts differ, the usual is in the tables and
what others do is [below](#where-payouts-differ).
`;

/** What wins; the rest of a row follows from the code. */
const WINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dragontiger: {
    dragon: "Dragon has the higher card",
    tiger: "Tiger has the higher card",
    tie: "both cards have the same value",
    "suited-tie": "both cards have the same value and suit",
    "dragon-big": "Dragon's card is 8 to king",
    "dragon-small": "Dragon's card is ace to 6",
    "dragon-odd": "Dragon's card is A, 3, 5, 7, 9, J or K",
    "dragon-even": "Dragon's card is 2, 4, 6, 8, 10 or Q",
    "dragon-red": "Dragon's card is a heart or a diamond",
    "dragon-black": "Dragon's card is a spade or a club",
    "tiger-big": "Tiger's card is 8 to king",
    "tiger-small": "Tiger's card is ace to 6",
    "tiger-odd": "Tiger's card is A, 3, 5, 7, 9, J or K",
    "tiger-even": "Tiger's card is 2, 4, 6, 8, 10 or Q",
    "tiger-red": "Tiger's card is a heart or a diamond",
    "tiger-black": "Tiger's card is a spade or a club",
  },
  baccarat: {
    player: "Player has the higher total",
    banker: "Banker has the higher total; 5 % commission",
    tie: "the totals are equal",
    "player-pair": "Player's first two cards have the same value",
    "banker-pair": "Banker's first two cards have the same value",
    "either-pair": "at least one of the two is a pair",
    "perfect-pair": "the first two cards of a hand have the same value and suit",
    natural: "a hand has 8 or 9 in two cards",
    big: "five or six cards are dealt",
    small: "four cards are dealt",
  },
  bigsixball: {
    winner: "the team comes first",
    podium: "the team is in the first three",
    last: "the team comes last",
    exacta: "the two teams come first and second, in order",
    trifecta: "the three teams come first, second and third, in order",
    odd: "the winner's number is 1, 3 or 5",
    even: "the winner's number is 2, 4 or 6",
    high: "the winner's number is 4, 5 or 6",
    low: "the winner's number is 1, 2 or 3",
    "head-to-head": "the first team named is ahead of the second",
  },
};

/** How common the payouts are, and where to read it. */
const NOTES: Readonly<Record<string, string>> = {
  dragontiger: `A tie returns half of a Dragon or Tiger stake nearly everywhere. The payouts are those of
[SA Gaming](https://sa-rules.com/dragon-tiger/) and many casinos in Asia.`,
  baccarat: `These payouts are the usual ones of eight-deck punto banco; see the
[side bets at Wizard of Odds](https://wizardofodds.com/games/baccarat/side-bets/). Only \`natural\` has no usual
payout: few casinos offer it.`,
  bigsixball: `The numbers of the teams are their places in this list: \`rovers\`, \`united\`, \`city\`, \`wanderers\`, \`athletic\`,
\`rangers\`. Nobody else has this game, so no payout is usual: these return 95 % on every market.`,
};

/** Who pays a variant, and where to read it. */
const USE: Readonly<Record<keyof typeof variants, string>> = {
  "tie-push": "rare: it leaves the operator no edge",
  "tie-lost": "rare",
  "tie-11":
    "common online: [Evolution](https://www.livedealer.org/blog/2018/03/playing-evolutions-live-dealer-dragon-tiger/), Pragmatic Play",
  "seven-lost":
    "[Playtech](https://dragontigerseal.co.nz/how-to-play/live-dragon-tiger-playtech-game-review/)",
  "super-six":
    "common, as No Commission or [Super 6](https://www.howtocasino.com/baccarat/how-to-play-super-6/)",
  "tie-9": "some casinos",
  "pair-12": "some casinos",
  "big-53": "some casinos in Asia",
};

/** The page of all markets, as Markdown. */
export function marketsPage(): string {
  return `${[HEAD, ...games.map(section), differences()].join("\n")}`;
}

function section(game: MarketGame): string {
  const rows = game.markets.map((market) => [
    `\`${market.id}\``,
    WINS[game.slug]?.[market.id] ?? "",
    paysOf(market),
    percent(chanceToWin(market), game.deals),
    ...returns(game.slug, market.id, {}),
  ]);
  return `## ${nameOf(game.slug)}

${table(["market", "wins when", "pays", "chance", "return", "edge"], rows)}

${NOTES[game.slug]}
`;
}

function differences(): string {
  const rows = Object.entries(variants).flatMap(([id, paytable]) =>
    Object.entries<Paytable[string]>(paytable).flatMap(([slug, markets]) =>
      Object.entries(markets).map(([market, events], index) => [
        index === 0 ? `\`${id}\`` : "",
        `${nameOf(slug)} \`${market}\``,
        prizes(events),
        ...returns(slug, market, paytable),
        index === 0 ? USE[id as keyof typeof variants] : "",
      ]),
    ),
  );
  return `## Where payouts differ

Each is a ready paytable: \`variants["super-six"]\`. A table of your own has the same form,
\`{game: {market: {event: prize}}}\`.

${table(["variant", "market", "pays", "return", "edge", "who"], rows)}
`;
}

const nameOf = (slug: string) =>
  en.games[rules.find((game) => game.slug === slug)?.slug ?? ""]?.name ?? slug;

function paysOf({ events }: Market): string {
  return prizes(
    Object.fromEntries(Object.entries(events).map(([event, { prize }]) => [event, prize])),
  );
}

/** "1 to 1; \`tie\`: half back". Events that pay the same as a plain win are not named. */
function prizes(events: Readonly<Record<string, Prize>>): string {
  const won = events["won"];
  return Object.entries(events)
    .filter(([event, prize]) => event === "won" || String(prize) !== String(won))
    .map(([event, prize]) =>
      event === "won" ? prizeText(prize) : `\`${event}\`: ${prizeText(prize)}`,
    )
    .join("; ");
}

function prizeText(prize: Prize): string {
  switch (prize) {
    case "push":
      return "stake back";
    case "half":
      return "half back";
    case "lost":
      return "lost";
    default:
      return `${prize[0] / prize[1]} to 1`;
  }
}

function chanceToWin({ events }: Market): number {
  return Object.values(events)
    .filter(({ prize }) => typeof prize !== "string")
    .reduce((sum, { deals }) => sum + deals, 0);
}

function returns(game: string, market: string, paytable: Paytable): string[] {
  const { numerator, denominator } = returnToPlayer(game, market, paytable);
  return [percent(numerator, denominator), percent(denominator - numerator, denominator)];
}

/** A fraction in percent, rounded to four decimals by whole numbers. */
function percent(numerator: bigint | number, denominator: bigint | number): string {
  const [part, whole] = [BigInt(numerator), BigInt(denominator)];
  const digits = String((part * 2_000_000n + whole) / (whole * 2n)).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)} %`;
}

/** A table as the formatter lays it out. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
