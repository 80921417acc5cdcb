import { winnerRevealMs } from "../../src/hud/revealed-view.ts";
import { winnerInWords } from "../../src/hud/side.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { LAST_SECONDS } from "../../src/round/phases.ts";
import { isClosed } from "../../src/wire/connection.ts";
import { toPlay } from "../scenes/load-scene.ts";
import type { SustainedSounds } from "../stage/scene-sounds.ts";
import type { Play } from "../stage/scene.ts";
import type { Caller } from "./caller.ts";
import { sceneCues, tableCues } from "./cues.ts";
import type { AudibleScene, Cue } from "./cues.ts";
import type { Mixer } from "./mixer.ts";
import type { SoundChoice } from "./sound-choice.ts";

interface Call {
  /** Time in the phase, in ms. */
  atMs: number;
  text: string;
}

/** Delay of the "place your bets" call after the bell, in ms. */
const OPEN_CALL_MS = 450;
/** Delay of the result's call after the picture names the winner, in ms. */
const RESULT_CALL_MS = 350;

/** A result's call: one sentence for each side with its total or cards, and one for the winner. */
function resultCall(view: TableView): string {
  const { game, state, words } = view;
  const gameWords = words.games[game.slug];
  const name = (id: string) => gameWords?.sides[id] ?? id;
  const summary = game.summary(state);
  const hands = "hands" in summary ? summary.hands : [];
  const parts = hands.map(({ side, cards, total }) =>
    // Totals stay numbers, which the voice reads in its language.
    [name(side), ...(total === null ? cards.map((card) => words.card(card)) : [total])].join(", "),
  );
  return [...parts, winnerInWords(view, state)].map((part) => `${part}.`).join(" ");
}

export function phaseCalls(view: TableView): Call[] {
  const { state, words, times } = view;
  switch (state?.phase) {
    case "betting":
      return [
        { atMs: OPEN_CALL_MS, text: words.phases.betting },
        { atMs: times.closesMs - LAST_SECONDS * 1_000, text: words.lastBets },
        { atMs: times.closesMs, text: words.phases.revealing },
      ];
    case "result":
      return [{ atMs: winnerRevealMs(view) + RESULT_CALL_MS, text: resultCall(view) }];
    default:
      return [];
  }
}

const LOOK_EVERY_MS = 60;
/** How far ahead sounds are scheduled, in ms, so that a busy page does not delay them. */
const AHEAD_MS = 250;
/** Sounds that are later than this are dropped, in ms; a polled state is about this late. */
const LATE_MS = 300;
/** A clock change by more than this between two looks counts as a jump, in ms. */
const JUMP_MS = 1_000;

/** A soundtrack's dependencies, which tests replace. */
export interface SoundtrackDeps {
  mixer: Pick<Mixer, "play" | "follow" | "cut" | "volume">;
  /** Speaks the calls; null if the browser has no speech. */
  caller: Pick<Caller, "callAt" | "silence" | "volume"> | null;
  choice: () => SoundChoice;
  /** The caller's clock, in ms. */
  now: () => number;
  /** Loads a game's audible scene; null if it has no sounds. */
  loadAudibleScene: (slug: string) => Promise<AudibleScene | null>;
}

/**
 * Plays one table's sound, derived from its picture. It never plays past sounds: after a late join, a page's return or
 * a clock jump, it continues from now.
 */
export class Soundtrack {
  readonly #deps: SoundtrackDeps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #view: TableView | null = null;
  #bets: Play["bets"];
  #elapsedMs = () => 0;
  #scene: AudibleScene | null = null;
  #slug = "";
  /** The game, round and phase that is playing. */
  #phase = "";
  /** Sounds are scheduled up to this time in the phase, in ms. */
  #doneMs = 0;
  #lookedMs = 0;
  /** The phase and time of the sustained sounds last set, so that they are set once while the picture rests. */
  #moment = "";

  constructor(deps: SoundtrackDeps) {
    this.#deps = deps;
  }

