import { paidSide, PAY_MS, TIE_LATER_MS } from "../bets/payment.ts";
import type { Paid } from "../bets/payment.ts";
import type { BetPlace } from "../bets/place.ts";
import { BETS_MS } from "../bets/times.ts";
import type { SweepTimes } from "../bets/times.ts";
import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit } from "../kit.ts";
import { winnerOf } from "../lights.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { easeInOut, progress } from "../tracks.ts";
import { NOWHERE } from "./dealing.ts";
import { DEPTH } from "./depths.ts";
import { atChips, COME_MS, handAt, handOf, leftMs } from "./hands/gestures.ts";
import type { Deed, HandPose } from "./hands/gestures.ts";
import { Hand } from "./hands/hand.ts";
import { touchAt } from "./hands/reach.ts";
import type { Reachable, Side } from "./hands/reach.ts";

/*
 * Bets that are lost go into the tray, each spot in the hand on its side of the table. The hand on the loser's side takes
 * those on a tie as well, before the others: so neither of them lies over the winner's cards.
 */

/** When a hand is at chips before they move, stays with them in the tray, and is back at others; in ms. */
const HAND_MS = { before: 60, after: 90, back: 240 } as const;

/** When the only bets that a hand takes move, those on a tie before others, those others, and both sides of a tie. */
const SWEEPS: Readonly<Record<"only" | "first" | "second" | "both", SweepTimes>> = {
  only: { atMs: BETS_MS.sweptAt, lengthMs: BETS_MS.swept },
  first: { atMs: 940, lengthMs: 320 },
  second: { atMs: 1_600, lengthMs: 460 },
  both: { atMs: 840, lengthMs: 420 },
};

/** When the hand that pays a tie comes to take chips for it, in ms after the winners are known. */
const TIE_TAKEN_MS = BETS_MS.paidAt + TIE_LATER_MS - PAY_MS.laidAt + PAY_MS.takeAt - COME_MS;

type Settled = Play<{ readonly result: string | null }>;

/** A spot whose bets are lost, whose hand takes them, and when, in ms after the winners are known. */
interface LostSpot extends SweepTimes {
  name: string;
  side: Paid;
  hand: Side;
}

/** The spots whose bets are lost, in the order in which they are taken. */
function lostSpots(view: Settled): readonly LostSpot[] {
  const { bets } = view;
  const won = winnerOf(view.state);
  if (!bets || bets.settledMs === null || won === null) {
    return [];
  }
  const winner = paidSide(view, won);
  const lost = bets.spots
    .filter(({ hasWon, total, own }) => !hasWon && total.chips + own.chips > 0)
    .map(({ name }) => ({ name, side: paidSide(view, name) }))
    .toSorted((one, other) => Number(other.side === "tie") - Number(one.side === "tie"));
  return lost.map(({ name, side }, i) => {
    const hand = side === "tie" ? (winner === "left" ? "right" : "left") : handOf(side);
    const nth = winner === "tie" ? "both" : lost.length < 2 ? "only" : i === 0 ? "first" : "second";
    return { name, side, hand, ...SWEEPS[nth] };
  });
}

/** How bets of a game of cards are settled: when each is swept and by which hand, and how much later winners are paid. */
export function cardSettling(view: Settled) {
  const spots = lostSpots(view);
  return {
    lateMs: winnerOf(view.state) === "tie" ? TIE_LATER_MS : 0,
    sweepOf: (name: string) => spots.find((spot) => spot.name === name),
  };
}

/** What a hand does to take them, so far into phase `result`. */
function sweeping(view: Settled, hand: Side, elapsedMs: number): readonly Deed[] {
  const settledMs = view.bets?.settledMs ?? 0;
  const own = lostSpots(view).filter((spot) => spot.hand === hand);
  const { before, after, back } = HAND_MS;
  return own.flatMap(({ side, atMs, lengthMs }, i) => {
    const fromMs = settledMs + atMs;
    const untilMs = fromMs + lengthMs + after;
    const way = 1 - easeInOut(progress(elapsedMs, fromMs, lengthMs));
    const previous = own[i - 1];
    // From the tray it goes to them around the table, and not across.
    const returnsMs = previous && settledMs + previous.atMs + previous.lengthMs + after;
    const returning =
      returnsMs === undefined
        ? []
        : [
            atChips(
              side,
              easeInOut(progress(elapsedMs, returnsMs, back)),
              returnsMs,
              fromMs - before,
            ),
          ];
    return [...returning, atChips(side, way, fromMs - before, untilMs)];
  });
}

