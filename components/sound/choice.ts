import { readPreference, savePreference } from "../../src/hud/table/preferences.ts";

/** What a viewer chose of the sound of all tables, besides whether it is on. */
export interface SoundChoice {
  /** Whether the dealer's calls are spoken as well. */
  calls: boolean;
  /** 0 to 100. */
  volume: number;
}

const USUAL_VOLUME = 70;
let chosen: SoundChoice | undefined;
const listeners = new Set<() => void>();

function stored(): SoundChoice {
  const volume = Number.parseInt(readPreference("volume") ?? "", 10);
  return {
    calls: readPreference("calls") === "on",
    volume: volume >= 0 && volume <= 100 ? volume : USUAL_VOLUME,
  };
}

/** The choice of the viewer: the stored one, or the default. */
export function soundChoice(): SoundChoice {
  chosen ??= stored();
  return chosen;
}

/** Changes the choice for all tables of the page, and stores it. */
export function chooseSound(change: Partial<SoundChoice>): void {
  chosen = { ...soundChoice(), ...change };
  savePreference("calls", chosen.calls ? "on" : "off");
  savePreference("volume", String(chosen.volume));
  for (const listener of listeners) {
    listener();
  }
}

/** Calls a listener after each change, until the function that it answers is called. */
export function onSoundChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
