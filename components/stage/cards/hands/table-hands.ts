import type { Extras } from "../../extras.ts";
import type { Group } from "../../kit.ts";
import { DEALT_AFTER_MS, dealtEarly, phaseMsAt, revealMsAt } from "../../pacing.ts";
import type { RevealTiming } from "../../pacing.ts";
import type { Drawing, Play, Size } from "../../scene.ts";
import type { Spot } from "../dealing.ts";
import { reachingShoe, shoeAt, shoeStances } from "../shoe-change.ts";
import { mouthOf } from "../shoe.ts";
import { DealerHands, handsPose } from "./dealer-hands.ts";
import type { HandsPose } from "./dealer-hands.ts";
import { followed, leftMs } from "./gestures.ts";
import type { Deeds } from "./gestures.ts";
import type { CardStance, Reachable } from "./reach.ts";

/** A card game as the dealer's hands know it. */
export interface DealtGame<Outcome, Pose> {
  readonly timing: RevealTiming;
  /** The length of a hand, in widths of a card. */
  readonly hand: number;
  /** How the first cards are dealt, in ms of what a reveal is timed for: where a beacon is awaited, before that. */
  readonly firstDeal: Deeds;
  /** What the hands do, in ms of what the movements of a phase are timed for. */
  deedsOf(view: Play<Outcome>, elapsedMs: number): Deeds;
  /** The cards of a pose by their names. */
  cardsOf(pose: Pose): Readonly<Record<string, CardStance>>;
  /** Where things lie in a box of a size. The ways of its cards begin at the mouth of its shoe. */
  layoutOf(size: Size): {
    readonly cardWidth: number;
    readonly shoe: Spot;
    readonly shoePx: number;
  };
  /** Where its chips come from, and where they go. */
  chipsOf(size: Size): Pick<Reachable, "tray" | "winners">;
  waysOf(size: Size, mouth: Spot): Reachable["wayOf"];
}

/** The table of a game as its hands know it, in a box of a size; without ornament no chips lie on it. */
export function reachableOf<Outcome, Pose>(
  { hand, layoutOf, chipsOf, waysOf }: DealtGame<Outcome, Pose>,
  size: Size,
  isOrnate: boolean,
): Reachable {
  const { cardWidth, shoe, shoePx } = layoutOf(size);
  const mouth = mouthOf(shoePx, shoe);
  const reachable = {
    size,
    cardPx: cardWidth,
    handPx: cardWidth * hand,
    mouth,
    ...(isOrnate ? chipsOf(size) : { tray: null, winners: null }),
    wayOf: waysOf(size, mouth),
  };
  return reachingShoe(reachable, shoePx, shoe);
}

/** The hands of the dealer over a game of cards. */
export function tableHands<Outcome, Pose, Parts extends Drawing<Pose> & { readonly table: Group }>(
  game: DealtGame<Outcome, Pose>,
): Extras<Outcome, Pose, Parts, HandsPose> {
  const { timing, firstDeal, deedsOf, cardsOf } = game;
  const isRevealing = ({ state }: Play<Outcome>) => state.phase === "revealing";
  const allDeedsOf = (view: Play<Outcome>, elapsedMs: number) => {
    const deeds = deedsOf(view, elapsedMs);
    const early = dealtEarly(view, timing);
    return early ? followed(deeds, firstDeal, early.fromMs + DEALT_AFTER_MS) : deeds;
  };
  return {
    pose(view, phaseMs, pose) {
      const elapsedMs = isRevealing(view) ? revealMsAt(view, timing, phaseMs) : phaseMs;
      return handsPose(view, allDeedsOf(view, elapsedMs), elapsedMs, {
        ...cardsOf(pose),
        ...shoeStances(shoeAt(view, phaseMs)),
      });
    },
    // Before a beacon comes the scene says when cards are dealt (`Scene.movesAgain`).
    restsAfterMs(view) {
      const { left, right } = deedsOf(view, 0);
      const restsMs = leftMs(left, right);
      return isRevealing(view) ? phaseMsAt(view, timing, restsMs) : restsMs;
    },
    build(kit, _, { table }) {
      const hands = new DealerHands(kit);
      table.add(...hands.nodes);
      return {
        resize: (size) => hands.fit(reachableOf(game, size, kit.look.isOrnate)),
        show: (pose) => hands.show(pose),
      };
    },
  };
}