interface SweepingPose {
  left: HandPose | null;
  right: HandPose | null;
}

class SweepingHands implements ExtraParts<SweepingPose> {
  readonly #kit: Kit;
  readonly #hands: Readonly<Record<Side, Hand>>;
  readonly #tableOf: (size: Size, hand: Side) => Reachable;
  #size: Size = { width: 1, height: 1 };
  #isPainted = false;

  constructor(kit: Kit, table: Group, tableOf: (size: Size, hand: Side) => Reachable) {
    [this.#kit, this.#tableOf] = [kit, tableOf];
    this.#hands = {
      left: new Hand(kit, "left", ["pinch"]),
      right: new Hand(kit, "right", ["pinch"]),
    };
    const both = kit.group();
    both.add(this.#hands.left.node, this.#hands.right.node);
    both.place({ x: 0, y: 0, depth: DEPTH.hands });
    table.add(this.#hands.left.beneath, this.#hands.right.beneath, both);
  }

  resize(size: Size): void {
    [this.#size, this.#isPainted] = [size, false];
  }

  show(pose: SweepingPose): void {
    const isSeen = this.#kit.look.isOrnate && (pose.left !== null || pose.right !== null);
    for (const side of ["left", "right"] as const) {
      const table = this.#tableOf(this.#size, side);
      if (isSeen && !this.#isPainted) {
        this.#hands[side].fit(table.handPx, this.#size);
      }
      const hand = isSeen ? pose[side] : null;
      this.#hands[side].show(hand && touchAt(table, side, hand, {}), "pinch", true);
    }
    this.#isPainted ||= isSeen;
  }
}

/** The hands that take lost bets, as extras of a game of cards. */
export function lostBets<
  Outcome extends { readonly result: string | null },
  Pose,
  Parts extends Drawing<Pose> & { readonly table: Group },
>(
  /** The length of a hand, in CSS pixels. */
  handIn: (size: Size) => number,
  /** In the order of its sides, the tie between them. */
  placesIn: (size: Size) => readonly BetPlace[],
): Extras<Outcome, Pose, Parts, SweepingPose> {
  const restsMs = (view: Settled) =>
    leftMs(...(["left", "right"] as const).map((hand) => sweeping(view, hand, 0)));
  const sweptBy = (size: Size, hand: Side): Reachable => {
    const [left, tie, right] = placesIn(size).map(({ ways, chipPx }) =>
      ways ? { ...ways[hand], chipPx, next: { x: 0, y: 0 } } : undefined,
    );
    return {
      size,
      cardPx: 0,
      handPx: handIn(size),
      // They are at nothing but chips.
      mouth: NOWHERE,
      tray: null,
      winners: left && tie && right ? { left, tie, right } : null,
      wayOf: () => ({ shoe: NOWHERE, place: NOWHERE, off: NOWHERE, fromAside: null }),
    };
  };
  return {
    pose(view, elapsedMs) {
      const { state, hands = true, resultMs = Number.POSITIVE_INFINITY } = view;
      // There would be no time for it.
      const isDone = !hands || state.phase !== "result" || restsMs(view) > resultMs;
      const { settledMs = null } = view.bets ?? {};
      const paysMs = TIE_TAKEN_MS + (settledMs ?? 0);
      // In a tie one of them goes on to pay it.
      const isPaying = (hand: Side) =>
        winnerOf(view.state) === "tie" && hand === handOf("tie") && elapsedMs >= paysMs;
      const at = (hand: Side) =>
        isDone || isPaying(hand) ? null : handAt(sweeping(view, hand, elapsedMs), elapsedMs);
      return { left: at("left"), right: at("right") };
    },
    restsAfterMs: (view) => (view.state.phase === "result" ? restsMs(view) : 0),
    build: (kit, _, { table }) => new SweepingHands(kit, table, sweptBy),
  };
}
