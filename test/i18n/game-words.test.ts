import { expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { gameWords } from "../../src/i18n/game-words.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";

// The stage builds its drawing anew when it is given another object: once it did so at every state.
test.each(langs)("a game's words in %s are the same object each time", (lang) => {
  for (const { slug } of games) {
    const words = gameWords(wordsOf(lang), slug);
    expect(gameWords(wordsOf(lang), slug)).toBe(words);
    expect(words.lettering).toMatchObject({
      open: wordsOf(lang).phases.betting,
      closed: wordsOf(lang).phases.revealing,
    });
  }
});
