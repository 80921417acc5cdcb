import type { Extras } from "../../extras.ts";
import type { Group } from "../../kit.ts";
import { phaseMsAt, revealMsAt } from "../../pacing.ts";
import type { RevealTiming } from "../../pacing.ts";
import type { Drawing, Play, Size } from "../../scene.ts";
import type { Spot } from "../dealing.ts";
import { reachingShoe, shoeAt, shoeStances } from "../shoe-change.ts";
import { mouthOf } from "../shoe.ts";
import { DealerHands, handsPose } from "./dealer-hands.ts";
import type { HandsPose } from "./dealer-hands.ts";
import { leftMs } from "./gestures.ts";
import type { Deeds } from "./gestures.ts";
import type { CardStance, Reachable } from "./reach.ts";

/** A card game as the dealer's hands know it. */
export interface DealtGame<Outcome, Pose> {
  readonly timing: RevealTiming;
  /** The length of a hand, in widths of a card. */
  readonly hand: number;
  /** What the hands do, in ms of what the movements of a phase are timed for. */
  deedsOf(view: Play<Outcome>, elapsedMs: number): Deeds;
  /** The cards of a pose by their names. */
  cardsOf(pose: Pose): Readonly<Record<string, CardStance>>;
  /** Where things lie in a box of a size. The ways of its cards begin at the mouth of its shoe. */
  layoutOf(size: Size): Pick<Reachable, "chips"> & {
    readonly cardWidth: number;
    readonly shoe: Spot;
    readonly shoePx: number;
  };
  waysOf(size: Size, mouth: Spot): Reachable["wayOf"];
}

/** The hands of the dealer over a game of cards. */
export function tableHands<Outcome, Pose, Parts extends Drawing<Pose> & { readonly table: Group }>({
  timing,
  hand,
  deedsOf,
  cardsOf,
  layoutOf,
  waysOf,
}: DealtGame<Outcome, Pose>): Extras<Outcome, Pose, Parts, HandsPose> {
  const isRevealing = ({ state }: Play<Outcome>) => state.phase === "revealing";
  return {
    pose(view, phaseMs, pose) {
      const elapsedMs = isRevealing(view) ? revealMsAt(view, timing, phaseMs) : phaseMs;
      return handsPose(view, deedsOf(view, elapsedMs), elapsedMs, {
        ...cardsOf(pose),
        ...shoeStances(shoeAt(view, phaseMs)),
      });
    },
    restsAfterMs(view) {
      const { left, right } = deedsOf(view, 0);
      const restsMs = leftMs(left, right);
      return isRevealing(view) ? phaseMsAt(view, timing, restsMs) : restsMs;
    },
    build(kit, _, { table }) {
      const hands = new DealerHands(kit);
      table.add(hands.node);
      return {
        resize(size) {
          const { cardWidth, shoe, shoePx, chips } = layoutOf(size);
          const mouth = mouthOf(shoePx, shoe);
          const reachable = {
            size,
            cardPx: cardWidth,
            handPx: cardWidth * hand,
            mouth,
            chips: kit.look.isOrnate ? chips : null,
            wayOf: waysOf(size, mouth),
          };
          hands.fit(reachingShoe(reachable, shoePx, shoe));
        },
        show: (pose) => hands.show(pose),
      };
    },
  };
}
