/** By language: creating a format costs more than using it a thousand times. */
const formats = new Map<string, Intl.NumberFormat>();

/** A whole number with its digits grouped as the language writes it. */
export function grouped(value: number, lang: string): string {
  const format = formats.get(lang) ?? new Intl.NumberFormat(lang);
  formats.set(lang, format);
  return format.format(value);
}
