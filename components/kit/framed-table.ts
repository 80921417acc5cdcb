import type { GameSlug } from "../../src/games/index.ts";
import type { GamePhaseMessage } from "../../src/hud/table/events.ts";
import type { Connection } from "../../src/wire/connection.ts";
import { CONNECT_TYPE, PORT_VERSION, isFrameMessage } from "../../src/wire/frame-port.ts";
import type {
  ConnectMessage,
  FrameMessage,
  PageMessage,
  TableOptions,
} from "../../src/wire/frame-port.ts";
import { isPhaseMessage } from "../../src/wire/phase-event.ts";
import type {
  BetSpot,
  BetsFault,
  SpotPress,
  TableBets,
  TableWinners,
} from "../../src/wire/spot-bets.ts";
import { TableError } from "./table-error.ts";
import { embedUrl, requireLook, requireOptions } from "./table-options.ts";
import type { CreateTableOptions } from "./table-options.ts";

/** A table's events, and the details passed to listeners. */
export interface TableEvents {
  /** A phase has started. It does not fire on load. */
  phase: GamePhaseMessage;
  /** The table shows a round. Fires again after the frame has reloaded itself. */
  ready: { game: GameSlug };
  /** The frame does not show a table. It retries automatically if the error has a `retryAfterMs`. */
  error: TableError;
  /** The table is out of date, or up to date again. */
  stale: { isStale: boolean; connection: Connection };
  /** The betting spots are known or have moved. Adding a listener turns them on. */
  spots: { spots: readonly BetSpot[] };
  /** A spot was pressed while bets were open. A listener makes spots pressable. */
  "bet-spot": SpotPress;
  /** The table rejected invalid bets or winners. */
  refused: BetsFault;
}

/** Maximum time for the service's page to respond after the frame's `load`, in ms. The table can appear later. */
const RESPONSE_MS = 10_000;
/** Time after which a frame whose page has not responded is loaded again, in ms. */
const RELOAD_MS = 20_000;

/**
 * Adds a frame with a table to an element on the page.
 *
 * @param container an element, or a selector that matches one.
 * @throws TypeError for invalid options, or outside a page.
 */
export function createTable(container: Element | string, options: CreateTableOptions): Table {
  requireOptions(options);
  if (!("document" in globalThis)) {
    throw new TypeError(
      "createTable needs a page. Call it in a browser, for example inside an effect.",
    );
  }
  const parent = typeof container === "string" ? document.querySelector(container) : container;
  if (!(parent instanceof Element)) {
    throw new TypeError(
      `createTable: there is no element ${String(container)}. Pass an element on the page, or a selector that matches one.`,
    );
  }
  return new FramedTable(parent, options);
}

export type Table = Pick<FramedTable, keyof FramedTable>;

