/*
 * Characters that control a terminal instead of being shown: control codes, zero-width characters,
 * marks of direction, and line separators.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text from elsewhere safe to show in a terminal, on one line. Characters that would control the
 * terminal are written as escapes such as \u{1b}.
 */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
