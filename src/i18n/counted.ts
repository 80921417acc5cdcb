/** A string with # for a number: one for all numbers, or one for each plural form. */
export type Counted =
  | string
  | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/**
 * Formats counted strings in a language, a BCP 47 tag, with its plural forms, digits and grouping. Returns a function
 * that takes a string and returns a function from a number to text.
 */
export function countedIn(lang: string): (words: Counted) => (count: number) => string {
  // Created on first use, because they are expensive and few pages need them.
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const pluralOf = (count: number) => (plurals ??= new Intl.PluralRules(lang)).select(count);
  return (words) => (count) => {
    const text = typeof words === "string" ? words : (words[pluralOf(count)] ?? words.other);
    numbers ??= new Intl.NumberFormat(lang);
    return text.replace("#", numbers.format(count));
  };
}
