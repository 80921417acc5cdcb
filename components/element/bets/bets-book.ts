import { revealedView, winnerRevealMs } from "../../../src/hud/revealed-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { isConfirmed } from "../../../src/round/phases.ts";
import { spotKey } from "../../../src/wire/spot-bets.ts";
import type { SpotBets, SpotWin, TableBets, TableWinners } from "../../../src/wire/spot-bets.ts";
import type { RoundSource } from "../../feed/round-source.ts";
import { MAX_CHIPS } from "../../stage/bets/bet-place.ts";
import { laidAtMs } from "../../stage/bets/bets-pose.ts";
import type { VisibleBets, Pile, VisibleSpot } from "../../stage/bets/visible-bets.ts";
import { amountsIn, resultText, ownResult, formatSigned } from "./own-result.ts";
import type { OwnResult, ResultWords } from "./own-result.ts";

/** Extra chips per tenfold increase in stake. */
const CHIPS_PER_TENFOLD = 1.5;

/** The strings for one spot, in the table's language; each is empty if there is nothing to show. */
export interface SpotLine {
  total: string;
  percent: string;
  own: string;
  /** The player's payout, stake included. */
  win: string;
  /** The player's result for the whole round; set for only one spot. */
  net: string;
}

interface Piles {
  total: Pile;
  own: Pile;
}

const NONE: Pile = { chips: 0, before: 0, sinceMs: Number.NEGATIVE_INFINITY };

/**
 * The number of chips for an amount, which grows logarithmically.
 *
 * @param chipValue the value of one chip.
 */
function chipsFor(amount: number, chipValue: number): number {
  if (amount <= 0) {
    return 0;
  }
  const grown = Math.floor(CHIPS_PER_TENFOLD * Math.log10(amount / chipValue) + 1e-9);
  return Math.max(1, Math.min(MAX_CHIPS, 1 + grown));
}

/**
 * Returns a function from a spot's total to its number of chips. Piles are proportional to the totals, and the
 * highest pile grows with the stakes on the whole table.
 */
function crowdChips(spots: readonly SpotBets[], chipValue: number): (total: number) => number {
  const totals = spots.map(({ total = 0 }) => total);
  const most = Math.max(0, ...totals);
  const highest = chipsFor(
    totals.reduce((sum, total) => sum + total, 0),
    chipValue,
  );
  return (total) => (total > 0 ? Math.max(1, Math.round((highest * total) / most)) : 0);
}

const isOver = (state: TableView["state"]): boolean => state !== null && isConfirmed(state.phase);

/** The operator's latest bets and winners, and when they arrived. */
export class BetsBook {
  #bets: TableBets | null = null;
  #piles = new Map<string, Piles>();
  /** Whether the operator has set bets, even to none. */
  #hasBeenSet = false;
  #winners: TableWinners | null = null;
  /** When the winners arrived, in ms since the `result` phase began; 0 if before it. */
  #settledMs = 0;

  get hasBets(): boolean {
    return this.#bets !== null;
  }

