export { mix } from "../../../src/look/mix.ts";

/** Adds an opacity, 0 to 1, to a colour `#rrggbb`. */
export function withAlpha(hex: string, alpha: number): string {
  return `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
