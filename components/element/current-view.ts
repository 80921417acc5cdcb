import type { Game } from "../../src/games/contract.ts";
import { freezeIfClosed } from "../../src/hud/table/closed-table.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import type { RoundSource } from "../feed/round-source.ts";
import type { DisplayedTime } from "./displayed-time.ts";

/** The parts of a view that do not depend on the round. */
type Settings = Pick<TableView, "controls" | "hasPicture" | "isMotionless" | "replays" | "words">;

/**
 * A table's current view, from its round source if there is one. Only this function reads the clock, once per update,
 * so that all parts of the table agree.
 */
export function currentView(
  game: Game,
  source: RoundSource | null,
  displayedTime: DisplayedTime,
  settings: Settings,
): TableView {
  const {
    state = null,
    times = game,
    results = [],
    connection = "stale",
    ageMs = 0,
    schedule,
  }: Partial<RoundSource> = source ?? {};
  return freezeIfClosed({
    game,
    state,
    times,
    results,
    ...displayedTime.read(source),
    isSandbox: schedule?.sandbox === true,
    timeZone: schedule?.timeZone ?? "",
    connection,
    ageMs,
    ...settings,
  });
}
