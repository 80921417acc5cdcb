import type { GameTableElement } from "../../../src/hud/table/element.ts";
import { parseTheme } from "../../../src/look/themes.ts";
import type { TableBets, TableWinners } from "../../../src/wire/bets.ts";
import type { FrameMessage, TableOptions } from "../../../src/wire/frame-port.ts";
import { send } from "./offered-port.ts";

/** No language or colour is longer than this, in characters. */
const MAX_TEXT_LENGTH = 64;

/** The fields of a message. Bets and winners are unchecked here: the table validates them field by field. */
interface ReceivedMessage {
  type?: unknown;
  options?: unknown;
  bets?: TableBets | null;
  winners?: TableWinners | null;
  isOn?: unknown;
}

/**
 * Exchanges messages with the page around the frame. It serves one port at a time: a new port replaces the old
 * one, whose page is gone or has reloaded.
 */
export class PortSession {
  readonly #table: GameTableElement;
  #port: MessagePort | null = null;

  constructor(table: GameTableElement) {
    this.#table = table;
    table.addEventListener("ready", () => this.#reportReady());
    table.addEventListener("connection", () => this.#reportConnection());
    table.addEventListener("spots", () => this.#reportSpots());
    table.addEventListener("bet-spot", ({ detail }) =>
      this.#report({ type: "bet-spot", press: detail }),
    );
    table.addEventListener("error", ({ detail: { code, detail = "" } }) => {
      if (code === "bad_bets" || code === "bad_winners") {
        this.#report({ type: "refused", code, detail });
      } else if (code === "picture") {
        const title = "Picture Failed";
        this.#report({ type: "error", code, status: null, title, detail, retryAfterMs: null });
      }
    });
  }

  /** Switches to a port, and reports the state of the table to it. */
  use(port: MessagePort): void {
    if (this.#port !== null) {
      this.#port.close();
      // The new page starts without the bets of the old one.
      Object.assign(this.#table, { bets: null, winners: null, betSpots: false });
    }
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

  #report(message: FrameMessage): void {
    if (this.#port !== null) {
      send(this.#port, message);
    }
  }

  #reportReady(): void {
    this.#report({ type: "ready", game: this.#table.game });
    this.#reportOptions();
    if (this.#table.spots.length > 0) {
      this.#reportSpots();
    }
  }

  #reportConnection(): void {
    const { connection } = this.#table;
    this.#report(connection === "live" ? { type: "fresh" } : { type: "stale", connection });
  }

  #reportSpots(): void {
    this.#report({ type: "spots", spots: this.#table.spots });
  }

  #reportOptions(): void {
    const { lang, theme, accent, muted } = this.#table;
    const options = { lang: lang || null, theme: parseTheme(theme), accent: accent || null, muted };
    this.#report({ type: "options", options });
  }

  /** Handles a message, which may be any value. Messages outside the protocol are ignored. */
  #receive(data: unknown): void {
    const { type, options, bets, winners, isOn } = Object(data) as ReceivedMessage;
    const table = this.#table;
    switch (type) {
      case "options":
        if (typeof options === "object" && options !== null) {
          this.#setOptions(options);
          this.#reportOptions();
        }
        break;
      case "bets":
        table.bets = bets ?? null;
        break;
      case "winners":
        table.winners = winners ?? null;
        break;
      case "bet-spots":
        table.betSpots = isOn === true;
        break;
    }
  }

  #setOptions({ lang, theme, accent, muted }: { [Name in keyof TableOptions]?: unknown }): void {
    const table = this.#table;
    table.lang = isTextOrNull(lang) ? (lang ?? "") : table.lang;
    table.theme = parseTheme(typeof theme === "string" ? theme : table.theme);
    table.accent = isTextOrNull(accent) ? (accent ?? "") : table.accent;
    table.muted = typeof muted === "boolean" ? muted : table.muted;
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= MAX_TEXT_LENGTH);
}
