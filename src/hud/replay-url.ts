import type { TableView } from "./table/view.ts";

/** The URL of a round's replay, with its table's language and look; undefined if the view has no replays. */
export function replayUrl(
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
