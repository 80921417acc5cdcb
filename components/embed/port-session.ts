import type { TableOptions } from "../../src/frame-port.ts";
import { themeOf } from "../../src/look/themes.ts";
import type { GameTableElement } from "../../src/table/element.ts";
import { send } from "./offered-port.ts";

/** Longer texts are no language and no colour. */
const MAX_TEXT = 64;

/**
 * Talks with the page around the frame about a table. One page at a time: a new port replaces the old
 * one, whose page is gone or has started over.
 */
export class PortSession {
  readonly #table: GameTableElement;
  #port: MessagePort | null = null;

  constructor(table: GameTableElement) {
    this.#table = table;
    table.addEventListener("ready", () => this.#reportReady());
    table.addEventListener("connection", () => this.#reportConnection());
  }

  /** Goes on with another port, and tells it how the table is. */
  use(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.addEventListener("message", ({ data }) => this.#receive(data));
    port.start();
    if (this.#table.round !== null) {
      this.#reportReady();
    }
    if (this.#table.connection !== "live") {
      this.#reportConnection();
    }
  }

  #reportReady(): void {
    if (this.#port !== null) {
      send(this.#port, { type: "ready", game: this.#table.game });
      this.#reportOptions();
    }
  }

  #reportConnection(): void {
    const { connection } = this.#table;
    if (this.#port !== null) {
      send(this.#port, connection === "live" ? { type: "fresh" } : { type: "stale", connection });
    }
  }

  #reportOptions(): void {
    const { lang, theme, accent, muted } = this.#table;
    const options = { lang: lang || null, theme: themeOf(theme), accent: accent || null, muted };
    if (this.#port !== null) {
      send(this.#port, { type: "options", options });
    }
  }

  /** Anything may come through the port; what is no option is ignored. */
  #receive(data: unknown): void {
    const { type, options } = Object(data) as { type?: unknown; options?: unknown };
    if (type === "options" && typeof options === "object" && options !== null) {
      this.#setOptions(options);
      this.#reportOptions();
    }
  }

  #setOptions({ lang, theme, accent, muted }: { [Name in keyof TableOptions]?: unknown }): void {
    const table = this.#table;
    table.lang = isTextOrNull(lang) ? (lang ?? "") : table.lang;
    table.theme = themeOf(typeof theme === "string" ? theme : table.theme);
    table.accent = isTextOrNull(accent) ? (accent ?? "") : table.accent;
    table.muted = typeof muted === "boolean" ? muted : table.muted;
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= MAX_TEXT);
}
