export { mix } from "../../../src/look/mix.ts";

/** `#rrggbb` with an opacity from 0 to 1, as a CSS colour. */
export function withAlpha(hex: string, alpha: number): string {
  return `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
