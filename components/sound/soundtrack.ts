import { winnerSeenMs } from "../../src/hud/as-seen.ts";
import { winnerInWords } from "../../src/hud/side.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { LAST_SECONDS } from "../../src/look/tokens.ts";
import { isClosed } from "../../src/wire/connection.ts";
import { toPlay } from "../scenes/load-scene.ts";
import type { Lasting } from "../stage/heard.ts";
import type { Play } from "../stage/scene.ts";
import type { Caller } from "./caller.ts";
import type { SoundChoice } from "./choice.ts";
import { sceneCues, tableCues } from "./cues.ts";
import type { AudibleScene, Cue } from "./cues.ts";
import type { Mixer } from "./mixer.ts";

/** What a dealer says at a moment of a phase. */
interface Call {
  /** In ms of the phase. */
  atMs: number;
  text: string;
}

/** After the bell that opens bets, and after the winner is named, in ms. */
const [OPEN_AT, RESULT_AT] = [450, 350];

/** The sides and their totals, or their cards where none are added up, and who has won: a sentence each. */
function resultCall(view: TableView): string {
  const { game, state, words } = view;
  const own = words.games[game.slug];
  const name = (id: string) => own?.sides[id] ?? id;
  const summary = game.board.summary(state);
  const hands = "hands" in summary ? summary.hands : [];
  const parts = hands.map(({ side, cards, total }) =>
    // The voice reads a total as its language does.
    [name(side), ...(total === null ? cards.map((card) => words.card(card)) : [total])].join(", "),
  );
  return [...parts, winnerInWords(view, state)].map((part) => `${part}.`).join(" ");
}

/** What is called in the phase of a view, in the order of the times. */
export function callsOf(view: TableView): Call[] {
  const { state, words, times } = view;
  switch (state?.phase) {
    case "betting":
      return [
        { atMs: OPEN_AT, text: words.phases.betting },
        { atMs: times.closesMs - LAST_SECONDS * 1_000, text: words.lastBets },
        { atMs: times.closesMs, text: words.phases.revealing },
      ];
    case "result":
      return [{ atMs: winnerSeenMs(view) + RESULT_AT, text: resultCall(view) }];
    default:
      return [];
  }
}

/** How often the table is listened to, and how far ahead, in ms: a busy page delays no sound. */
const [LOOK_MS, AHEAD_MS] = [60, 250];
/** What should have sounded longer ago than this is dropped, in ms; a state that is polled comes about so late. */
const LATE_MS = 300;
/** A clock that goes back or on by more than this between two looks, in ms, has jumped: by less it was set. */
const JUMP_MS = 1_000;

/** What a soundtrack is made with. */
export interface SoundtrackDeps {
  mixer: Pick<Mixer, "play" | "follow" | "cut" | "volume">;
  /** Speaks the calls; null where the browser has no voices. */
  caller: Pick<Caller, "callAt" | "silence" | "volume"> | null;
  /** What the viewer chose. */
  choice: () => SoundChoice;
  /** The clock that `caller` goes by, in ms. */
  now: () => number;
  /** What is heard of a game; null where its scene says nothing of it. */
  sceneOf: (slug: string) => Promise<AudibleScene | null>;
}

/**
 * Plays the sound of one table from its picture: always what comes, never what has been. A viewer
 * who joins late, a page that comes back and a jump of the clock all start from now.
 */
export class Soundtrack {
  readonly #deps: SoundtrackDeps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #view: TableView | null = null;
  #bets: Play["bets"];
  #elapsedMs = () => 0;
  #scene: AudibleScene | null = null;
  #slug = "";
  /** The phase that is listened to, until when it has been, and when it was looked at last, in ms of it. */
  #phase = "";
  #doneMs = 0;
  #lookedMs = 0;
  /** The moment whose lasting sounds are playing: they are set once while the picture rests. */
  #moment = "";

  constructor(deps: SoundtrackDeps) {
    this.#deps = deps;
  }

  /** Follows a view, and its bets where it has any. `elapsedMs`: by the server's clock, how far its phase has run. */
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
    this.#timer ??= setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** Falls silent at once; `follow` starts again. */
  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#phase = this.#moment = "";
    this.#deps.mixer.volume = 0;
    this.#deps.mixer.cut();
    this.#deps.caller?.silence();
  }

  /** Plays what comes next. It is called by a timer; safe to call at any time. */
  look(): void {
    const view = this.#view;
    if (view === null || view.state === null || isClosed(view.connection)) {
      return;
    }
    const elapsedMs = this.#elapsedMs();
    this.#noticeJump(`${this.#slug}:${view.state.round}:${view.state.phase}`, elapsedMs);
    const fromMs = Math.max(this.#doneMs, elapsedMs - LATE_MS);
    const untilMs = elapsedMs + AHEAD_MS;
    if (untilMs > fromMs) {
      for (const cue of this.#cues(view, fromMs, untilMs)) {
        this.#deps.mixer.play(cue, Math.max(0, cue.atMs - elapsedMs) / 1_000);
      }
      this.#call(view, { fromMs, untilMs, elapsedMs });
      this.#doneMs = untilMs;
    }
    this.#last(view, elapsedMs);
  }

  async #load(slug: string): Promise<void> {
    this.#scene = null;
    // A scene that cannot be loaded is not drawn either, and the picture reports it.
    const scene = await this.#deps.sceneOf(slug).catch(() => null);
    if (slug === this.#slug) {
      this.#scene = scene;
      this.#moment = "";
    }
  }

  /** A phase that has just started is played from its start, one that has run for longer from now on. */
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

  #cues(view: TableView, fromMs: number, untilMs: number): Cue[] {
    const { phase } = view.state ?? { phase: "waiting" };
    const isDue = ({ atMs }: { atMs: number }) => atMs > fromMs && atMs <= untilMs;
    const signals = tableCues(phase, view.times, winnerSeenMs(view))
      .filter(isDue)
      .filter(({ sound }) => view.controls.ticks || (sound !== "tick" && sound !== "lastTick"));
    const scene = this.#scene;
    const play = toPlay(view);
    return scene === null || play === null || view.isStill
      ? signals
      : [...signals, ...sceneCues(scene, { ...play, bets: this.#bets }, fromMs, untilMs)];
  }

  #call(view: TableView, span: { fromMs: number; untilMs: number; elapsedMs: number }): void {
    const { caller, now, choice } = this.#deps;
    if (caller === null || !choice().calls) {
      return;
    }
    for (const { atMs, text } of callsOf(view)) {
      if (atMs > span.fromMs && atMs <= span.untilMs) {
        caller.callAt(text, view.words.lang, now() + atMs - span.elapsedMs);
      }
    }
  }

  /** What lasts follows the picture of the next moment, and falls silent where nothing is heard of it. */
  #last(view: TableView, elapsedMs: number): void {
    const scene = this.#scene;
    const play = toPlay(view);
    let lasting: Partial<Lasting> = {};
    let moment = `${this.#phase} still`;
    if (scene !== null && play !== null && !view.isStill) {
      const poseAtMs = Math.min(elapsedMs + LOOK_MS, scene.restsAfterMs(play));
      moment = `${this.#phase} ${poseAtMs}`;
      lasting =
        moment === this.#moment ? {} : (scene.heard(scene.pose(play, poseAtMs)).lasting ?? {});
    }
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#deps.mixer.follow(lasting, 0);
    }
  }
}
