import type { TableView } from "../../../src/hud/table/view.ts";
import type { BetSpot } from "../../../src/wire/bets.ts";
import { loadWithRetry } from "../../../src/wire/load-with-retry.ts";
import type { RoundSource } from "../../feed/round-source.ts";
import type { Betting, BetsProperties, BettingHost, DrawnBets } from "./betting.ts";

/** Bets on a table. Their code is loaded with the first bets, winners or request for spots, because few tables have bets. */
export class LazyBets {
  readonly values: BetsProperties = { bets: null, winners: null, betSpots: false };
  readonly #host: BettingHost;
  readonly #source: () => RoundSource | null;
  #isRequested = false;
  #betting: Betting | null = null;

  /** `source` returns where the table gets its rounds; null before it is open. */
  constructor(host: BettingHost, source: () => RoundSource | null) {
    this.#host = host;
    this.#source = source;
  }

  get spots(): readonly BetSpot[] {
    return this.#betting?.spots ?? [];
  }

  put<Name extends keyof BetsProperties>(name: Name, value: BetsProperties[Name]): void {
    this.values[name] = value;
    if (!this.#isRequested && value) {
      this.#isRequested = true;
      void this.#load().catch(console.warn);
    }
    // Until the code is loaded, `values` keeps the change.
    this.#betting?.change(name);
  }

  async #load(): Promise<void> {
    const loaded = await loadWithRetry(() => import("./betting.ts"));
    this.#betting = loaded ? new loaded.Betting(this.#host, this.#source, this.values) : null;
  }

  /** The bets to draw; null until their code is loaded. */
  layer(view: TableView): DrawnBets | null {
    return this.#betting?.layer(view) ?? null;
  }

  renderSpots(view: TableView): unknown {
    return this.#betting?.renderSpots(view);
  }
}
