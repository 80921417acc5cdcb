import type { Game } from "../../src/games/contract.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { untilToldMs } from "../../src/hud/as-seen.ts";
import { isConfirmed } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire/answers.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { FinishedRound } from "./load-round.ts";
import { chapterAt, chaptersOf, lengthOf } from "./moments.ts";
import type { Chapter } from "./moments.ts";
import { Playhead } from "./playhead.ts";
import type { Speed } from "./playhead.ts";

/** Why a replay shows nothing: there is no such finished round, or it cannot be loaded now. */
export type ReplayFault = "unknown_round" | "offline";

/** What a replay is made with, which tests replace. */
export interface ReplayDeps {
  game: Game;
  /** The number of the round as it was given. */
  round: string;
  load: () => Promise<FinishedRound | null>;
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * A finished round in place of the live game. A table shows it as it shows the state of a feed: at any
 * moment it answers what the table showed then. Its time is that of a playhead, which viewers move.
 */
export class Replay implements RoundSource {
  /** Null while it shows a round, or is loading. */
  fault: ReplayFault | null = null;
  schedule: Schedule | null = null;
  results: readonly HistoryEntry[] = [];
  chapters: readonly Chapter[] = [];
  readonly ageMs = 0;
  /** No bets are taken: it is over. */
  readonly remainMs = 0;
  readonly #deps: ReplayDeps;
  readonly #onChange: () => void;
  #shown: FinishedRound | null = null;
  #playhead = new Playhead(0, () => 0);
  #state: RoundState | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onChange` is called when what a table shows besides its picture may have changed. */
  constructor(deps: ReplayDeps, onChange: () => void) {
    this.#deps = deps;
    this.#onChange = onChange;
  }

  get round(): string {
    return this.#deps.round;
  }

  /** As that of a table: `live` once its round is there. */
  get connection(): "live" | "stale" | "offline" {
    return this.#shown !== null ? "live" : this.fault === "offline" ? "offline" : "stale";
  }

  get times(): BetTiming {
    return this.#shown?.times ?? this.#deps.game;
  }

  /** The state of the round at this moment; null before it is loaded. The same object while the phase lasts. */
  get state(): RoundState | null {
    return this.#state;
  }

  /** How far the phase of `state` has run at this moment, in ms. */
  get elapsedMs(): number {
    if (this.#state === null) {
      return 0;
    }
    // In the phase that the table shows, although the playhead may have left it by now.
    const chapter = this.chapters.find(({ phase }) => phase === this.#state?.phase);
    const { atMs = 0, lengthMs = 0, skippedMs = 0 } = chapter ?? {};
    return skippedMs + Math.min(lengthMs, Math.max(0, this.atMs - atMs));
  }

  /** How far into the replay it is, and how long that lasts at full speed, both in ms. */
  get atMs(): number {
    return this.#playhead.atMs;
  }
  get lengthMs(): number {
    return lengthOf(this.chapters);
  }

  get isPlaying(): boolean {
    return this.#playhead.isPlaying;
  }
  get speed(): Speed {
    return this.#playhead.speed;
  }
  /** How fast its time runs now: 0 while it stands still. */
  get rate(): number {
    return this.isPlaying ? this.speed : 0;
  }

  /** Loads the round, and may be called again after a fault. Never rejects: what goes wrong is its `fault`. */
  async open(): Promise<void> {
    const { signal } = this.#deps;
    this.fault = null;
    try {
      const round = await this.#deps.load();
      if (round === null) {
        this.fault = "unknown_round";
      } else if (!signal.aborted) {
        this.#begin(round);
        signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
      }
    } catch (error) {
      this.fault = "offline";
      if (!signal.aborted) {
        console.warn("Tableside: the round cannot be loaded.", error);
      }
    }
    if (!signal.aborted) {
      this.#onChange();
    }
  }

  play(): void {
    this.#playhead.play();
    this.#changed();
  }

  pause(): void {
    this.#playhead.pause();
    this.#changed();
  }

  /** Goes to a moment, in ms of the replay. */
  seek(atMs: number): void {
    this.#playhead.seek(atMs);
    this.#changed();
  }

  setSpeed(speed: Speed): void {
    this.#playhead.setSpeed(speed);
    this.#changed();
  }

  #begin(round: FinishedRound): void {
    this.#shown = round;
    this.schedule = round.schedule;
    this.chapters = chaptersOf(round.times);
    this.#playhead = new Playhead(this.lengthMs, this.#deps.localNow);
    this.#enter(chapterAt(this.chapters, 0).phase);
  }

  #changed(): void {
    this.#follow();
    this.#onChange();
  }

  /** Shows the phase of this moment, and comes back at the next one, at the next full second or as more is told of the result. */
  #follow(): void {
    clearTimeout(this.#timer);
    if (this.#shown === null) {
      return;
    }
    const chapter = chapterAt(this.chapters, this.atMs);
    if (chapter.phase !== this.#state?.phase) {
      this.#enter(chapter.phase);
    }
    if (this.isPlaying) {
      const leftMs = chapter.atMs + chapter.lengthMs - this.atMs;
      const toldMs = untilToldMs({ ...this.#deps, state: this.#state }, this.elapsedMs);
      const untilMs = Math.min(
        leftMs,
        1000 - (this.elapsedMs % 1000),
        chapter.phase === "result" && toldMs > 0 ? toldMs : leftMs,
      );
      this.#timer = setTimeout(() => this.#changed(), Math.ceil(untilMs / this.speed));
    }
  }

  #enter(phase: Phase): void {
    const { game } = this.#deps;
    const round = this.#shown;
    if (round === null) {
      return;
    }
    const { entry, before } = round;
    const { round: number, daily_round, date } = entry;
    const common = { round: number, daily_round, date, phase, remainMs: 0 };
    const fields = game.publicFields(phase === "betting" ? null : entry, phase);
    this.#state = Object.assign(common, fields);
    // The roads must not say more than the table does.
    this.results = isConfirmed(phase) ? [entry, ...before] : before;
  }
}
