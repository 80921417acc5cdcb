import { asSeen, winnerSeenMs } from "../../src/hud/as-seen.ts";
import type { BetsWords } from "../../src/i18n/bets-words.ts";
import { nameOfSpot } from "../../src/table/bets.ts";
import type { SpotBets, TableBets, TableWinners } from "../../src/table/bets.ts";
import type { TableView } from "../../src/table/view.ts";
import type { RoundSource } from "../element/round-source.ts";
import { MOST_CHIPS } from "../stage/bets/place.ts";
import type { BetsShown, Pile, SpotShown } from "../stage/bets/shown.ts";

/** So many chips for ten times the stakes. */
const CHIPS_PER_TENFOLD = 1.5;

/** What a spot is said to hold, in the table's language; empty for nothing. */
export interface SpotLine {
  total: string;
  share: string;
  own: string;
  /** What the player gets, stake included. */
  win: string;
  /** What is won on top of the stake, with a plus; what comes back without one, where that is no more. */
  gain: string;
}

interface Piles {
  total: Pile;
  own: Pile;
}

const NONE: Pile = { chips: 0, before: 0, sinceMs: Number.NEGATIVE_INFINITY };

/** How many chips stand for an amount: the more of it, the slower they grow. */
export function chipsFor(amount: number, chip: number): number {
  if (amount <= 0) {
    return 0;
  }
  const grown = Math.floor(CHIPS_PER_TENFOLD * Math.log10(amount / chip) + 1e-9);
  return Math.max(1, Math.min(MOST_CHIPS, 1 + grown));
}

/**
 * How many chips lie on a spot for the stakes of all players there: by its share of all stakes, as the percentage
 * beside it says. The highest pile grows with what is staked on the whole table.
 */
function crowdChips(spots: readonly SpotBets[], chip: number): (total: number) => number {
  const totals = spots.map(({ total = 0 }) => total);
  const most = Math.max(0, ...totals);
  const high = chipsFor(
    totals.reduce((sum, total) => sum + total, 0),
    chip,
  );
  // A little is more than nothing.
  return (total) => (total > 0 ? Math.max(1, Math.round((high * total) / most)) : 0);
}

/** Whether the picture has named the winner of a round. */
const isOver = (state: TableView["state"]): boolean =>
  state?.phase === "result" || state?.phase === "waiting";

/** The bets and winners that an operator has told, and when: the last of each. */
export class BetsBook {
  #bets: TableBets | null = null;
  #piles = new Map<string, Piles>();
  #winners: TableWinners | null = null;
  #settledMs = 0;

  get hasBets(): boolean {
    return this.#bets !== null;
  }

  /** Takes bets in place of those before. Their chips come down from now on, if bets are being taken. */
  take(bets: TableBets | null, source: Moment | null): void {
    const before = bets?.round === this.#bets?.round ? this.#piles : new Map<string, Piles>();
    const { state = null, elapsedMs = 0 } = source ?? {};
    const isNow = state?.phase === "betting" && state.round === bets?.round;
    const sinceMs = isNow ? elapsedMs : Number.NEGATIVE_INFINITY;
    const pile = (chips: number, old = NONE): Pile =>
      chips === old.chips ? old : { chips, before: old.chips, sinceMs };
    const crowd = crowdChips(bets?.spots ?? [], bets?.chip ?? 1);
    this.#bets = bets;
    this.#piles = new Map(
      (bets?.spots ?? []).map((spot) => {
        const name = nameOfSpot(spot);
        const [old, chip] = [before.get(name), bets?.chip ?? 1];
        const { total = 0, own = 0 } = spot;
        return [
          name,
          {
            total: pile(crowd(total), old?.total),
            own: pile(chipsFor(own, chip), old?.own),
          },
        ];
      }),
    );
  }

  /** Takes the winners. They show from now on, or as the picture names the winner. */
  settle(winners: TableWinners | null, source: Moment | null): void {
    const { state = null, elapsedMs = 0 } = source ?? {};
    const isNow = state?.phase === "result" && state.round === winners?.round;
    // Who has won is told once: the same news again does not start over.
    if (winners?.round !== this.#winners?.round) {
      this.#settledMs = isNow ? elapsedMs : 0;
    }
    this.#winners = winners;
  }

  /** What is drawn of them in the round of a view; undefined for nothing, as in every other round. */
  shown(view: TableView, words?: Pick<BetsWords, "unpaid">): BetsShown | undefined {
    const round = view.state?.round;
    const winners = this.#winners?.round === round ? this.#winners : null;
    const spots = [...this.lines(view)].map(([name, line]): SpotShown => {
      const { total = NONE, own = NONE } = this.#piles.get(name) ?? {};
      const hasWon = winners?.spots.some((spot) => nameOfSpot(spot) === name) ?? false;
      return { name, total, own, share: line.share, stake: line.own, win: line.gain, hasWon };
    });
    if (spots.length === 0) {
      return undefined;
    }
    const own = spots.filter((spot) => spot.own.chips > 0);
    const isUnpaid =
      isOver(asSeen(view).state) &&
      winners !== null &&
      own.length > 0 &&
      !own.some(({ hasWon }) => hasWon);
    return {
      spots,
      settledMs: winners === null ? null : Math.max(this.#settledMs, winnerSeenMs(view)),
      ...(isUnpaid && words ? { unpaid: words.unpaid } : {}),
    };
  }

  /** What is said of each spot in the round of a view, by its name. */
  lines(view: TableView): ReadonlyMap<string, SpotLine> {
    const { state, words } = asSeen(view);
    const lines = new Map<string, SpotLine>();
    const bets = this.#bets !== null && this.#bets.round === state?.round ? this.#bets : null;
    if (bets === null) {
      return lines;
    }
    const amounts = new Intl.NumberFormat(words.lang, {
      notation: "compact",
      maximumFractionDigits: 2,
      maximumSignificantDigits: 4,
    });
    const percents = new Intl.NumberFormat(words.lang, { style: "percent" });
    const amount = (value = 0) => (value > 0 ? amounts.format(value) : "");
    const all = bets.spots.reduce((sum, { total = 0 }) => sum + total, 0);
    for (const spot of bets.spots) {
      const { total = 0, own = 0 } = spot;
      const won = this.#winners?.round === bets.round ? this.#winners.spots : [];
      const name = nameOfSpot(spot);
      const win = isOver(state) ? won.find((each) => nameOfSpot(each) === name) : undefined;
      const got = win?.own ?? 0;
      lines.set(name, {
        total: amount(total),
        // Little is more than nothing.
        share: total > 0 ? percents.format(Math.max(0.01, total / all)) : "",
        own: amount(own),
        win: amount(got),
        // A plus is only ever of what was not the player's own.
        gain: own > 0 && got > own ? `+${amount(got - own)}` : amount(got),
      });
    }
    return lines;
  }
}

/** What a table shows at a moment. */
type Moment = Pick<RoundSource, "state" | "elapsedMs">;
