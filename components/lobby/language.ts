import { words as en } from "../../src/i18n/en/lobby.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import { loadLobbyWords } from "../../src/i18n/lobby.ts";
import type { LobbyWords } from "../../src/i18n/words.ts";
import type { Words } from "../../src/i18n/words.ts";
import { TableLanguage } from "../element/language.ts";

/** The language of a lobby: its own words, and those of its tables. */
export class LobbyLanguage {
  lobby: LobbyWords = en;
  readonly #tables = new TableLanguage();

  get tables(): Words {
    return this.#tables.words;
  }

  /** Changes to the first of the preferred languages that we have. Never rejects. */
  async use(preferences: readonly string[]): Promise<void> {
    await this.#tables.use(preferences);
    const { lang } = this.tables;
    if (lang !== this.lobby.lang) {
      this.lobby = await loadLobbyWords(lang as Lang);
    }
  }
}
