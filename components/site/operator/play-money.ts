import { settle } from "../../../src/kit/settle.ts";
import type { HistoryEntry, RoundState } from "../../../src/wire/answers.ts";
import { nameOfSpot } from "../../../src/wire/bets.ts";
import type { SpotName, SpotPress, TableBets, TableWinners } from "../../../src/wire/bets.ts";

/** A table that takes bets as an operator tells it them: an element, or a frame through its port. */
export interface BetsTable {
  /** The slug of its game. */
  readonly game: string;
  show(bets: TableBets | null): void;
  settle(winners: TableWinners): void;
}

/** What the page gives, and what a press on a spot stakes. */
const START = 1_000;
const STAKE = 10;

/** What is staked on the round of a table. */
interface Staked {
  round: number;
  /** When the last of it was, and its bets close, by the clock of this machine: epoch ms. */
  placedAtMs: number;
  closesAtMs: number;
  spots: Map<string, Required<SpotName> & { own: number }>;
}

/** Money of no worth, for trying how bets look: it is kept nowhere, and gone with the page. */
export class PlayMoney {
  #balance = START;
  readonly #staked = new Map<BetsTable, Staked>();
  readonly #changed: (balance: number) => void;

  /** `changed` is called with the balance, at once and whenever it is another. */
  constructor(changed: (balance: number) => void) {
    this.#changed = changed;
    changed(START);
  }

  /** Stakes on a spot that was pressed, as long as there is money. */
  press(table: BetsTable, { round, market, teams, remainMs }: SpotPress, nowMs: number): void {
    if (this.#balance < STAKE) {
      return;
    }
    const before = this.#staked.get(table);
    const spots: Staked["spots"] = before?.round === round ? before.spots : new Map();
    const name = nameOfSpot({ market, teams });
    spots.set(name, { market, teams, own: (spots.get(name)?.own ?? 0) + STAKE });
    this.#staked.set(table, {
      round,
      placedAtMs: nowMs,
      closesAtMs: nowMs + remainMs,
      spots,
    });
    this.#pay(-STAKE);
    // What everybody else has staked is not known here, so nothing is said of it.
    table.show({ round, spots: [...spots.values()], chip: STAKE });
  }

  /** Pays what was staked on a round by its result, as a server would by its entry in the history. */
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
    this.#changed(this.#balance);
  }
}
