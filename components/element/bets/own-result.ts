import type { PartWords } from "../../../src/i18n/words.ts";

/*
 * One player's result in a round: all stakes as one sum, in one place. A plus sign appears only if the player gained on
 * the round as a whole; a losing round never shows "+50".
 */

/** A spot and the player's amount there: the stake, or the payout including the stake. */
export interface OwnAmount {
  readonly name: string;
  readonly own: number;
}

export interface RoundSum {
  readonly kind: "round";
  /** The player's gain; negative for a loss. */
  readonly net: number;
  /** Winnings on top of the stakes; at least 0. */
  readonly won: number;
  /** Stakes returned without a win; at least 0. */
  readonly back: number;
  /** Lost stakes; at least 0. */
  readonly lost: number;
}

/**
 * The result next to one spot: the round's sum, or this spot's result if the sum is unknown. `won` is on top of the
 * stake, `back` is returned stake, and `paid` is the payout on a stake that the operator did not supply.
 */
export type SpotResult =
  | RoundSum
  | { readonly kind: "won" | "back" | "paid"; readonly amount: number };

export interface OwnResult {
  readonly results: ReadonlyMap<string, SpotResult>;
  /** The spots that pay more than their stake: the dealer lays chips on top. */
  readonly paid: ReadonlySet<string>;
}

/** Rounds to a millionth, because sums of fractions are not exact. */
const rounded = (amount: number) => Math.round(amount * 1e6) / 1e6;
const sumUp = (amounts: readonly number[]) =>
  rounded(amounts.reduce((sum, amount) => sum + amount, 0));
const largest = (amounts: readonly OwnAmount[]) => amounts.toSorted((a, b) => b.own - a.own)[0];

/**
 * Computes the player's result from the stakes and the winning spots. `wins` contains all winning spots. The round has
 * no sum if the operator left out a winning spot's payout or stake.
 */
export function ownResult(stakes: readonly OwnAmount[], wins: readonly OwnAmount[]): OwnResult {
  const staked = stakes.filter(({ own }) => own > 0);
  const got = wins.filter(({ own }) => own > 0);
  const stakeOn = (name: string) => staked.find((stake) => stake.name === name)?.own ?? 0;
  const gains = got.map(({ name, own }) => ({ name, own: rounded(own - stakeOn(name)) }));
  const paid = new Set(gains.filter(({ own }) => own > 0).map(({ name }) => name));
  const isKnown = wins.every(({ name, own }) => own > 0 === stakeOn(name) > 0);
  if (!isKnown || staked.length === 0) {
    const results = got.map(({ name, own }): [string, SpotResult] => [
      name,
      stakeOn(name) === 0
        ? { kind: "paid", amount: own }
        : paid.has(name)
          ? { kind: "won", amount: rounded(own - stakeOn(name)) }
          : { kind: "back", amount: own },
    ]);
    return { results: new Map(results), paid };
  }
  const lost = staked.filter(({ name }) => got.every((win) => win.name !== name));
  const won = sumUp(gains.map(({ own }) => Math.max(0, own)));
  const shortfalls = gains.map(({ own }) => Math.max(0, -own));
  const sum: RoundSum = {
    kind: "round",
    won,
    back: sumUp(got.filter(({ name }) => !paid.has(name)).map(({ own }) => own)),
    lost: sumUp([...shortfalls, ...lost.map(({ own }) => own)]),
    net: sumUp([...got.map(({ own }) => own), ...staked.map(({ own }) => -own)]),
  };
  const main = largest(gains) ?? largest(lost);
  return { results: new Map(main ? [[main.name, sum]] : []), paid };
}

export type ResultWords = Pick<PartWords["bets"], "unpaid" | "net" | "won" | "back">;

/** Short amounts, such as "1.25K". */
export const amountsIn = (lang: string) =>
  new Intl.NumberFormat(lang, {
    notation: "compact",
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
  });

export function formatSigned(amount: number, amounts: Intl.NumberFormat): string {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : "±"}${amounts.format(Math.abs(amount))}`;
}

function sumText({ net, won, back, lost }: RoundSum, words: ResultWords, lang: string): string {
  const amounts = amountsIn(lang);
  if (won + back === 0) {
    return words.unpaid;
  }
  if (won + lost === 0) {
    return words.back.replace("#", amounts.format(back));
  }
  const netText = formatSigned(net, amounts);
  return net > 0 ? netText : words.net.replace("#", netText);
}

export function resultText(result: SpotResult, words: ResultWords, lang: string): string {
  if (result.kind === "round") {
    return sumText(result, words, lang);
  }
  const amount = amountsIn(lang).format(result.amount);
  return result.kind === "paid" ? amount : words[result.kind].replace("#", amount);
}
