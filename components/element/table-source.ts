import type { ReactiveControllerHost } from "lit";
import { findGame } from "../../src/games/index.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { openFeed } from "../feed/open-feed.ts";
import type { RoundSource } from "../feed/round-source.ts";
import { takePageData } from "./page-data.ts";
import { serviceUrl } from "./shared-attributes.ts";
import { ElementEvents } from "./table-events.ts";

type Host = ReactiveControllerHost &
  HTMLElement & { game: string; baseUrl: string; theme: string; accent: string };

/** Opens and closes a table's round source: the feed of its game, or the replay of a finished round. */
export class TableSource {
  /** The service URL; null if `base-url` is not one. */
  service: string | null = null;
  /** Null for an unknown game or service, and until a replay is loaded. */
  current: RoundSource | null = null;
  readonly host: Host;
  readonly #onOpen: (signal: AbortSignal) => void;
  /** The number of the round to replay, as set; empty for the live game. */
  #replayedRound = "";
  #lifetime: AbortController | null = null;
  /** The `#sourceKey` at the last call to `open`, even if it failed. */
  #openedKey = "";

  /** `onOpen` is called before anything is fetched, with a signal that is aborted when the source closes. */
  constructor(host: Host, onOpen: (signal: AbortSignal) => void) {
    this.host = host;
    this.#onOpen = onOpen;
  }

  get isOutdated(): boolean {
    return this.#openedKey !== this.#sourceKey;
  }

  /** The finished round to replay from the next `open`; null for the live game. */
  set replayed(round: number | string | null) {
    this.#replayedRound = String(round ?? "");
  }

  /** Opens the host's game. Fires `error` for an unknown game or service. */
  open(): void {
    this.#openedKey = this.#sourceKey;
    const host = this.host;
    const game = findGame(host.game);
    const events = new ElementEvents(host);
    const service = serviceUrl(host.baseUrl);
    this.service = service;
    if (game === undefined || service === null) {
      const code = game === undefined ? "unknown_game" : "bad_base_url";
      // Gives the page time to add a listener.
      queueMicrotask(() => events.fire("error", { code }));
      return;
    }
    this.#lifetime = new AbortController();
    const { signal } = this.#lifetime;
    this.#onOpen(signal);
    if (this.#replayedRound !== "") {
      const wanted = { game, round: this.#replayedRound, signal };
      // Loaded on demand, because few tables are replays.
      import("../replay/open-replay.ts")
        .then(({ openReplay }) => {
          if (!signal.aborted) {
            this.current = openReplay(host, service, wanted);
          }
        })
        .catch(console.warn);
      return;
    }
    const onChange = () => {
      host.requestUpdate();
      events.follow(game, feed);
    };
    const feed = openFeed(game, service, onChange, signal);
    this.current = feed;
    const page = takePageData<Snapshot>(host);
    if (page !== null) {
      feed.adopt(page.data, page.sentMs, page.receivedMs);
    }
    void feed.run(signal);
  }

  close(): void {
    this.#lifetime?.abort();
    this.#lifetime = null;
    this.current = null;
  }

  get #sourceKey(): string {
    const { game, baseUrl } = this.host;
    return `${game} ${baseUrl} ${this.#replayedRound}`;
  }
}
