import { html } from "lit";
import type { ReactiveControllerHost } from "lit";
import { ElementEvents } from "../element/table-events.ts";
import type { RoundSource } from "../feed/round-source.ts";
import { Replay } from "./replay.ts";
import type { ReplayDeps } from "./replay.ts";
import { loadRound } from "./round-loader.ts";
import "./replay-controls.ts";

/**
 * Opens a finished round's replay, and updates the table whenever the replay changes. It fires `ready` once the round
 * is loaded, or `error` if loading fails, but no other events: a page must not act on the phases or results of a
 * replay.
 *
 * @param service the service URL, ending in a slash.
 */
export function openReplay(
  table: Pick<ReactiveControllerHost, "requestUpdate"> & EventTarget,
  service: string,
  { game, round, signal }: Pick<ReplayDeps, "game" | "round" | "signal">,
): RoundSource {
  const events = new ElementEvents(table);
  const load = () => loadRound(game, service, round, signal);
  const localNow = () => performance.now();
  let isReady = false;
  const replay = new Replay({ game, round, load, localNow, signal }, () => {
    const { state, fault } = replay;
    if (state !== null && !isReady) {
      isReady = true;
      events.fire("ready", { round: state.round, phase: state.phase });
    }
    if (fault !== null) {
      events.fire("error", { code: fault });
    }
    table.requestUpdate();
  });
  void replay.open();
  const renderControls = (view: unknown) =>
    html`<replay-controls .view=${view} .replay=${replay}></replay-controls>`;
  return Object.assign(replay, { renderControls });
}
