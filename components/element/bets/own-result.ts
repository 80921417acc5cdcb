import type { PartWords } from "../../../src/i18n/words.ts";

/*
 * What a table shows its player of a round: all stakes as one sum, in one place. A plus appears only when the
 * player is ahead by the round as a whole: a losing round never says "+50".
 */

/** A spot, and the player's amount there: the stake, or the return with the stake in it. */
export interface OwnAmount {
  readonly name: string;
  readonly own: number;
}

/** A round as a whole. */
export interface RoundSum {
  readonly kind: "round";
  /** What the player is ahead by; below 0 for a loss. */
  readonly net: number;
  /** What spots pay on top of their stakes, what comes back of stakes that have not won, and what is lost; each from 0. */
  readonly won: number;
  readonly back: number;
  readonly lost: number;
}

/**
 * The text beside one spot: the round, or, without a sum of it, what is known of this spot alone. `won`: on top of
 * its stake; `back`: of its stake; `paid`: on a stake that the operator did not give.
 */
export type Told = RoundSum | { readonly kind: "won" | "back" | "paid"; readonly amount: number };

/** What the player gets of a round. */
export interface OwnResult {
  /** The texts, by spot. */
  readonly told: ReadonlyMap<string, Told>;
  /** The spots that pay more than was staked there: the dealer lays chips on top. */
  readonly paid: ReadonlySet<string>;
}

/** Sums of fractions are not exact: less than this is nothing. */
const LEAST = 1e-6;
const exact = (amount: number) => Math.round(amount / LEAST) * LEAST;
const sumOf = (amounts: readonly number[]) => exact(amounts.reduce((sum, each) => sum + each, 0));
const largest = (amounts: readonly OwnAmount[]) =>
  amounts.toSorted((one, other) => other.own - one.own)[0];

/**
 * The result of stakes once the winners are known. `wins` names all spots that have won. A round has no sum when the
 * operator left out what a winning spot pays or the stake there.
 */
export function ownResult(stakes: readonly OwnAmount[], wins: readonly OwnAmount[]): OwnResult {
  const staked = stakes.filter(({ own }) => own > 0);
  const got = wins.filter(({ own }) => own > 0);
  const stakeOf = (name: string) => staked.find((stake) => stake.name === name)?.own ?? 0;
  const gains = got.map(({ name, own }) => ({ name, own: exact(own - stakeOf(name)) }));
  const paid = new Set(gains.filter(({ own }) => own > 0).map(({ name }) => name));
  const isKnown = wins.every(({ name, own }) => own > 0 === stakeOf(name) > 0);
  if (!isKnown || staked.length === 0) {
    const told = got.map(({ name, own }): [string, Told] => [
      name,
      stakeOf(name) === 0
        ? { kind: "paid", amount: own }
        : paid.has(name)
          ? { kind: "won", amount: exact(own - stakeOf(name)) }
          : { kind: "back", amount: own },
    ]);
    return { told: new Map(told), paid };
  }
  const lost = staked.filter(({ name }) => got.every((win) => win.name !== name));
  const won = sumOf(gains.map(({ own }) => Math.max(0, own)));
  const short = gains.map(({ own }) => Math.max(0, -own));
  const sum: RoundSum = {
    kind: "round",
    won,
    back: sumOf(got.filter(({ name }) => !paid.has(name)).map(({ own }) => own)),
    lost: sumOf([...short, ...lost.map(({ own }) => own)]),
    net: sumOf([...got.map(({ own }) => own), ...staked.map(({ own }) => -own)]),
  };
  const place = largest(gains) ?? largest(lost);
  return { told: new Map(place ? [[place.name, sum]] : []), paid };
}

/** The words of a result. */
export type ToldWords = Pick<PartWords["bets"], "unpaid" | "net" | "won" | "back">;

/** Short amounts in a language: "1.25K". */
export const amountsIn = (lang: string) =>
  new Intl.NumberFormat(lang, {
    notation: "compact",
    maximumFractionDigits: 2,
    maximumSignificantDigits: 4,
  });

/** With a plus, a minus, or both for nothing. */
export function signed(amount: number, amounts: Intl.NumberFormat): string {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : "±"}${amounts.format(Math.abs(amount))}`;
}

/** A round: all of it if that is more than one amount, and in short. */
function roundIn({ net, won, back, lost }: RoundSum, words: ToldWords, lang: string): string[] {
  const amounts = amountsIn(lang);
  const put = (word: string, amount: number) => word.replace("#", amounts.format(amount));
  const all = signed(net, amounts);
  if (won + back === 0) {
    return [words.unpaid];
  }
  const terms = [
    // A plus would say that he is ahead.
    won > 0 ? (net > 0 ? signed(won, amounts) : put(words.won, won)) : "",
    back > 0 ? put(words.back, back) : "",
    lost > 0 ? signed(-lost, amounts) : "",
  ].filter(Boolean);
  const sum = won > 0 && lost > 0 ? ` = ${all}` : "";
  const short = net > 0 ? all : words.net.replace("#", all);
  return terms.length > 1 ? [terms.join(" / ") + sum, short] : terms;
}

/** The text beside a spot: in full, and then in short if there is more than one amount to it. */
export function inWords(told: Told, words: ToldWords, lang: string): readonly string[] {
  if (told.kind === "round") {
    return roundIn(told, words, lang);
  }
  const amount = amountsIn(lang).format(told.amount);
  return [told.kind === "paid" ? amount : words[told.kind].replace("#", amount)];
}
