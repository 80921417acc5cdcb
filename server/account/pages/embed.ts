import type { EmbedData } from "../../../src/account/page-data.ts";
import { findGame, slugs } from "../../../src/games/index.ts";
import { lobbyWordsOf, wordsOf } from "../../../src/i18n/index.ts";
import { pickLang } from "../../../src/i18n/langs.ts";
import { escapeHtml } from "../../http/html.ts";
import { readEmbedOptions } from "../../pages/embed-options.ts";

/** The chosen options, without invalid ones. */
type Choice = Pick<EmbedData, "game" | "lang" | "theme" | "accent" | "sound">;

/** The value of the game field that means all games. */
const LOBBY = "lobby";

const IFRAME_ATTRIBUTES = `
  allowfullscreen
  sandbox="allow-scripts allow-same-origin allow-popups"
  style="width:100%;aspect-ratio:830/553;border:0"
></iframe>`;

export function embedData(
  query: URLSearchParams,
  baseUrl: string,
  key: { readonly text: string; readonly isWhole: boolean },
): EmbedData {
  const choice = readChoice(query);
  const options = embedQuery(choice);
  const suffix = options.size === 0 ? "" : `&${options}`;
  const path = choice.game === LOBBY ? "lobby" : `embed/${choice.game}`;
  const url = escapeHtml(`${baseUrl}/${path}/?key=${key.text}${suffix}`);
  // Screen readers announce the frame by its title.
  const title =
    choice.game === LOBBY
      ? lobbyWordsOf(pickLang([choice.lang]) ?? "en").title
      : (wordsOf(choice.lang).games[choice.game]?.name ?? choice.game);
  return {
    ...choice,
    query: formQuery(choice).toString(),
    isWhole: key.isWhole,
    baseUrl,
    attributes: elementAttributes(choice),
    snippet: `<iframe\n  src="${url}"\n  title="${escapeHtml(title)}"${IFRAME_ATTRIBUTES}`,
    preview: `/account/table/${choice.game}/${options.size === 0 ? "" : `?${options}`}`,
  };
}

/** The dashboard's URL with only the embed options of the query. */
export function dashboardPath(query: string, place: string): string {
  return `/account/?${formQuery(readChoice(new URLSearchParams(query)))}#${place}`;
}

function readChoice(query: URLSearchParams): Choice {
  const game = query.get("game") ?? "";
  const { lang, theme, accent, muted } = readEmbedOptions(
    new URLSearchParams({
      // `lang` is the language of the page itself.
      lang: query.get("table-lang") ?? "",
      theme: query.get("theme") ?? "",
      accent: query.get("accent")?.trim() ?? "",
      muted: query.get("sound") === "on" ? "0" : "1",
    }),
  );
  return {
    game: game === LOBBY ? LOBBY : (findGame(game)?.slug ?? slugs[0] ?? ""),
    lang: lang ?? "",
    theme,
    accent: accent?.replace("#", "") ?? "",
    sound: !muted,
  };
}

function formQuery({ game, lang, theme, accent, sound }: Choice): URLSearchParams {
  return new URLSearchParams({
    game,
    "table-lang": lang,
    theme,
    accent,
    ...(sound ? { sound: "on" } : {}),
  });
}

function elementAttributes({ game, lang, theme, accent, sound }: Choice): string {
  const attributes = [
    game !== LOBBY && `game="${game}"`,
    lang !== "" && `lang="${lang}"`,
    theme !== "dark" && `theme="${theme}"`,
    accent !== "" && `accent="#${accent}"`,
    sound && "sound",
  ];
  return attributes.filter((each) => each !== false).join(" ");
}

function embedQuery({ lang, theme, accent, sound }: Choice): URLSearchParams {
  return new URLSearchParams({
    ...(lang === "" ? {} : { lang }),
    ...(theme === "dark" ? {} : { theme }),
    ...(accent === "" ? {} : { accent }),
    ...(sound ? { muted: "0" } : {}),
  });
}
