import { settle } from "../../../src/kit/settle.ts";
import type { HistoryEntry, RoundState } from "../../../src/wire/responses.ts";
import { spotKey } from "../../../src/wire/spot-bets.ts";
import type { SpotName, SpotPress, TableBets, TableWinners } from "../../../src/wire/spot-bets.ts";

export interface BetsTable {
  readonly game: string;
  show(bets: TableBets | null): void;
  settle(winners: TableWinners): void;
}

export const START = 1_000;
export const STAKE = 10;

interface Staked {
  round: number;
  /** When the last stake was placed on this machine's clock, epoch ms. */
  placedAtMs: number;
  /** When bets close on this machine's clock, epoch ms. */
  closesAtMs: number;
  spots: Map<string, Required<SpotName> & { own: number }>;
}

/** Worthless money for trying out bets. It is not stored, so leaving the page discards it. */
export class PlayMoney {
  #balance = START;
  readonly #staked = new Map<BetsTable, Staked>();
  readonly #onChange: (balance: number) => void;

  /** `onChange` is called with the balance, immediately and after every change. */
  constructor(onChange: (balance: number) => void) {
    this.#onChange = onChange;
    onChange(START);
  }

  /** Stakes on a pressed spot, if there is enough money. */
  press(table: BetsTable, { round, market, teams, remainMs }: SpotPress, nowMs: number): void {
    if (this.#balance < STAKE) {
      return;
    }
    const before = this.#staked.get(table);
    const spots: Staked["spots"] = before?.round === round ? before.spots : new Map();
    const name = spotKey({ market, teams });
    spots.set(name, { market, teams, own: (spots.get(name)?.own ?? 0) + STAKE });
    this.#staked.set(table, { round, placedAtMs: nowMs, closesAtMs: nowMs + remainMs, spots });
    this.#pay(-STAKE);
    // Other players' stakes are unknown here, so totals are left out.
    table.show({ round, spots: [...spots.values()], chip: STAKE });
  }

  /** Settles the stakes on a round, as an operator's server would. */
  finish(table: BetsTable, state: RoundState): void {
    const staked = this.#staked.get(table);
    if (staked?.round !== state.round) {
      return;
    }
    this.#staked.delete(table);
    const { placedAtMs, closesAtMs, round } = staked;
    const paid = [...staked.spots.values()].map(({ market, teams, own }) => {
      const bet = { game: table.game, round, market, teams, stake: own, placedAtMs, closesAtMs };
      return { market, teams, own: settle(state as HistoryEntry, bet).returned };
    });
    table.settle({ round, spots: paid.filter(({ own }) => own > 0) });
    this.#pay(paid.reduce((sum, { own }) => sum + own, 0));
  }

  #pay(amount: number): void {
    this.#balance += amount;
    this.#onChange(this.#balance);
  }
}
