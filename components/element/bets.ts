import { untilLoaded } from "../../src/feed/until-loaded.ts";
import type { BetSpot } from "../../src/table/bets.ts";
import type { TableView } from "../../src/table/view.ts";
import type { Betting } from "../bets/betting.ts";
import type { BetsLayer, BetsSet, BettingHost } from "../bets/contract.ts";

/** Bets on a table. Few tables have any: what that takes is loaded once the first of these is set. */
export class TableBets {
  readonly set: BetsSet = { bets: null, winners: null, betSpots: false };
  readonly #host: BettingHost;
  #isAsked = false;
  #betting: Betting | null = null;

  constructor(host: BettingHost) {
    this.#host = host;
  }

  get spots(): readonly BetSpot[] {
    return this.#betting?.spots ?? [];
  }

  put<Name extends keyof BetsSet>(name: Name, value: BetsSet[Name]): void {
    this.set[name] = value;
    if (!this.#isAsked && value) {
      this.#isAsked = true;
      void this.#load().catch(console.warn);
    }
    this.#betting?.change(name);
  }

  async #load(): Promise<void> {
    const patience = { random: Math.random, failed: console.warn };
    const loaded = await untilLoaded(() => import("../bets/betting.ts"), patience);
    this.#betting = loaded ? new loaded.Betting(this.#host, this.set) : null;
  }

  /** What the picture shows of them; null before they are asked for. */
  layer(view: TableView): BetsLayer | null {
    return this.#betting?.layer(view) ?? null;
  }

  /** The spots to press, over the picture. */
  over(view: TableView): unknown {
    return this.#betting?.over(view);
  }
}
