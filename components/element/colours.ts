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

/** The operator's `--accent`, as the canvas takes it from the CSS of its element; undefined for none or a wrong one. */
export class CanvasAccent {
  readonly #host: Element;
  #text = "";
  #colour: string | undefined;

  constructor(host: Element) {
    this.#host = host;
  }

  get colour(): string | undefined {
    const text = getComputedStyle(this.#host).getPropertyValue("--accent").trim();
    if (text !== this.#text) {
      [this.#text, this.#colour] = [text, hexColour(text)];
    }
    return this.#colour;
  }
}
