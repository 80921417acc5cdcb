import type { TableView } from "./table/view.ts";

/** Where a finished round is played again, in the language and look of its table; undefined where nowhere. */
export function replayAddress(
  { game, replays, words }: Pick<TableView, "game" | "replays" | "words">,
  round: number,
): string | undefined {
  if (replays === undefined) {
    return undefined;
  }
  const { theme, accent } = replays.host;
  const options = { lang: words.lang, theme, ...(accent === "" ? {} : { accent }) };
  return `${replays.service}replay/${game.slug}/${round}?${new URLSearchParams(options)}`;
}
