import { PAY_MS, paymentOf } from "../bets/payment.ts";
import type { Paid } from "../bets/payment.ts";
import { ChipPile } from "../bets/pile.ts";
import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit } from "../kit.ts";
import { winnerOf } from "../lights.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { LIGHTS } from "../theme.ts";
import { progress } from "../tracks.ts";
import type { Worth } from "./afterglow.ts";
import { pileAt } from "./chip-way.ts";
import { carriedAt, handOf, leftMs, NONE, paying } from "./hands/gestures.ts";
import type { Deeds } from "./hands/gestures.ts";
import { shownOf, wristOf } from "./hands/hand.ts";
import { touchAt } from "./hands/reach.ts";
import type { Reachable } from "./hands/reach.ts";
import { Tray } from "./tray.ts";

/** With how many chips a result is paid, on two piles of two colours. */
const CHIPS: Readonly<Record<Worth, readonly [number, number]>> = {
  0: [3, 2],
  1: [4, 3],
  2: [4, 4],
};
const COLOURS = [LIGHTS.gold, "#3a3f49"] as const;

/** In so many ms they are one with the bets. */
const MERGED_MS = 300;

/** What the hands do to pay the winner, so far into phase `result`. */
export function payingDeeds(view: Play, winner: string | null, elapsedMs: number): Deeds {
  const payment = paymentOf(view, winner);
  return payment ? paying(payment.side, elapsedMs, payment.lateMs) : NONE;
}

/** Chips on their way from the tray to a winner, or there. */
interface PayoutPose {
  side: Paid;
  chips: readonly [number, number];
  /** How much of them is seen, and how far they are on their way, 0 to 1. */
  seen: number;
  way: number;
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
  const ms = elapsedMs - lateMs;
  // Where no hand is drawn they are laid there.
  const isCarried = view.hands !== false;
  const appears = isCarried ? progress(ms, takeAt + 60, 150) : progress(ms, laidAt, 240);
  // The bets grow by them.
  const left = 1 - progress(ms, letGoAt, MERGED_MS);
  return {
    side,
    chips: CHIPS[worthOf()],
    seen: appears * left,
    way: isCarried ? carriedAt(ms) : 1,
  };
}

/** Whether a hand is seen that has chips so far on their way: where it goes along beyond the edge, they do as well. */
function isInHand(table: Reachable, side: Paid, way: number): boolean {
  const [hand, aim] = [handOf(side), { at: "chips", side, way } as const];
  const touch = touchAt(table, hand, { from: aim, to: aim, way: 1 }, {});
  const { handPx, size } = table;
  return (
    touch !== null && shownOf(wristOf(touch, "pinch", handPx, hand === "left"), handPx, size) > 0
  );
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
    const { way, seen, chips } = pose;
    const isSeen = way >= place.reach || isInHand(table, pose.side, way);
    this.#piles.forEach((pile, i) => {
      // Whole chips, one after the other: nobody sees through one.
      pile.show(pileAt(place, way, i === 0 ? 0 : 1), {
        chips: isSeen ? Math.ceil((chips[i] ?? 0) * seen) : 0,
        size: 1,
      });
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
      return leftMs(left, right);
    },
    build: (kit, _, drawing) =>
      new Payout(kit, drawing, (size) => reachOf(size, kit.look.isOrnate)),
  };
}
