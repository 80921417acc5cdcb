/** A share of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** A `#rrggbb` so many times as bright: it keeps its hue, which light of another colour would dull. */
export const brighter = (hex: string, times: number): string =>
  hex.replace(/[\da-f]{2}/gi, (part) =>
    Math.min(255, Math.round(Number.parseInt(part, 16) * times))
      .toString(16)
      .padStart(2, "0"),
  );
