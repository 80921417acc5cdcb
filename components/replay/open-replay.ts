import { html } from "lit";
import type { ReactiveControllerHost } from "lit";
import type { Game } from "../../src/games/contract.ts";
import type { TableEventDetails } from "../../src/hud/table/events.ts";
import type { RoundSource } from "../feed/round-source.ts";
import { loadRound } from "./load-round.ts";
import { Replay } from "./replay.ts";
import "./element.ts";

/** What a replay is opened with. */
export interface ReplayOptions {
  game: Game;
  /** The address of the service, ending in a slash. */
  service: string;
  /** The number of the round as the page gave it. */
  round: string;
  /** What fires the events of the table. */
  events: {
    fire<Name extends "ready" | "error">(name: Name, detail: TableEventDetails[Name]): void;
  };
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * Opens a finished round in a table, which gets it to show and is updated whenever it changes. It says `ready` once the round
 * is there or `error` if it does not come, and nothing else: a page that acts on phases or results must
 * not act on those of a replay.
 */
export function openReplay(
  table: Pick<ReactiveControllerHost, "requestUpdate">,
  { game, service, round, events, signal }: ReplayOptions,
  show: (replay: RoundSource) => void,
): void {
  if (signal.aborted) {
    return;
  }
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
  const over = (view: unknown) =>
    html`<replay-controls .service=${service} .view=${view} .replay=${replay}></replay-controls>`;
  show(Object.assign(replay, { over }));
  void replay.open();
}
