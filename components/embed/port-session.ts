import { PORT_VERSION } from "../../src/frame-port.ts";
import type { FrameErrorCode, FrameMessage, TableOptions } from "../../src/frame-port.ts";
import { themeOf } from "../../src/look/themes.ts";
import { isOnSite } from "../../src/sites.ts";
import type { GameTable } from "../game-table.ts";
import type { OfferedPort } from "./offered-port.ts";

/** Longer texts are no language and no colour. */
const MAX_TEXT = 64;

const REFUSALS = {
  unsupported_version: {
    title: "Unsupported Version",
    detail: `This service speaks version ${PORT_VERSION} of the protocol. Use a package that does, too.`,
  },
  key_other_site: {
    title: "Forbidden",
    detail: "This API key is limited to certain sites, and this page is on none of them.",
  },
} as const satisfies Partial<Record<FrameErrorCode, { title: string; detail: string }>>;

/**
 * Talks with the page around the frame about a table. One page at a time: a new port replaces the old
 * one, whose page is gone or has started over.
 */
export class PortSession {
  readonly #table: GameTable;
  readonly #sites: readonly string[];
  #port: MessagePort | null = null;

  /** @param sites those that the key allows; none: every site. */
  constructor(table: GameTable, sites: readonly string[]) {
    this.#table = table;
    this.#sites = sites;
    table.addEventListener("ready", () => this.#reportReady());
    table.addEventListener("connection", () => this.#reportConnection());
  }

  /** Answers a page that offers a port: with the table's state, or with why not. */
  accept({ port, version, origin }: OfferedPort): void {
    const page = URL.parse(origin);
    const isAllowed = this.#sites.length === 0 || (page !== null && isOnSite(this.#sites, page));
    if (!isAllowed || version !== PORT_VERSION) {
      const code = isAllowed ? "unsupported_version" : "key_other_site";
      const refusal = { status: null, retryAfterMs: null, code, ...REFUSALS[code] } as const;
      port.postMessage({ type: "error", ...refusal } satisfies FrameMessage);
      port.close();
      return;
    }
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
    this.#send({ type: "ready", version: PORT_VERSION, game: this.#table.game });
    this.#reportOptions();
  }

  #reportConnection(): void {
    const { connection } = this.#table;
    this.#send(connection === "live" ? { type: "fresh" } : { type: "stale", connection });
  }

  #reportOptions(): void {
    const { lang, theme, accent, muted } = this.#table;
    const options = { lang: lang || null, theme: themeOf(theme), accent: accent || null, muted };
    this.#send({ type: "options", options });
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
    table.theme = typeof theme === "string" ? themeOf(theme) : table.theme;
    table.accent = isTextOrNull(accent) ? (accent ?? "") : table.accent;
    table.muted = typeof muted === "boolean" ? muted : table.muted;
  }

  #send(message: FrameMessage): void {
    this.#port?.postMessage(message);
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.length <= MAX_TEXT);
}
