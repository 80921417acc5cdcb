import { TEAMS } from "../../../src/games/bigsixball/game.ts";
import { stepBelow } from "../../stage/bets/bet-place.ts";
import type { BetPlace } from "../../stage/bets/bet-place.ts";
import { betsLayer } from "../../stage/bets/bets-on-felt.ts";
import { inBox } from "../../stage/plates.ts";
import type { Size } from "../../stage/scene.ts";
import { MARBLE, STALL, worldAt } from "./courses.ts";
import type { RacePose } from "./pose.ts";
import { lanesFraming, matrixIn } from "./shots.ts";

/** Distances from the gate, in marble widths. */
const FAR = {
  /** The player's own chips. */
  own: 2.1,
  /** All players' chips. */
  total: 3.2,
  /** The end of a lane's touch target, which starts at the top of its marble. */
  foot: 4,
} as const;
/** How much closer to the centre chips lie, per marble width from the gate, so that all are visible. */
const INWARDS = 0.045;
/** Minimum width of the narrowest lane for labels next to chips. */
const MIN_LABEL_LANE_PX = 34;

/** The betting places in a box: in the lanes, in front of the marbles at the gate. */
export function placesIn(size: Size): readonly BetPlace[] {
  const [matrix, framing] = [matrixIn("grid"), lanesFraming(size)];
  /** The point at a distance on a lane, some marble widths above the ground. */
  const at = (distance: number, lane: number, above = 0) => {
    const [x, y, z] = worldAt(
      distance,
      (lane - 2.5) * STALL * (1 - INWARDS * Math.max(0, distance)),
    );
    return inBox(matrix, framing, [x, y, z + (above - 0.5) * MARBLE]);
  };
  const { width, height } = size;
  const winPx = Math.max(12, Math.min(30, height * 0.08, width * 0.045));
  // The result is left of the podium, clear of the list and the text about the race.
  const widthPx = width * 0.42;
  const result = {
    x: width * 0.02 + widthPx / 2,
    y: Math.max(52, height * 0.2),
    px: winPx,
    widthPx,
  };
  const last = TEAMS.length - 1;
  const hasLabels = Math.abs(at(FAR.own, last).x - at(FAR.own, last - 1).x) >= MIN_LABEL_LANE_PX;
  return TEAMS.map((team, lane): BetPlace => {
    const [own, total] = [at(FAR.own, lane), at(FAR.total, lane)];
    const lanePx = Math.abs(at(FAR.own, lane + 1).x - own.x);
    const chipPx = lanePx * 0.46;
    const typePx = Math.max(9, Math.min(16, lanePx * 0.2));
    const [top, foot] = [at(0, lane, 1), at(FAR.foot, lane)];
    // The area leans along the lane, so that it includes the marble.
    const lean = (top.x - foot.x) / (foot.y - top.y);
    const heightPx = Math.min(foot.y, height) - top.y;
    const box = {
      x: top.x - (lean * heightPx) / 2,
      y: top.y + heightPx / 2,
      width: Math.max(24, lanePx * 0.96),
      height: heightPx,
    };
    return {
      market: "winner",
      teams: [team],
      box,
      lean,
      chipPx,
      typePx,
      step: stepBelow(chipPx, own.y, at(0, lane).y),
      total,
      own,
      hasLabels,
      areLabelsAbove: false,
      // The chips are not swept away: the gate is out of view once the winner is known.
      away: total,
      win: result,
      winPx,
      winWidthPx: result.widthPx,
      lost: { ...result, px: winPx * 0.7 },
    };
  });
}

/** How much earlier players are paid than at a card table, in ms. */
const EARLIER_MS = 1_300;

export const betLayer = betsLayer<RacePose>({
  placesIn,
  isInView: ({ shot, areMarblesInLanes }) => shot === "grid" && areMarblesInLanes,
  lateMs: -EARLIER_MS,
});
