import { untilLoaded } from "../../src/wire/until-loaded.ts";
import type { TableAudio } from "../sound/open-soundtrack.ts";

/** Browsers allow sound once the viewer has pressed something on the page. */
const GESTURES = ["pointerup", "keydown"] as const;

/** One for all tables of a page: phones allow few. */
let shared: AudioContext | undefined;

/** The sound of a table. What makes it is loaded when the viewer first wants it and may have it. */
export class TableSound {
  /** Nothing if it was stopped before that was loaded. */
  #audio: Promise<TableAudio | undefined> | null = null;
  #stopped = new AbortController();
  #shown: Parameters<TableAudio["follow"]> | null = null;

  /** Has the sound follow what is shown: a view, how long its phase has run, in ms, and its bets. */
  follow(...shown: Parameters<TableAudio["follow"]>): void {
    this.#shown = shown;
    if (this.#audio === null && !shown[0].controls.muted) {
      if (navigator.userActivation?.hasBeenActive) {
        this.#open();
      } else {
        this.#listen(addEventListener);
      }
    }
    this.#play();
  }

  /** Ends it, until a view is followed again. */
  stop(): void {
    this.#listen(removeEventListener);
    void this.#audio?.then((audio) => audio?.end());
    this.#stopped.abort();
    this.#stopped = new AbortController();
    this.#audio = this.#shown = null;
  }

  #listen(change: typeof addEventListener | typeof removeEventListener): void {
    for (const gesture of GESTURES) {
      change(gesture, this.#open, true);
    }
  }

  /** The context is made in the gesture itself, and the rest comes when it is loaded. */
  readonly #open = () => {
    this.#listen(removeEventListener);
    const context = (shared ??= new AudioContext());
    const { signal } = this.#stopped;
    this.#audio = untilLoaded(() => import("../sound/open-soundtrack.ts"), {
      random: Math.random,
      signal,
      failed: console.warn,
    }).then((loaded) => (signal.aborted ? undefined : loaded?.openSoundtrack(context)));
    this.#play();
  };

  #play(): void {
    void this.#audio?.then((audio) => this.#shown && audio?.follow(...this.#shown));
  }
}
