/**
 * Loads words. Returns the English ones, which are already loaded, if there are none in a language or loading fails.
 */
export async function wordsOrEnglish<Words>(
  load: (() => Promise<Words>) | undefined,
  english: Words,
): Promise<Words> {
  try {
    return (await load?.()) ?? english;
  } catch (error) {
    console.warn("Tableside: words cannot be loaded.", error);
    return english;
  }
}
