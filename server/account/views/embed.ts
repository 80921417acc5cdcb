import type { EmbedData } from "../../../src/account/page-data.ts";
import { findGame, slugs } from "../../../src/games/index.ts";
import { readEmbedOptions } from "../../embed-options.ts";
import { escapeHtml } from "../../html.ts";

/** What the iframe of the snippet is like, as the contract has it. */
const ATTRIBUTES = `
  allowfullscreen
  sandbox="allow-scripts allow-same-origin allow-popups"
  style="width:100%;aspect-ratio:830/553;border:0"
></iframe>`;

/** The snippet for the options that a query names, and its preview. What is no option is left out. */
export function embedData(query: URLSearchParams, baseUrl: string, keyText: string): EmbedData {
  const { lang, theme, accent, muted } = readEmbedOptions(
    new URLSearchParams({
      // The page itself is in a language too, under that name.
      lang: query.get("table-lang") ?? "",
      theme: query.get("theme") ?? "",
      accent: query.get("accent")?.trim() ?? "",
      muted: query.get("sound") === "on" ? "0" : "1",
    }),
  );
  const game = findGame(query.get("game") ?? "")?.slug ?? slugs[0] ?? "";
  const hex = accent?.replace("#", "") ?? "";
  const options = new URLSearchParams({
    ...(lang === null ? {} : { lang }),
    ...(theme === "dark" ? {} : { theme }),
    ...(hex === "" ? {} : { accent: hex }),
    ...(muted ? {} : { muted: "0" }),
  });
  const suffix = options.size === 0 ? "" : `&${options}`;
  const address = escapeHtml(`${baseUrl}/embed/${game}/?key=${keyText}${suffix}`);
  return {
    game,
    lang: lang ?? "",
    theme,
    accent: hex,
    sound: !muted,
    snippet: `<iframe\n  src="${address}"${ATTRIBUTES}`,
    preview: `/account/table/${game}/${options.size === 0 ? "" : `?${options}`}`,
  };
}
