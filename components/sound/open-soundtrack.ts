import { GESTURES } from "../element/sound-gestures.ts";
import { loadScene } from "../scenes/load-scene.ts";
import { Caller } from "./caller.ts";
import type { AudibleScene } from "./cues.ts";
import { openMixer } from "./mixer.ts";
import type { Mixer } from "./mixer.ts";
import { onSoundChoice, soundChoice } from "./sound-choice.ts";
import { Soundtrack } from "./soundtrack.ts";

/** The page's audible tables, which share one context. */
const audibleTables = new Set<object>();

/** Resumes a context. If the browser does not allow it, the next gesture tries again. */
function run(context: AudioContext): void {
  if (context.state !== "running") {
    context.resume().catch(() => {});
  }
}

/** Runs a context only while at least one of its tables is audible. */
function setAudible(context: AudioContext, table: object, isAudible: boolean): void {
  if (isAudible) {
    audibleTables.add(table);
    run(context);
    return;
  }
  audibleTables.delete(table);
  // The sound might have been turned off while its code was loading.
  if (audibleTables.size === 0 && context.state === "running") {
    context.suspend().catch(() => {});
  }
}

const sceneSounds = import.meta.glob<Pick<AudibleScene, "poseSounds" | "timedSounds">>(
  "../scenes/*/sounds.ts",
  {
    eager: true,
  },
);

async function loadAudibleScene(slug: string) {
  const sounds = sceneSounds[`../scenes/${slug}/sounds.ts`];
  if (sounds === undefined) {
    return null;
  }
  const { pose, restsAfterMs } = await loadScene(slug);
  return { pose, restsAfterMs, poseSounds: sounds.poseSounds, timedSounds: sounds.timedSounds };
}

function callerFor(mixer: Mixer): Caller | null {
  return typeof speechSynthesis === "undefined"
    ? null
    : new Caller({
        synth: speechSynthesis,
        newUtterance: (text) => new SpeechSynthesisUtterance(text),
        now: () => performance.now(),
        onSpeaking: (isSpeaking) => mixer.duck(isSpeaking),
      });
}

export function openSoundtrack(context: AudioContext) {
  const mixer = openMixer(context);
  const caller = callerFor(mixer);
  const soundtrack = new Soundtrack({
    mixer,
    caller,
    choice: soundChoice,
    now: () => performance.now(),
    loadAudibleScene,
  });
  let last: Parameters<Soundtrack["follow"]> | null = null;
  let isCalling = false;
  const play = () => {
    const view = last?.[0];
    const isAudible = view !== undefined && !view.controls.muted && !document.hidden;
    setAudible(context, soundtrack, isAudible);
    if (!isAudible || last === null) {
      soundtrack.pause();
      return;
    }
    const { calls } = soundChoice();
    if (calls && !isCalling) {
      caller?.allow();
    }
    isCalling = calls;
    soundtrack.follow(...last);
  };
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener("visibilitychange", play, { signal });
  for (const gesture of GESTURES) {
    // Browsers suspend a context before a gesture, and phones during a call.
    const resume = () => audibleTables.has(soundtrack) && run(context);
    addEventListener(gesture, resume, { capture: true, signal });
  }
  const stopListening = onSoundChoice(play);
  return {
    /** Plays a view's sounds and its bets', unless the table is muted or the page is hidden. */
    follow(...moment: Parameters<Soundtrack["follow"]>) {
      last = moment;
      play();
    },
    end() {
      last = null;
      play();
      controller.abort();
      stopListening();
      mixer.end();
    },
  };
}

export type TableAudio = ReturnType<typeof openSoundtrack>;
