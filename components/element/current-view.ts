import type { Game } from "../../src/games/contract.ts";
import { unlessClosed } from "../../src/hud/table/closed-table.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { ShownTime } from "./shown-time.ts";

/** How the table of a game looks besides the rounds that it shows. */
type Look = Pick<TableView, "controls" | "hasPicture" | "isStill" | "replays" | "words">;

/**
 * What the table of a game is to show now, from a source of rounds if there is one. The clock that the whole
 * table goes by is read here, once an update.
 */
export function currentView(
  game: Game,
  source: RoundSource | null,
  shownTime: ShownTime,
  look: Look,
): TableView {
  const {
    state = null,
    times = game,
    results = [],
    connection = "stale",
    ageMs = 0,
    schedule,
  }: Partial<RoundSource> = source ?? {};
  return unlessClosed({
    game,
    state,
    times,
    results,
    ...shownTime.read(source),
    isSandbox: schedule?.sandbox === true,
    timeZone: schedule?.timeZone ?? "",
    connection,
    ageMs,
    ...look,
  });
}
