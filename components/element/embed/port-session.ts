import type { GameTableElement } from "../../../src/hud/table/element.ts";
import { parseTheme } from "../../../src/look/themes.ts";
import type { TableBets, TableWinners } from "../../../src/wire/bets.ts";
import type { FrameMessage, TableOptions } from "../../../src/wire/frame-port.ts";

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
export function openPortSession(table: GameTableElement): (port: MessagePort) => void {
  let current: MessagePort | null = null;
  table.addEventListener("ready", reportReady);
  table.addEventListener("connection", reportConnection);
  table.addEventListener("spots", reportSpots);
  table.addEventListener("bet-spot", ({ detail }) => report({ type: "bet-spot", press: detail }));
  table.addEventListener("error", ({ detail: { code, detail = "" } }) => {
    if (code === "bad_bets" || code === "bad_winners") {
      report({ type: "refused", code, detail });
    } else if (code === "picture") {
      const title = "Rendering Failed";
      report({ type: "error", code, status: null, title, detail, retryAfterMs: null });
    }
  });

  function attach(port: MessagePort): void {
    if (current !== null) {
      current.close();
      // The new page starts without the bets of the old one.
      Object.assign(table, { bets: null, winners: null, betSpots: false });
    }
    current = port;
    port.addEventListener("message", ({ data }) => receive(data));
    port.start();
    if (table.round !== null) {
      reportReady();
    }
    if (table.connection !== "live") {
      reportConnection();
    }
  }

  function report(message: FrameMessage): void {
    current?.postMessage(message);
  }

  function reportReady(): void {
    report({ type: "ready", game: table.game });
    reportOptions();
    if (table.spots.length > 0) {
      reportSpots();
    }
  }

  function reportConnection(): void {
    const { connection } = table;
    report(connection === "live" ? { type: "fresh" } : { type: "stale", connection });
  }

  function reportSpots(): void {
    report({ type: "spots", spots: table.spots });
  }

  function reportOptions(): void {
    const { lang, theme, accent, muted } = table;
    const options = { lang: lang || null, theme: parseTheme(theme), accent: accent || null, muted };
    report({ type: "options", options });
  }

  /** Handles a message, which may be any value. Messages outside the protocol are ignored. */
  function receive(data: unknown): void {
    const { type, options, bets, winners, isOn } = Object(data) as ReceivedMessage;
    switch (type) {
      case "options":
        if (typeof options === "object" && options !== null) {
          setOptions(options);
          reportOptions();
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

  function setOptions({
    lang,
    theme,
    accent,
    muted,
  }: { [Name in keyof TableOptions]?: unknown }): void {
    table.lang = isShortTextOrNull(lang) ? (lang ?? "") : table.lang;
    table.theme = parseTheme(typeof theme === "string" ? theme : table.theme);
    table.accent = isShortTextOrNull(accent) ? (accent ?? "") : table.accent;
    table.muted = typeof muted === "boolean" ? muted : table.muted;
  }

  return attach;
}

function isShortTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= MAX_TEXT_LENGTH);
}
