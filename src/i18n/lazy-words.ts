/**
 * The words of a part that is loaded later: English, which comes with the part, where there are none in a
 * language or they cannot be loaded.
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
