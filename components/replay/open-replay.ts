import { html } from "lit";
import type { ReactiveControllerHost } from "lit";
import type { TableEventDetails } from "../../src/hud/table/events.ts";
import type { RoundSource } from "../feed/round-source.ts";
import { Replay } from "./replay.ts";
import type { ReplayDeps } from "./replay.ts";
import { loadRound } from "./round-loader.ts";
import "./element.ts";

export interface ReplayOptions extends Pick<ReplayDeps, "game" | "round" | "signal"> {
  /** The URL of the service, ending in a slash. */
  service: string;
  /** Fires the events of the table. */
  events: {
    fire<Name extends "ready" | "error">(name: Name, detail: TableEventDetails[Name]): void;
  };
}

/**
 * Opens the replay of a finished round, and updates the table whenever it changes. It fires `ready` once the round
 * is loaded, or `error` if loading fails, but no other events: a page must not act on the phases or results of a
 * replay.
 */
export function openReplay(
  table: Pick<ReactiveControllerHost, "requestUpdate">,
  { game, service, round, events, signal }: ReplayOptions,
): RoundSource {
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
    html`<replay-controls .service=${service} .view=${view} .replay=${replay}></replay-controls>`;
  return Object.assign(replay, { renderControls });
}
