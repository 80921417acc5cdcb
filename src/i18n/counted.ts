/** Words for a number, in which the sign # stands for it: one text for all numbers, or one for each plural. */
export type Counted =
  | string
  | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/**
 * How a language, a BCP 47 tag, says numbers: by its own plurals, with its own digits and grouping.
 * What it returns takes words and gives what says them of a number.
 */
export function countedIn(lang: string): (words: Counted) => (count: number) => string {
  // Both are dear to make, and a page that is being opened has hardly anything to count.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const pluralOf = (count: number) => (plurals ??= new Intl.PluralRules(lang)).select(count);
  return (words) => (count) => {
    const text = typeof words === "string" ? words : (words[pluralOf(count)] ?? words.other);
    numbers ??= new Intl.NumberFormat(lang);
    return text.replace("#", numbers.format(count));
  };
}
