import { loadWithRetry } from "../../src/wire/load-with-retry.ts";
import type { TableAudio } from "../sound/open-soundtrack.ts";
import { GESTURES } from "./sound-gestures.ts";

/** Shared by all tables on a page, because phones allow only a few audio contexts. */
let shared: AudioContext | undefined;

/** A table's sound. Its code is loaded when the viewer wants sound and the browser first allows it. */
export class TableSound {
  /** Resolves to undefined if the sound was stopped before its code was loaded. */
  #audio: Promise<TableAudio | undefined> | null = null;
  #stopped = new AbortController();
  #moment: Parameters<TableAudio["follow"]> | null = null;

  follow(...moment: Parameters<TableAudio["follow"]>): void {
    this.#moment = moment;
    if (this.#audio === null && !moment[0].controls.muted) {
      if (navigator.userActivation?.hasBeenActive) {
        this.#open();
      } else {
        this.#forEachGesture(addEventListener);
      }
    }
    this.#play();
  }

  /** Stops the sound until the next call to `follow`. */
  stop(): void {
    this.#forEachGesture(removeEventListener);
    void this.#audio?.then((audio) => audio?.end());
    this.#stopped.abort();
    this.#stopped = new AbortController();
    this.#audio = this.#moment = null;
  }

  #forEachGesture(change: typeof addEventListener | typeof removeEventListener): void {
    for (const gesture of GESTURES) {
      change(gesture, this.#open, true);
    }
  }

  /** Creates the audio context within the gesture, as browsers require, then loads the rest. */
  readonly #open = () => {
    this.#forEachGesture(removeEventListener);
    const context = (shared ??= new AudioContext());
    const { signal } = this.#stopped;
    this.#audio = loadWithRetry(() => import("../sound/open-soundtrack.ts"), { signal }).then(
      (loaded) => (signal.aborted ? undefined : loaded?.openSoundtrack(context)),
    );
    this.#play();
  };

  #play(): void {
    void this.#audio?.then((audio) => this.#moment && audio?.follow(...this.#moment));
  }
}