  /**
   * Replaces the bets. New chips drop from now on while bets are open. The first bets are drawn as already placed,
   * because the viewer has just arrived.
   */
  take(bets: TableBets | null, source: Moment | null): void {
    const before = bets?.round === this.#bets?.round ? this.#piles : new Map<string, Piles>();
    const { state = null, elapsedMs = 0 } = source ?? {};
    const isNow = this.#hasBeenSet && state?.phase === "betting" && state.round === bets?.round;
    this.#hasBeenSet = true;
    const sinceMs = isNow ? elapsedMs : Number.NEGATIVE_INFINITY;
    const pile = (chips: number, old = NONE): Pile => {
      if (chips === old.chips) {
        return old;
      }
      // Chips that are set while others are still dropping follow them.
      const followsOld = chips > old.before && laidAtMs(old) > sinceMs;
      return followsOld ? { ...old, chips } : { chips, before: old.chips, sinceMs };
    };
    const { spots = [], chip: chipValue = 1 } = bets ?? {};
    const crowd = crowdChips(spots, chipValue);
    this.#bets = bets;
    this.#piles = new Map(
      spots.map((spot) => {
        const name = spotKey(spot);
        const old = before.get(name);
        const { total = 0, own = 0 } = spot;
        const ownChips = chipsFor(own, chipValue);
        return [name, { total: pile(crowd(total), old?.total), own: pile(ownChips, old?.own) }];
      }),
    );
  }

  /** Replaces the winners. The picture marks them from now on, or once it reveals the winner, if that is later. */
  settle(winners: TableWinners | null, source: Moment | null): void {
    const { state = null, elapsedMs = 0 } = source ?? {};
    const isNow = state?.phase === "result" && state.round === winners?.round;
    // Winners of the same round, even changed ones, do not restart the animation.
    if (winners?.round !== this.#winners?.round) {
      this.#settledMs = isNow ? elapsedMs : 0;
    }
    this.#winners = winners;
  }

  /** The bets to draw in a view's round; undefined if they belong to another round or were not set. */
  betsFor(view: TableView, words?: ResultWords): VisibleBets | undefined {
    const winners = this.#winnersIn(view);
    const { results, paid } = this.#ownResult(view);
    const spots = [...this.lines(view)].map(([name, line]): VisibleSpot => {
      const { total = NONE, own = NONE } = this.#piles.get(name) ?? {};
      const hasWon = winners?.spots.some((spot) => spotKey(spot) === name) ?? false;
      const result = results.get(name);
      return {
        name,
        total,
        own,
        percent: line.percent,
        stake: line.own,
        result: result && words ? resultText(result, words, view.words.lang) : "",
        isPaid: paid.has(name),
        isGain: result !== undefined && (result.kind === "round" ? result.net > 0 : paid.has(name)),
        hasWon,
      };
    });
    if (this.#bets === null || this.#bets.round !== view.state?.round) {
      return undefined;
    }
    const settledMs = winners === null ? null : Math.max(this.#settledMs, winnerRevealMs(view));
    return { spots, settledMs };
  }

  lines(view: TableView): ReadonlyMap<string, SpotLine> {
    const { state, words } = revealedView(view);
    const lines = new Map<string, SpotLine>();
    const bets = this.#bets !== null && this.#bets.round === state?.round ? this.#bets : null;
    if (bets === null) {
      return lines;
    }
    const amounts = amountsIn(words.lang);
    const percents = new Intl.NumberFormat(words.lang, { style: "percent" });
    const amount = (value = 0) => (value > 0 ? amounts.format(value) : "");
    const { results } = this.#ownResult(view);
    const won = isOver(state) ? (this.#winnersIn(view)?.spots ?? []) : [];
    const all = bets.spots.reduce((sum, { total = 0 }) => sum + total, 0);
    for (const spot of bets.spots) {
      const { total = 0, own = 0 } = spot;
      const name = spotKey(spot);
      const win = won.find((spot) => spotKey(spot) === name);
      const result = results.get(name);
      lines.set(name, {
        total: amount(total),
        // A stake never rounds to 0%.
        percent: total > 0 ? percents.format(Math.max(0.01, total / all)) : "",
        own: amount(own),
        win: amount(win?.own),
        net: result?.kind === "round" ? formatSigned(result.net, amounts) : "",
      });
    }
    return lines;
  }

  /** The winners in a view's round; null until the operator sets them. */
  #winnersIn({ state }: TableView): TableWinners | null {
    return this.#winners?.round === state?.round ? this.#winners : null;
  }

  /** The player's result in a view's round, by spot; empty until the picture has revealed the winner. */
  #ownResult(view: TableView): OwnResult {
    const winners = isOver(revealedView(view).state) ? this.#winnersIn(view) : null;
    const bets = this.#bets?.round === view.state?.round ? this.#bets : null;
    const toOwn = (spot: SpotBets | SpotWin) => ({ name: spotKey(spot), own: spot.own ?? 0 });
    return ownResult(winners && bets ? bets.spots.map(toOwn) : [], winners?.spots.map(toOwn) ?? []);
  }
}

type Moment = Pick<RoundSource, "state" | "elapsedMs">;
