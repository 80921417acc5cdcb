import type { Game } from "../../src/games/contract.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { untilToldMs } from "../../src/hud/as-seen.ts";
import { isConfirmed, phaseLengthMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { HistoryEntry, RoundState, Schedule } from "../../src/wire/answers.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { FinishedRound } from "./round-loader.ts";

/** Where a phase begins in a replay, and how long it is shown, in ms. */
export interface Chapter {
  readonly phase: Phase;
  readonly atMs: number;
  readonly lengthMs: number;
  /** How far the phase had run at that moment, in ms: a replay has only the end of betting. */
  readonly skippedMs: number;
}

/** How long before bets close a replay begins, in ms: what came before is a table that waits. */
const LEAD_MS = 3_000;

/** What a replay shows of a round: the last seconds of betting, the reveal and the result. */
function chaptersOf(times: BetTiming): Chapter[] {
  let atMs = 0;
  return (["betting", "revealing", "result"] as const).map((phase) => {
    const skippedMs = phase === "betting" ? Math.max(0, times.closesMs - LEAD_MS) : 0;
    const lengthMs = phaseLengthMs(phase, times) - skippedMs;
    atMs += lengthMs;
    return { phase, atMs: atMs - lengthMs, lengthMs, skippedMs };
  });
}

/** How fast a replay can play, as a share of the round's own speed; it starts with the first. */
export const SPEEDS = [1, 0.5, 0.25] as const;
export type Speed = (typeof SPEEDS)[number];

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
  /** Why it shows nothing: there is no such finished round, or it cannot be loaded now. */
  fault: "unknown_round" | "offline" | null = null;
  schedule: Schedule | null = null;
  results: readonly HistoryEntry[] = [];
  chapters: readonly Chapter[] = [];
  /** The state of the round at this moment; null before it is loaded. The same object while the phase lasts. */
  state: RoundState | null = null;
  /** How long it lasts at full speed, in ms. */
  lengthMs = 0;
  speed: Speed = SPEEDS[0];
  readonly ageMs = 0;
  /** No bets are taken: it is over. */
  readonly remainMs = 0;
  readonly #deps: ReplayDeps;
  readonly #onChange: () => void;
  #shown: FinishedRound | null = null;
  #isGoing = false;
  /** Where it was when it was last set going or set, and the local time then, in ms. */
  #fromMs = 0;
  #sinceMs = 0;
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

  /** How far the phase of `state` has run at this moment, in ms. */
  get elapsedMs(): number {
    // In the phase that the table shows, although the playhead may have left it by now.
    const chapter = this.chapters.find(({ phase }) => phase === this.state?.phase);
    const { atMs = 0, lengthMs = 0, skippedMs = 0 } = chapter ?? {};
    return skippedMs + Math.min(lengthMs, Math.max(0, this.atMs - atMs));
  }

  /** How far into the replay it is, in ms. */
  get atMs(): number {
    const passedMs = this.#isGoing ? (this.#deps.localNow() - this.#sinceMs) * this.speed : 0;
    return Math.min(this.lengthMs, this.#fromMs + passedMs);
  }

  /** Whether it moves. It stops by itself at the end. */
  get isPlaying(): boolean {
    return this.#isGoing && this.atMs < this.lengthMs;
  }
  /** How fast its time runs now: 0 while it is paused. */
  get rate(): number {
    return this.isPlaying ? this.speed : 0;
  }

  /** The chapter of a moment; none before the round is loaded. */
  chapterAt(atMs: number): Chapter | undefined {
    return this.chapters.findLast((chapter) => chapter.atMs <= atMs);
  }

  /** Loads the round, and may be called again after a fault. Never rejects: what goes wrong is its `fault`. */
  async open(): Promise<void> {
    const { load, signal } = this.#deps;
    this.fault = null;
    try {
      const round = await load();
      if (round === null) {
        this.fault = "unknown_round";
      } else if (!signal.aborted) {
        this.#shown = round;
        this.schedule = round.schedule;
        this.chapters = chaptersOf(round.times);
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

  /** Moves on from here; from the start if it stands at the end. */
  play(): void {
    this.#goOn(this.atMs < this.lengthMs ? this.atMs : 0, true);
  }

  pause(): void {
    this.#goOn(this.atMs, false);
  }

  /** Goes to a moment, in ms of the replay, and on from there if it plays. What lies outside counts as the nearest end. */
  seek(atMs: number): void {
    this.#goOn(Math.min(this.lengthMs, Math.max(0, atMs)));
  }

  setSpeed(speed: Speed): void {
    const { atMs } = this;
    this.speed = speed;
    this.#goOn(atMs);
  }

  #goOn(fromMs: number, isGoing = this.#isGoing): void {
    [this.#fromMs, this.#sinceMs, this.#isGoing] = [fromMs, this.#deps.localNow(), isGoing];
    this.#follow();
  }

  /** Shows the phase of this moment, and comes back at the next one, at the next full second or when more of the result is public. */
  #follow(): void {
    clearTimeout(this.#timer);
    const chapter = this.chapterAt(this.atMs);
    if (chapter !== undefined && this.#shown !== null) {
      if (chapter.phase !== this.state?.phase) {
        this.#enter(chapter.phase, this.#shown);
      }
      if (this.isPlaying) {
        const leftMs = chapter.atMs + chapter.lengthMs - this.atMs;
        const toldMs = untilToldMs({ ...this.#deps, state: this.state }, this.elapsedMs);
        const untilMs = Math.min(
          leftMs,
          1000 - (this.elapsedMs % 1000),
          chapter.phase === "result" && toldMs > 0 ? toldMs : leftMs,
        );
        this.#timer = setTimeout(() => this.#follow(), Math.ceil(untilMs / this.speed));
      }
    }
    this.#onChange();
  }

  #enter(phase: Phase, { entry, before }: FinishedRound): void {
    const { round, daily_round, date } = entry;
    const common = { round, daily_round, date, phase, remainMs: 0 };
    const fields = this.#deps.game.publicFields(phase === "betting" ? null : entry, phase);
    this.state = Object.assign(common, fields);
    // The roads must not say more than the table does.
    this.results = isConfirmed(phase) ? [entry, ...before] : before;
  }
}
