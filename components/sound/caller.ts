/** A call that is later than this is dropped, in ms. */
const LATE_MS = 300;
const RATE = 1.05;

/** A caller's dependencies, which tests replace. */
export interface CallerDeps {
  synth: SpeechSynthesis;
  newUtterance: (text: string) => SpeechSynthesisUtterance;
  /** A clock in ms, with any origin. */
  now: () => number;
  onSpeaking: (isSpeaking: boolean) => void;
}

/** Speaks a table's calls, each on time or not at all. */
export class Caller {
  /** 0 to 1. */
  volume = 1;
  readonly #deps: CallerDeps;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #utterance: SpeechSynthesisUtterance | null = null;

  constructor(deps: CallerDeps) {
    this.#deps = deps;
    // Many browsers load their voices on the first call to this method.
    deps.synth.getVoices();
  }

  /** Speaks an empty string. Call it in a gesture, because phones require one for the first speech. */
  allow(): void {
    const { synth, newUtterance } = this.#deps;
    if (!synth.speaking && !synth.pending) {
      synth.speak(Object.assign(newUtterance(""), { volume: 0 }));
    }
  }

  /** Speaks a string at `atMs`, on the clock `now`. `lang` is a BCP 47 tag. */
  callAt(text: string, lang: string, atMs: number): void {
    this.#after(atMs - this.#deps.now(), () => this.#say(text, lang, atMs));
  }

  /** Cancels all calls, including the current one. Other speech on the page continues. */
  silence(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#breakOff();
  }

  #say(text: string, lang: string, atMs: number): void {
    const { synth, newUtterance, now } = this.#deps;
    const voice = pickVoice(synth.getVoices(), lang);
    // Another table or the page is speaking, and afterwards this call would be late.
    const isBusy = synth.speaking || synth.pending;
    if (voice === null || isBusy || this.volume <= 0 || now() - atMs > LATE_MS) {
      return;
    }
    const utterance = Object.assign(newUtterance(text), {
      voice,
      lang: voice.lang,
      rate: RATE,
      volume: this.volume,
    });
    let hasStarted = false;
    utterance.addEventListener("start", () => {
      hasStarted = true;
      if (now() - atMs > LATE_MS) {
        this.#breakOff(utterance);
      } else if (this.#utterance === utterance) {
        this.#deps.onSpeaking(true);
      }
    });
    for (const end of ["end", "error"]) {
      utterance.addEventListener(end, () => this.#endCall(utterance));
    }
    this.#utterance = utterance;
    synth.speak(utterance);
    this.#after(atMs + LATE_MS - now(), () => hasStarted || this.#breakOff(utterance));
  }

  #breakOff(utterance = this.#utterance): void {
    if (utterance !== null && utterance === this.#utterance) {
      this.#endCall(utterance);
      this.#deps.synth.cancel();
    }
  }

  #endCall(utterance: SpeechSynthesisUtterance): void {
    if (this.#utterance === utterance) {
      this.#utterance = null;
      this.#deps.onSpeaking(false);
    }
  }

  #after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, ms);
    this.#timers.add(timer);
  }
}

/** Parses a language tag and adds its likely script and region; null if it is invalid. Some systems write `zh_CN`. */
function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-")).maximize();
  } catch {
    return null;
  }
}

/**
 * Picks a voice for a language, a BCP 47 tag; null if there is none. Prefers voices from the language's region, then
 * local voices, because remote voices start late.
 */
function pickVoice(voices: readonly SpeechSynthesisVoice[], lang: string) {
  const wanted = parseLocale(lang);
  const rated = voices.flatMap((voice) => {
    const locale = parseLocale(voice.lang);
    // Also compares the script, so that simplified Chinese is never read in Cantonese.
    if (
      locale === null ||
      locale.language !== wanted?.language ||
      locale.script !== wanted.script
    ) {
      return [];
    }
    const isNear = locale.region === wanted.region;
    return [
      { voice, rate: 4 * Number(isNear) + 2 * Number(voice.localService) + Number(voice.default) },
    ];
  });
  return rated.toSorted((a, b) => b.rate - a.rate)[0]?.voice ?? null;
}
