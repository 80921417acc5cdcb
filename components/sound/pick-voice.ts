/** A voice as far as it is chosen by. */
type Candidate = Pick<SpeechSynthesisVoice, "lang" | "localService" | "default">;

/** A tag with its likely script and region; null if it is not one. Some systems write `zh_CN`. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-")).maximize();
  } catch {
    return null;
  }
}

/**
 * The voice for a language, a BCP 47 tag; null if there is none, since one of another language would be hard to
 * follow. One of the language's own region goes first, then one on the machine itself: what has to be
 * fetched comes late.
 */
export function pickVoice<Voice extends Candidate>(
  voices: readonly Voice[],
  lang: string,
): Voice | null {
  const wanted = localeOf(lang);
  const rated = voices.flatMap((voice) => {
    const own = localeOf(voice.lang);
    // By script as well: simplified Chinese is never read in Cantonese.
    if (own === null || own.language !== wanted?.language || own.script !== wanted.script) {
      return [];
    }
    const isNear = own.region === wanted.region;
    return [
      { voice, rate: 4 * Number(isNear) + 2 * Number(voice.localService) + Number(voice.default) },
    ];
  });
  return rated.toSorted((a, b) => b.rate - a.rate)[0]?.voice ?? null;
}
