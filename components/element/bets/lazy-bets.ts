import type { TableView } from "../../../src/hud/table/view.ts";
import { loadWithRetry } from "../../../src/wire/load-with-retry.ts";
import type { BetSpot } from "../../../src/wire/spot-bets.ts";
import type { RoundSource } from "../../feed/round-source.ts";
import type { Betting, BetsProperties, BettingHost, DrawnBets } from "./betting.ts";

/**
 * Bets on a table. Their code is loaded with the first bets, winners or request for spots, because few tables have
 * bets. `source` returns where the table gets its rounds; null before it is open.
 */
export function lazyBets(host: BettingHost, source: () => RoundSource | null) {
  const values: BetsProperties = { bets: null, winners: null, betSpots: false };
  let isRequested = false;
  let betting: Betting | undefined;
  async function load(): Promise<void> {
    // Without a signal, `loadWithRetry` retries until it succeeds.
    const loaded = await loadWithRetry(() => import("./betting.ts"));
    betting = loaded && new loaded.Betting(host, source, values);
  }
  return {
    values,
    get spots(): readonly BetSpot[] {
      return betting?.spots ?? [];
    },
    put<Name extends keyof BetsProperties>(name: Name, value: BetsProperties[Name]): void {
      values[name] = value;
      if (!isRequested && value) {
        isRequested = true;
        void load().catch(console.warn);
      }
      // Until the code is loaded, `values` keeps the change.
      betting?.change(name);
    },
    /** The bets to draw; null until their code is loaded. */
    layer: (view: TableView): DrawnBets | null => betting?.layer(view) ?? null,
    renderSpots: (view: TableView): unknown => betting?.renderSpots(view),
  };
}
