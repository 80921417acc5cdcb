import type { TableEventDetails } from "../../../src/hud/table/events.ts";
import type { BetSpot, SpotName } from "../../../src/wire/bets.ts";
import type { RoundSource } from "../../feed/round-source.ts";
import type { BetsShown } from "../../stage/bets/shown.ts";
import type { AnyExtras } from "../../stage/extras.ts";

/** What a page sets; anything may be in it until it is read. */
export interface BetsSet {
  bets: unknown;
  winners: unknown;
  betSpots: boolean;
}

/** The table that bets lie on. */
export interface BettingHost {
  requestUpdate(): void;
  fire<Name extends "spots" | "bet-spot" | "error">(
    name: Name,
    detail: TableEventDetails[Name],
  ): void;
  /** What the table shows rounds from; null for none. */
  source(): RoundSource | null;
  /** Its game's slug. */
  slug(): string;
}

/** What the picture of a table shows of bets, and what draws them. */
export interface BetsLayer {
  extras: AnyExtras;
  bets: BetsShown | undefined;
}

/** What the spots report. */
export interface SpotsReport {
  /** Where they are. */
  publish(spots: readonly BetSpot[]): void;
  /** One was pressed. */
  press(spot: SpotName): void;
}
