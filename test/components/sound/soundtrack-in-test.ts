import type { AudibleScene, Cue } from "../../../components/sound/cues.ts";
import { Soundtrack } from "../../../components/sound/soundtrack.ts";
import type { SustainedSounds } from "../../../components/stage/scene-sounds.ts";
import type { Scene } from "../../../components/stage/scene.ts";

const scenes = import.meta.glob<Scene<unknown, unknown>>("../../../components/scenes/*/scene.ts", {
  eager: true,
  import: "scene",
});
const sceneSounds = import.meta.glob<Pick<AudibleScene, "poseSounds" | "timedSounds">>(
  "../../../components/scenes/*/sounds.ts",
  { eager: true },
);

export function audibleScene(slug: string): AudibleScene {
  const { pose, restsAfterMs } = scenes[`../../../components/scenes/${slug}/scene.ts`]!;
  const { poseSounds, timedSounds } = sceneSounds[`../../../components/scenes/${slug}/sounds.ts`]!;
  return { pose, restsAfterMs, poseSounds, timedSounds };
}

export interface Played extends Cue {
  afterS: number;
}

/** A soundtrack whose mixer only records requests, and the calls with their times. */
export function soundtrackInTest({
  now = (): number => 0,
  choice = { calls: false, volume: 100 },
} = {}) {
  const played: Played[] = [];
  const lasting: Partial<SustainedSounds>[] = [];
  const calls: { text: string; lang: string; atMs: number }[] = [];
  const log: string[] = [];
  const mixer = {
    volume: 0,
    play: (cue: Cue, afterS: number) => void played.push({ ...cue, afterS }),
    follow: (levels: Partial<SustainedSounds>) => void lasting.push(levels),
    cut: () => void log.push("cut"),
  };
  const caller = {
    volume: 0,
    callAt: (text: string, lang: string, atMs: number) => void calls.push({ text, lang, atMs }),
    silence: () => void log.push("silence"),
  };
  const loadAudibleScene = async (slug: string) => audibleScene(slug);
  const soundtrack = new Soundtrack({ mixer, caller, choice: () => choice, now, loadAudibleScene });
  return { soundtrack, mixer, caller, played, lasting, calls, log };
}
