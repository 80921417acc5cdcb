import type { ThemeColours } from "../../src/look/themes.ts";
import { hexColour } from "./accent.ts";

/**
 * The colours that the canvas takes from the style of its element, `--accent` and `--felt`. What is no
 * colour is left out; a text is only looked into when it has changed.
 */
export class OwnColours {
  readonly #host: Element;
  #texts = "";
  #colours: Partial<ThemeColours> = {};

  constructor(host: Element) {
    this.#host = host;
  }

  /** As they are now. The same object as long as they stay the same. */
  get now(): Partial<ThemeColours> {
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
