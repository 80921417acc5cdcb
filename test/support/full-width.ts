/** A text as typed with a full-width input method. */
export function inFullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}