  /**
   * Follows a view, and its bets if it has any. `elapsedMs` returns how far its phase has run on the server's clock.
   */
  follow(view: TableView, elapsedMs: () => number, bets?: Play["bets"]): void {
    const { mixer, caller } = this.#deps;
    const { calls, volume } = this.#deps.choice();
    [this.#view, this.#bets] = [view, bets];
    this.#elapsedMs = elapsedMs;
    mixer.volume = volume / 100;
    if (caller !== null) {
      caller.volume = volume / 100;
      if (!calls) {
        caller.silence();
      }
    }
    if (view.game.slug !== this.#slug) {
      this.#slug = view.game.slug;
      void this.#load(this.#slug);
    }
    this.#timer ??= setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  /** Silences everything immediately; `follow` starts again. */
  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#phase = this.#moment = "";
    this.#deps.mixer.volume = 0;
    this.#deps.mixer.cut();
    this.#deps.caller?.silence();
  }

  /** Schedules the next sounds. Called by a timer; safe to call at any time. */
  look(): void {
    const view = this.#view;
    if (view === null || view.state === null || isClosed(view.connection)) {
      return;
    }
    const elapsedMs = this.#elapsedMs();
    this.#noticeJump(`${this.#slug}:${view.state.round}:${view.state.phase}`, elapsedMs);
    const fromMs = Math.max(this.#doneMs, elapsedMs - LATE_MS);
    const toMs = elapsedMs + AHEAD_MS;
    if (toMs > fromMs) {
      for (const cue of this.#cues(view, fromMs, toMs)) {
        this.#deps.mixer.play(cue, Math.max(0, cue.atMs - elapsedMs) / 1_000);
      }
      this.#call(view, { fromMs, toMs, elapsedMs });
      this.#doneMs = toMs;
    }
    this.#sustain(view, elapsedMs);
  }

  async #load(slug: string): Promise<void> {
    this.#scene = null;
    // The picture reports a scene that cannot be loaded.
    const scene = await this.#deps.loadAudibleScene(slug).catch(() => null);
    if (slug === this.#slug) {
      this.#scene = scene;
      this.#moment = "";
    }
  }

  /** Handles a new phase or a clock jump. A new phase is played from its start if it has just started. */
  #noticeJump(phase: string, elapsedMs: number): void {
    if (phase !== this.#phase) {
      this.#doneMs = elapsedMs <= LATE_MS ? -1 : elapsedMs;
    } else if (Math.abs(elapsedMs - this.#lookedMs) > JUMP_MS) {
      this.#deps.mixer.cut();
      this.#deps.caller?.silence();
      this.#doneMs = elapsedMs;
    }
    this.#phase = phase;
    this.#lookedMs = elapsedMs;
  }

  #cues(view: TableView, fromMs: number, toMs: number): Cue[] {
    const { phase } = view.state ?? { phase: "waiting" };
    const isDue = ({ atMs }: { atMs: number }) => atMs > fromMs && atMs <= toMs;
    const signals = tableCues(phase, view.times, winnerRevealMs(view))
      .filter(isDue)
      .filter(({ sound }) => view.controls.ticks || (sound !== "tick" && sound !== "lastTick"));
    const scene = this.#scene;
    const play = toPlay(view);
    return scene === null || play === null || view.isMotionless
      ? signals
      : [...signals, ...sceneCues(scene, { ...play, bets: this.#bets }, fromMs, toMs)];
  }

  #call(view: TableView, span: { fromMs: number; toMs: number; elapsedMs: number }): void {
    const { caller, now, choice } = this.#deps;
    if (caller === null || !choice().calls) {
      return;
    }
    for (const { atMs, text } of phaseCalls(view)) {
      if (atMs > span.fromMs && atMs <= span.toMs) {
        caller.callAt(text, view.words.lang, now() + atMs - span.elapsedMs);
      }
    }
  }

  /** Sets the sustained sounds to the picture's on the next look. */
  #sustain(view: TableView, elapsedMs: number): void {
    const scene = this.#scene;
    const play = toPlay(view);
    let sustained: Partial<SustainedSounds> = {};
    let moment = `${this.#phase} still`;
    if (scene !== null && play !== null && !view.isMotionless) {
      const poseAtMs = Math.min(elapsedMs + LOOK_EVERY_MS, scene.restsAfterMs(play));
      moment = `${this.#phase} ${poseAtMs}`;
      sustained =
        moment === this.#moment
          ? {}
          : (scene.poseSounds(scene.pose(play, poseAtMs)).sustained ?? {});
    }
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#deps.mixer.follow(sustained, 0);
    }
  }
}
