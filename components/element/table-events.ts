import { finishedRound } from "../../src/games/history-entry.ts";
import type { KnownGame } from "../../src/games/index.ts";
import type { TableEventDetails, TableFaultCode } from "../../src/hud/table/events.ts";
import type { Connection } from "../../src/wire/connection.ts";
import { toPhaseMessage } from "../../src/wire/phase-event.ts";
import type { RoundState } from "../../src/wire/responses.ts";
import { isNewer } from "../../src/wire/state-order.ts";
import type { StateFeed } from "../feed/state-feed.ts";

const FAULTS: Readonly<Partial<Record<Connection, TableFaultCode>>> = {
  offline: "offline",
  maintenance: "maintenance",
  suspended: "no_round_open",
};

/** Fires a table's events. While a live game or replay is open, a state's events fire only once. */
export class ElementEvents {
  readonly #host: EventTarget;
  /** The latest state. A past phase is not announced again, because its bets might have been paid. */
  #latest: RoundState | null = null;
  #connection: Connection = "stale";
  /** The newest round whose result the page knows; null before the first state. */
  #finished: number | null = null;

  constructor(host: EventTarget) {
    this.#host = host;
  }

  /** Call this after each change of the feed. */
  follow(game: KnownGame, { state, connection }: Pick<StateFeed, "state" | "connection">): void {
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.fire("connection", { connection });
      const code = FAULTS[connection];
      if (code !== undefined) {
        this.fire("error", { code });
      }
    }
    if (state === null) {
      return;
    }
    const { round, phase } = state;
    const entry = finishedRound(game, state);
    if (this.#finished === null) {
      this.#finished = entry === null ? round - 1 : round;
      this.fire("ready", { round, phase });
    }
    const latest = this.#latest;
    if (isNewer(state, latest)) {
      this.#latest = state;
      if (latest !== null) {
        this.fire("phase", toPhaseMessage(game.eventType, state));
      }
    }
    if (entry !== null && round > this.#finished) {
      this.#finished = round;
      this.fire("result", entry);
    }
  }

  /** Fires an event. `phase` and `result` bubble and cross shadow roots, so that a page needs only one listener. */
  fire<Name extends keyof TableEventDetails>(name: Name, detail: TableEventDetails[Name]): void {
    const bubbles = name === "phase" || name === "result";
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles, composed: bubbles }));
  }
}