/** A table in a frame. Its casts are safe because the frame sends only its own game's events. */
class FramedTable {
  readonly iframe: HTMLIFrameElement;
  /**
   * Resolves when the table first shows a round. Rejects with a TableError for a permanent service error, if nothing
   * responds, or if the table is destroyed first. Stays pending during maintenance.
   */
  readonly ready: Promise<void>;
  readonly #url: string;
  readonly #origin: string;
  readonly #events = new EventTarget();
  readonly #lifetime = new AbortController();
  readonly #settle = Promise.withResolvers<void>();
  /** The options that have changed since the frame's URL was built. */
  #changedOptions: Partial<TableOptions> = {};
  /** The latest message of each type to the frame, sent again when the frame reloads itself. */
  readonly #sentMessages = new Map<PageMessage["type"], PageMessage>();
  #spots: readonly BetSpot[] = [];
  #port: MessagePort | null = null;
  #isConnected = false;
  #responseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parent: Element, options: CreateTableOptions) {
    const url = embedUrl(options);
    this.#url = url;
    this.#origin = new URL(url).origin;
    this.ready = this.#settle.promise;
    // A page can ignore the rejection, because the `error` event has the same error.
    this.ready.catch(() => {});
    const { signal } = this.#lifetime;
    this.iframe = createFrame(url, options);
    this.iframe.addEventListener("load", () => this.#connect(), { signal });
    window.addEventListener("message", (event) => this.#onMessage(event), { signal });
    parent.append(this.iframe);
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof TableEvents>(
    name: Name,
    listener: (detail: TableEvents[Name]) => unknown,
  ): () => void {
    if (name === "spots" || name === "bet-spot") {
      this.#send({ type: "bet-spots", isOn: true });
    }
    const handler = (event: Event) => listener((event as CustomEvent<TableEvents[Name]>).detail);
    this.#events.addEventListener(name, handler, { signal: this.#lifetime.signal });
    return () => this.#events.removeEventListener(name, handler);
  }

  /** The betting spots; empty until there are bets or a listener for `spots`. */
  get spots(): readonly BetSpot[] {
    return this.#spots;
  }

  /** Shows a round's bets, in place of any earlier bets; null for none. The table checks them. */
  setBets(bets: TableBets | null): void {
    this.#send({ type: "bets", bets });
  }

  /** Shows a round's winning spots; null for none. */
  setWinners(winners: TableWinners | null): void {
    this.#send({ type: "winners", winners });
  }

  /** Changes the table's look and sound. The viewer's own choices take precedence. */
  setOptions(options: Partial<TableOptions>): void {
    requireLook(options);
    this.#changedOptions = { ...this.#changedOptions, ...options };
    this.#send({ type: "options", options: this.#changedOptions });
  }

  /** Removes the frame. No listener is called after that. */
  destroy(): void {
    this.#lifetime.abort();
    this.#disconnect();
    this.iframe.remove();
    this.#settle.reject(
      new TableError("destroyed", "The table was destroyed before it was ready."),
    );
  }

  #connect(): void {
    this.#disconnect();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener("message", ({ data }) => isFrameMessage(data) && this.#receive(data));
    port1.start();
    const message: ConnectMessage = { type: CONNECT_TYPE, version: PORT_VERSION };
    // Only the service gets the port, not a page from another origin.
    this.iframe.contentWindow?.postMessage(message, this.#origin, [port2]);
    const noResponse = `Nothing responds at ${this.#origin}. Check that baseUrl is the service itself and not a redirect to it, and that this page's content security policy allows it in frame-src.`;
    this.#responseTimer = setTimeout(() => {
      this.#fail(new TableError("no_answer", noResponse));
      this.#responseTimer = setTimeout(() => (this.iframe.src = this.#url), RELOAD_MS);
    }, RESPONSE_MS);
  }

  #disconnect(): void {
    clearTimeout(this.#responseTimer);
    this.#port?.close();
    this.#port = null;
    this.#isConnected = false;
  }

  #onMessage({ source, origin, data }: MessageEvent<unknown>): void {
    if (source === this.iframe.contentWindow && origin === this.#origin && isPhaseMessage(data)) {
      this.#emit("phase", data as GamePhaseMessage);
    }
  }

  #receive(message: FrameMessage): void {
    clearTimeout(this.#responseTimer);
    switch (message.type) {
      case "connected":
        this.#isConnected = true;
        for (const sent of this.#sentMessages.values()) {
          this.#port?.postMessage(sent);
        }
        break;
      case "ready":
        this.#settle.resolve();
        this.#emit("ready", { game: message.game as GameSlug });
        break;
      case "stale":
        this.#emit("stale", { isStale: true, connection: message.connection });
        break;
      case "fresh":
        this.#emit("stale", { isStale: false, connection: "live" });
        break;
      case "error":
        this.#fail(new TableError(message.code, message.detail, message));
        break;
      case "spots":
        this.#spots = message.spots;
        this.#emit("spots", { spots: message.spots });
        break;
      case "bet-spot":
        this.#emit("bet-spot", message.press);
        break;
      case "refused":
        this.#emit("refused", { code: message.code, detail: message.detail });
        break;
      case "options":
        break;
      default:
        message satisfies never;
    }
  }

  #emit<Name extends keyof TableEvents>(name: Name, detail: TableEvents[Name]): void {
    this.#events.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #send(message: PageMessage): void {
    this.#sentMessages.set(message.type, message);
    if (this.#isConnected) {
      this.#port?.postMessage(message);
    }
  }

  #fail(error: TableError): void {
    // A table that cannot be drawn still shows its text.
    if (error.retryAfterMs === null && error.code !== "picture") {
      this.#settle.reject(error);
    }
    this.#emit("error", error);
  }
}

function createFrame(url: string, options: CreateTableOptions): HTMLIFrameElement {
  const { game, title = game, loading = "eager" } = options;
  const iframe = document.createElement("iframe");
  iframe.title = title;
  iframe.loading = loading;
  iframe.allow = "fullscreen; autoplay";
  // A same-origin frame could remove its sandbox, and browsers warn about it.
  if (new URL(url).origin !== location.origin) {
    iframe.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  }
  // The service needs the page's origin to explain why it does not show a table on this site.
  iframe.referrerPolicy = "strict-origin";
  Object.assign(iframe.style, {
    display: "block",
    width: "100%",
    aspectRatio: "830 / 553",
    border: "0",
  });
  iframe.src = url;
  return iframe;
}
