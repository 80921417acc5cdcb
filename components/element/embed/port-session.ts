import type { GameTableElement } from "../../../src/hud/table/table-element.ts";
import { parseTheme } from "../../../src/look/theme-names.ts";
import type { FrameMessage, TableOptions } from "../../../src/wire/frame-port.ts";
import type { TableBets, TableWinners } from "../../../src/wire/spot-bets.ts";

/** No language or colour is longer than this, in characters. */
const MAX_TEXT_LENGTH = 64;

/** A message's fields. Bets and winners are unchecked here: the table validates them field by field. */
interface ReceivedMessage {
  type?: unknown;
  options?: unknown;
  bets?: TableBets | null;
  winners?: TableWinners | null;
  isOn?: unknown;
}

/** Maximum number of ports; when a page opens another, the oldest is closed. */
const MAX_PORTS = 8;

/** Exchanges messages with the parent page, on every port that the page opens. */
export function openPortSession(table: GameTableElement): (port: MessagePort) => void {
  const ports: MessagePort[] = [];
  table.addEventListener("ready", () => reportReady());
  table.addEventListener("connection", () => reportConnection());
  table.addEventListener("spots", () => reportSpots());
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
    ports.push(port);
    if (ports.length > MAX_PORTS) {
      ports.shift()?.close();
    }
    port.addEventListener("message", ({ data }) => receive(data));
    port.start();
    if (table.round !== null) {
      reportReady([port]);
    }
    if (table.connection !== "live") {
      reportConnection([port]);
    }
  }

  function report(message: FrameMessage, to: readonly MessagePort[] = ports): void {
    to.forEach((port) => port.postMessage(message));
  }

  function reportReady(to?: readonly MessagePort[]): void {
    report({ type: "ready", game: table.game }, to);
    reportOptions(to);
    if (table.spots.length > 0) {
      reportSpots(to);
    }
  }

  function reportConnection(to?: readonly MessagePort[]): void {
    const { connection } = table;
    report(connection === "live" ? { type: "fresh" } : { type: "stale", connection }, to);
  }

  function reportSpots(to?: readonly MessagePort[]): void {
    report({ type: "spots", spots: table.spots }, to);
  }

  function reportOptions(to?: readonly MessagePort[]): void {
    const { lang, theme, accent, muted } = table;
    const options = { lang: lang || null, theme: parseTheme(theme), accent: accent || null, muted };
    report({ type: "options", options }, to);
  }

  /** Handles a message, which can be any value. Messages outside the protocol are ignored. */
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
