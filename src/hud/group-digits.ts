/** Number formats by language, cached because creating one costs more than using it a thousand times. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a whole number with its digits grouped as in the given language. */
export function groupDigits(value: number, lang: string): string {
  const format = formats.get(lang) ?? new Intl.NumberFormat(lang);
  formats.set(lang, format);
  return format.format(value);
}
