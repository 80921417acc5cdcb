import type { Game } from "../../src/games/contract.ts";
import type { Words } from "../../src/i18n/words.ts";
import { unlessClosed } from "../../src/table/closed-table.ts";
import { untouched } from "../../src/table/controls.ts";
import type { TableView } from "../../src/table/view.ts";
import { CountdownTimer } from "../element/countdown-timer.ts";
import { ShownTime } from "../element/shown-time.ts";
import type { StateFeed } from "../feed/state-feed.ts";

/** One table of a lobby: what it shows, and when that changes. */
export class LobbyTable {
  readonly #game: Game;
  readonly #feed: StateFeed;
  readonly #shownTime = new ShownTime();
  readonly #countdown: CountdownTimer;
  #view: TableView | null = null;

  constructor(game: Game, feed: StateFeed, redraw: () => void) {
    this.#game = game;
    this.#feed = feed;
    this.#countdown = new CountdownTimer(redraw);
  }

  /** Reads what to show now. */
  read(words: Words, calm: boolean): TableView {
    const { state, times, results, connection, ageMs, schedule } = this.#feed;
    this.#view = unlessClosed({
      game: this.#game,
      state,
      times,
      results,
      ...this.#shownTime.read(this.#feed),
      isSandbox: schedule?.sandbox === true,
      timeZone: schedule?.timeZone ?? "",
      connection,
      ageMs,
      controls: { ...untouched, calm },
      hasPicture: false,
      words,
    });
    return this.#view;
  }

  /** Waits for the second after the one that was read. */
  schedule(): void {
    if (this.#view !== null) {
      this.#countdown.schedule(this.#view, this.#feed, true);
    }
  }

  stop(): void {
    this.#countdown.stop();
  }
}
