/*
 * Characters that a terminal obeys instead of showing: control codes, what hides or turns the letters
 * around it (zero-width characters, marks of direction), and line separators.
 */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A text from elsewhere as it may be shown in a terminal, in one line: what a terminal would obey is
 * written as its number, such as \u{1b}.
 */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`);
}

/** The same of a text of several lines. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
