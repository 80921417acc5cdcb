import type { Game } from "../../src/games/contract.ts";
import { toState } from "../../src/games/history-entry.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { untilRevealMs } from "../../src/hud/revealed-view.ts";
import { isConfirmed, phaseLengthMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire/responses.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { FinishedRound } from "./round-loader.ts";

/** A replay phase: its start and length, in ms. */
export interface Chapter {
  readonly phase: Phase;
  readonly startMs: number;
  readonly lengthMs: number;
  /** How far the phase had already run at its start, in ms: a replay shows only the end of betting. */
  readonly skippedMs: number;
}

/** Length of betting before bets close, in ms. */
const LEAD_MS = 3_000;

function splitChapters(times: BetTiming): Chapter[] {
  let endMs = 0;
  return (["betting", "revealing", "result"] as const).map((phase) => {
    const skippedMs = phase === "betting" ? Math.max(0, times.closesMs - LEAD_MS) : 0;
    const lengthMs = phaseLengthMs(phase, times) - skippedMs;
    endMs += lengthMs;
    return { phase, startMs: endMs - lengthMs, lengthMs, skippedMs };
  });
}

/** Speeds relative to the original; the first is the default. */
export const SPEEDS = [1, 0.5, 0.25] as const;
export type Speed = (typeof SPEEDS)[number];

/** A replay's dependencies, which tests replace. */
export interface ReplayDeps {
  game: Game;
  /** The round number, unvalidated. */
  round: string;
  load: () => Promise<FinishedRound | null>;
  /** A monotonic clock, in ms. */
  localNow: () => number;
  signal: AbortSignal;
}

/**
 * A round source that replays a finished round in place of the live game. It provides the table's state at the
 * playhead, which viewers can move.
 */
export class Replay implements RoundSource {
  /** Why there is nothing to show: the round is unknown or not finished, or loading failed. */
  fault: "unknown_round" | "offline" | null = null;
  schedule: Schedule | null = null;
  results: readonly HistoryEntry[] = [];
  chapters: readonly Chapter[] = [];
  /** The round's current state; null until it is loaded. Stays the same object throughout a phase. */
  state: RoundState | null = null;
  /** Length at full speed, in ms. */
  lengthMs = 0;
  speed: Speed = SPEEDS[0];
  readonly ageMs = 0;
  /** Always 0: a finished round cannot take bets. */
  readonly remainMs = 0;
  readonly #deps: ReplayDeps;
  readonly #onChange: () => void;
  #loadedRound: FinishedRound | null = null;
  #isRunning = false;
  /** The playhead's position when it was last moved, started or stopped, in ms. */
  #fromMs = 0;
  /** Local time at `#fromMs`, in ms. */
  #sinceMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onChange` is called when anything outside the picture might have changed. */
  constructor(deps: ReplayDeps, onChange: () => void) {
    this.#deps = deps;
    this.#onChange = onChange;
  }

  get round(): string {
    return this.#deps.round;
  }

  get connection(): "live" | "stale" | "offline" {
    return this.#loadedRound !== null ? "live" : this.fault === "offline" ? "offline" : "stale";
  }

  get times(): BetTiming {
    return this.#loadedRound?.times ?? this.#deps.game;
  }

  /** How far the phase of `state` has run at this moment, in ms. */
  get elapsedMs(): number {
    // Clamped to the phase on screen, which the playhead might already have left.
    const chapter = this.chapters.find(({ phase }) => phase === this.state?.phase);
    const { startMs = 0, lengthMs = 0, skippedMs = 0 } = chapter ?? {};
    return skippedMs + Math.min(lengthMs, Math.max(0, this.positionMs - startMs));
  }

  get positionMs(): number {
    const passedMs = this.#isRunning ? (this.#deps.localNow() - this.#sinceMs) * this.speed : 0;
    return Math.min(this.lengthMs, this.#fromMs + passedMs);
  }

  /** A replay stops automatically at the end. */
  get isPlaying(): boolean {
    return this.#isRunning && this.positionMs < this.lengthMs;
  }

  get rate(): number {
    return this.isPlaying ? this.speed : 0;
  }

  /** The chapter at a position in ms; undefined until the round is loaded. */
  chapterAt(atMs: number): Chapter | undefined {
    return this.chapters.findLast((chapter) => chapter.startMs <= atMs);
  }

  /** Loads the round. Never rejects: an error sets `fault`, after which `open` can be called again. */
  async open(): Promise<void> {
    const { load, signal } = this.#deps;
    this.fault = null;
    try {
      const round = await load();
      if (round === null) {
        this.fault = "unknown_round";
      } else if (!signal.aborted) {
        this.#loadedRound = round;
        this.schedule = round.schedule;
        this.chapters = splitChapters(round.times);
        this.lengthMs = this.chapters.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
        this.#enter("betting", round);
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

  /** Plays from the current position, or from the start if it is at the end. */
  play(): void {
    this.#moveTo(this.positionMs < this.lengthMs ? this.positionMs : 0, true);
  }

  pause(): void {
    this.#moveTo(this.positionMs, false);
  }

  /** Moves the playhead to a position in ms, clamped to the replay. Playing continues from there. */
  seek(atMs: number): void {
    this.#moveTo(Math.min(this.lengthMs, Math.max(0, atMs)));
  }

  setSpeed(speed: Speed): void {
    const { positionMs } = this;
    this.speed = speed;
    this.#moveTo(positionMs);
  }

  #moveTo(fromMs: number, isRunning = this.#isRunning): void {
    [this.#fromMs, this.#sinceMs, this.#isRunning] = [fromMs, this.#deps.localNow(), isRunning];
    this.#update();
  }

  /** Updates the state, and schedules the next update: at the next phase, whole second, or reveal. */
  #update(): void {
    clearTimeout(this.#timer);
    const chapter = this.chapterAt(this.positionMs);
    if (chapter !== undefined && this.#loadedRound !== null) {
      if (chapter.phase !== this.state?.phase) {
        this.#enter(chapter.phase, this.#loadedRound);
      }
      if (this.isPlaying) {
        const leftMs = chapter.startMs + chapter.lengthMs - this.positionMs;
        const revealMs = untilRevealMs({ ...this.#deps, state: this.state }, this.elapsedMs);
        const waitMs = Math.min(
          leftMs,
          1000 - (this.elapsedMs % 1000),
          chapter.phase === "result" && revealMs > 0 ? revealMs : leftMs,
        );
        this.#timer = setTimeout(() => this.#update(), Math.ceil(waitMs / this.speed));
      }
    }
    this.#onChange();
  }

  #enter(phase: Phase, { entry, before }: FinishedRound): void {
    this.state = toState(this.#deps.game, entry, phase, phase === "betting" ? null : entry);
    // The roads must not reveal more than the table does.
    this.results = isConfirmed(phase) ? [entry, ...before] : before;
  }
}
