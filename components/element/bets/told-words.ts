import type { BetsWords } from "../../../src/i18n/words.ts";
import type { RoundSum, Told } from "./own-result.ts";

/* What a player is told of a round, in words of a language. */

/** The words that it is told in. */
export type ToldWords = Pick<BetsWords, "unpaid" | "net" | "won" | "back">;

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

/** What is told beside a spot: in full, and then in short where there is more than one amount to it. */
export function inWords(told: Told, words: ToldWords, lang: string): readonly string[] {
  if (told.kind === "round") {
    return roundIn(told, words, lang);
  }
  const amount = amountsIn(lang).format(told.amount);
  return [told.kind === "paid" ? amount : words[told.kind].replace("#", amount)];
}
