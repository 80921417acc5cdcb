import type { ThemeColours } from "../../src/look/themes.ts";

/**
 * A CSS colour, or bare hexadecimal digits, as `#rrggbb`: the stage computes with the digits.
 * Undefined for a text that is no colour, and for a colour with transparency.
 */
export function hexColour(text: string): string | undefined {
  const colour = /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? `#${text}` : text;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null || !CSS.supports("color", colour)) {
    return undefined;
  }
  // A canvas returns a colour as #rrggbb, or as rgba() if it has transparency.
  context.fillStyle = colour;
  return /^#[0-9a-f]{6}$/.test(context.fillStyle) ? context.fillStyle : undefined;
}

/** What the canvas takes from the CSS of its element: `--accent`, `--felt` and `--hands`. */
export class CanvasStyle {
  readonly #host: Element;
  #texts = "";
  #colours: Partial<ThemeColours> = {};

  constructor(host: Element) {
    this.#host = host;
  }

  /** Whether the dealer's hands are drawn: unless `--hands` is `none`. */
  get hands(): boolean {
    return getComputedStyle(this.#host).getPropertyValue("--hands").trim() !== "none";
  }

  /** The current colours; invalid ones are left out. The same object until one of them changes. */
  get colours(): Partial<ThemeColours> {
    const style = getComputedStyle(this.#host);
    const [accent = "", felt = ""] = ["--accent", "--felt"].map((name) =>
      style.getPropertyValue(name).trim(),
    );
    const texts = `${accent};${felt}`;
    if (texts !== this.#texts) {
      this.#texts = texts;
      this.#colours = { ...named("accent", accent), ...named("felt", felt) };
    }
    return this.#colours;
  }
}

function named(name: keyof ThemeColours, text: string): Partial<ThemeColours> {
  const colour = hexColour(text);
  return colour === undefined ? {} : { [name]: colour };
}
