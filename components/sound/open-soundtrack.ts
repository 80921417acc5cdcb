import { loadScene, toPlay } from "../element/load-scene.ts";
import { Caller } from "./caller.ts";
import { onSoundChoice, soundChoice } from "./choice.ts";
import { setHeard } from "./context-power.ts";
import { Mixer } from "./mixer.ts";
import type { AudibleScene } from "./scene-cues.ts";
import { Soundtrack } from "./soundtrack.ts";

/** What is heard of each game's scene, by its folder. A game need not be heard. */
const ears = import.meta.glob<Pick<AudibleScene, "heard" | "heardAt">>("../scenes/*/sounds.ts", {
  eager: true,
});

async function sceneOf(slug: string) {
  const own = ears[`../scenes/${slug}/sounds.ts`];
  if (own === undefined) {
    return null;
  }
  const { pose, restsAfterMs } = await loadScene(slug);
  return { pose, restsAfterMs, heard: own.heard, heardAt: own.heardAt };
}

function callerFor(mixer: Mixer): Caller | null {
  return typeof speechSynthesis === "undefined"
    ? null
    : new Caller({
        synth: speechSynthesis,
        newUtterance: (text) => new SpeechSynthesisUtterance(text),
        now: () => performance.now(),
        onSpoken: (isSpoken) => mixer.duck(isSpoken),
      });
}

/** The sound of one table on a page. */
export interface TableAudio {
  /** Plays on with a view and its bets, unless its viewer wants none or cannot see the page. */
  follow(...shown: Parameters<Soundtrack["follow"]>): void;
  /** Ends it for good. */
  end(): void;
}

/** Opens the sound of a table in a context, which all tables of a page share. */
export function openSoundtrack(context: AudioContext): TableAudio {
  const mixer = new Mixer(context);
  const caller = callerFor(mixer);
  const soundtrack = new Soundtrack({
    mixer,
    caller,
    choice: soundChoice,
    now: () => performance.now(),
    sceneOf,
    playOf: toPlay,
    isStill: (view) => view.isStill === true,
  });
  let last: Parameters<TableAudio["follow"]> | null = null;
  let isCalling = false;
  const play = () => {
    const view = last?.[0];
    const isHeard = view !== undefined && !view.controls.muted && !document.hidden;
    setHeard(context, soundtrack, isHeard);
    if (!isHeard || last === null) {
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
  document.addEventListener("visibilitychange", play);
  const forget = onSoundChoice(play);
  return {
    follow(...shown) {
      last = shown;
      play();
    },
    end() {
      last = null;
      play();
      document.removeEventListener("visibilitychange", play);
      forget();
      mixer.end();
    },
  };
}
