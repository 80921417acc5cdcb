/** A text as it is typed where an input method writes in full width. */
export function inFullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}
