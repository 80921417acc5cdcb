import type { ReactiveControllerHost } from "lit";
import { findGame } from "../../src/games/index.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { openFeed } from "../feed/open-feed.ts";
import type { RoundSource } from "../feed/round-source.ts";
import { serviceAddress } from "./attributes.ts";
import { takePageData } from "./page-data.ts";
import { TableEvents } from "./table-events.ts";

type Host = ReactiveControllerHost &
  HTMLElement & { game: string; baseUrl: string; theme: string; accent: string };

/** Opens and closes what a table shows rounds from: the feed of its game, or the finished round that it plays. */
export class TableSource {
  /** The URL of the service; null if `base-url` is not one. */
  service: string | null = null;
  /** What is open; null for an unknown game or service, and until a finished round is there. */
  current: RoundSource | null = null;
  readonly host: Host;
  readonly #opened: (signal: AbortSignal) => void;
  /** The round that is to be played again, as it was set; empty for the live game. */
  #replayed = "";
  #running: AbortController | null = null;
  /** The table that was opened last, even of an unknown game. */
  #openedFor = "";

  /** `opened` is called with what ends a source as it opens, before anything is fetched for it. */
  constructor(host: Host, opened: (signal: AbortSignal) => void) {
    this.host = host;
    this.#opened = opened;
  }

  /** Whether another game, service or round was set since it was opened. */
  get isOutdated(): boolean {
    return this.#openedFor !== this.#name;
  }

  /** The number of the finished round to play from the next opening on; null for the live game. */
  set replayed(round: number | string | null) {
    this.#replayed = String(round ?? "");
  }

  /** Opens what the host names now. Fires `error` for an unknown game or service. */
  open(): void {
    this.#openedFor = this.#name;
    const host = this.host;
    const game = findGame(host.game);
    const events = new TableEvents(host);
    this.service = serviceAddress(host.baseUrl);
    if (game === undefined || this.service === null) {
      const code = game === undefined ? "unknown_game" : "bad_base_url";
      // After the page has had the time to listen.
      queueMicrotask(() => events.fire("error", { code }));
      return;
    }
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#opened(signal);
    if (this.#replayed !== "") {
      const wanted = { game, service: this.service, round: this.#replayed, events, signal };
      // Few tables play finished rounds: what that takes is loaded first.
      import("../replay/open-replay.ts")
        .then(({ openReplay }) => {
          if (!signal.aborted) {
            this.current = openReplay(host, wanted);
          }
        })
        .catch(console.warn);
      return;
    }
    const changed = () => {
      host.requestUpdate();
      events.follow(game, feed);
    };
    const feed = openFeed(game, this.service, changed, signal);
    this.current = feed;
    const page = takePageData<Snapshot>(host);
    if (page !== null) {
      feed.adopt(page.data, page.sentMs, page.receivedMs);
    }
    void feed.run(signal);
  }

  /** Ends what is open. Safe to call twice. */
  close(): void {
    this.#running?.abort();
    this.#running = null;
    this.current = null;
  }

  get #name(): string {
    const { game, baseUrl } = this.host;
    return `${game} ${baseUrl} ${this.#replayed}`;
  }
}
