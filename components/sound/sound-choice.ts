import { readPreference, savePreference } from "../../src/hud/table/preferences.ts";

/** The viewer's sound settings for all tables, except whether sound is on. */
export interface SoundChoice {
  calls: boolean;
  /** 0 to 100. */
  volume: number;
}

const USUAL_VOLUME = 70;
let chosen: SoundChoice | undefined;
const listeners = new Set<() => void>();

function readStored(): SoundChoice {
  const volume = Number.parseInt(readPreference("volume") ?? "", 10);
  return {
    calls: readPreference("calls") === "on",
    volume: volume >= 0 && volume <= 100 ? volume : USUAL_VOLUME,
  };
}

export function soundChoice(): SoundChoice {
  chosen ??= readStored();
  return chosen;
}

/** Changes the settings for all tables on the page, and stores them. */
export function chooseSound(change: Partial<SoundChoice>): void {
  chosen = { ...soundChoice(), ...change };
  savePreference("calls", chosen.calls ? "on" : "off");
  savePreference("volume", String(chosen.volume));
  for (const listener of listeners) {
    listener();
  }
}

/** Calls a listener after each change. Returns a function that removes it. */
export function onSoundChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
