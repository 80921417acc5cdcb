import { ChipPile } from "../bets/pile.ts";
import { TAKEN_DOWN, takenSize } from "../bets/place.ts";
import { BETS_MS } from "../bets/times.ts";
import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit } from "../kit.ts";
import { winnerOf } from "../lights.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { LIGHTS } from "../theme.ts";
import { easeIn, progress } from "../tracks.ts";
import type { Worth } from "./afterglow.ts";
import { pileAt } from "./chip-way.ts";
import { carriedAt, leftMs, NONE, PAY_MS, paying } from "./hands/gestures.ts";
import type { Deeds, Paid } from "./hands/gestures.ts";
import type { Reachable } from "./hands/reach.ts";
import { Tray } from "./tray.ts";

/*
 * The dealer pays the winner out of the tray once a result is out. Where the operator tells the bets of its
 * players they are paid so; elsewhere it is the house's own sign of who has won.
 */

/** How many chips a result is worth, on two piles of two colours. */
const CHIPS: Readonly<Record<Worth, readonly [number, number]>> = {
  0: [3, 2],
  1: [4, 3],
  2: [4, 4],
};
const COLOURS = [LIGHTS.gold, "#3a3f49"] as const;

/** The winner takes them as the table is cleared, and how long that takes, in ms of phase `waiting`. */
const TAKEN_MS = { at: 60, length: 480 } as const;

/** In so many ms they are one with bets that are told. */
const MERGED_MS = 300;

/** Who is paid, and how much later than usual, in ms. */
interface Payment {
  side: Paid;
  lateMs: number;
}

/** A tie is paid so much later than a side where bets are told, in ms: both hands are at the lost bets before. */
export const TIE_LATER_MS = 680;

/** Where a side or the tie is paid. */
export function paidSide({ board }: Play, name: string): Paid {
  const first = board.sides.find(({ id }) => id !== "tie")?.id;
  return name === "tie" ? "tie" : name === first ? "left" : "right";
}

/** Who is paid when `winner` has won, as far as that may be shown; null where nobody is. */
function paymentOf(view: Play, winner: string | null): Payment | null {
  if (winner === null) {
    return null;
  }
  const side = paidSide(view, winner);
  const { bets, resultMs = 3_000 } = view;
  if (!bets) {
    return { side, lateMs: 0 };
  }
  const won = bets.spots.find(({ name, hasWon }) => hasWon && name === winner);
  if (!won || bets.settledMs === null || won.total.chips + won.own.chips === 0) {
    return null;
  }
  // They grow as these are laid there.
  const laterMs = side === "tie" ? TIE_LATER_MS : 0;
  const lateMs = bets.settledMs + BETS_MS.paidAt + laterMs - PAY_MS.laidAt;
  const deeds = paying(side, 0, lateMs);
  return leftMs(deeds.left, deeds.right) > resultMs ? null : { side, lateMs };
}

/** What the hands do to pay, so far into phase `result`. */
export function payingDeeds(view: Play, winner: string | null, elapsedMs: number): Deeds {
  const payment = paymentOf(view, winner);
  return payment ? paying(payment.side, elapsedMs, payment.lateMs) : NONE;
}

/** Chips on their way from the tray to a winner, or there. */
interface PayoutPose {
  side: Paid;
  chips: readonly [number, number];
  /** How much of them is seen, how far they are on their way, and how far the winner has taken them, 0 to 1. */
  seen: number;
  way: number;
  taken: number;
}

function payoutAt(
  view: Play,
  winner: string | null,
  elapsedMs: number,
  worthOf: () => Worth,
): PayoutPose | null {
  const payment = paymentOf(view, winner);
  if (!payment) {
    return null;
  }
  const { side, lateMs } = payment;
  const { takeAt, laidAt, letGoAt } = PAY_MS;
  const isOver = view.state.phase === "waiting";
  const ms = isOver ? letGoAt + MERGED_MS : elapsedMs - lateMs;
  // Where no hand is drawn they are laid there.
  const isCarried = view.hands !== false;
  const appears = isCarried ? progress(ms, takeAt + 60, 150) : progress(ms, laidAt, 240);
  // Told bets grow by them.
  const left = view.bets ? 1 - progress(ms, letGoAt, MERGED_MS) : 1;
  return {
    side,
    chips: CHIPS[worthOf()],
    seen: appears * left,
    way: isCarried ? carriedAt(ms) : 1,
    taken: isOver ? progress(elapsedMs, TAKEN_MS.at, TAKEN_MS.length) : 0,
  };
}

class Payout implements ExtraParts<PayoutPose | null> {
  readonly #piles: readonly ChipPile[];
  readonly #tray: Tray;
  readonly #reach: (size: Size) => Reachable;
  #table: Reachable | undefined;

  constructor(
    kit: Kit,
    drawing: { readonly ground: Group; readonly underCards: Group },
    reach: (size: Size) => Reachable,
  ) {
    this.#reach = reach;
    this.#piles = COLOURS.map((colour) => new ChipPile(kit, colour));
    this.#tray = new Tray(kit);
    drawing.underCards.add(this.#tray.node);
    // The one behind first.
    drawing.ground.add(...this.#piles.toReversed().flatMap(({ nodes }) => nodes));
  }

  resize(size: Size): void {
    this.#table = this.#reach(size);
    this.#tray.fit(this.#table.tray);
    for (const pile of this.#piles) {
      pile.fit(this.#table.winners?.left.chipPx ?? 1);
    }
  }

  show(pose: PayoutPose | null): void {
    const table = this.#table;
    const place = pose && table?.winners?.[pose.side];
    if (!pose || !table || !place) {
      for (const pile of this.#piles) {
        pile.show({ x: 0, y: 0 }, { chips: 0, size: 0 });
      }
      return;
    }
    const { way, seen, taken, chips } = pose;
    const down = easeIn(taken) * TAKEN_DOWN * place.chipPx;
    this.#piles.forEach((pile, i) => {
      const { x, y } = pileAt(place, way, i === 0 ? 0 : 1);
      // Whole chips, one after the other: nobody sees through one.
      pile.show(
        { x, y: y + down },
        { chips: Math.ceil((chips[i] ?? 0) * seen), size: takenSize(taken) },
      );
    });
  }
}

/** The tray and what is paid out of it, as extras of a game of cards. */
export function tablePayout<
  Outcome extends { readonly result: string | null },
  Pose,
  Parts extends Drawing<Pose> & { readonly ground: Group; readonly underCards: Group },
>({
  worthOf,
  reachOf,
}: {
  /** What the result is worth; only asked once that may be shown. */
  worthOf(view: Play<Outcome>): Worth;
  reachOf(size: Size, isOrnate: boolean): Reachable;
}): Extras<Outcome, Pose, Parts, PayoutPose | null> {
  return {
    pose: (view, elapsedMs) => payoutAt(view, winnerOf(view.state), elapsedMs, () => worthOf(view)),
    restsAfterMs(view) {
      const { left, right } = payingDeeds(view, winnerOf(view.state), 0);
      return view.state.phase === "waiting" ? TAKEN_MS.at + TAKEN_MS.length : leftMs(left, right);
    },
    build: (kit, _, drawing) =>
      new Payout(kit, drawing, (size) => reachOf(size, kit.look.isOrnate)),
  };
}
