import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { stepBelow } from "../../stage/bets/bet-place.ts";
import type { BetPlace } from "../../stage/bets/bet-place.ts";
import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import { inBox } from "../../stage/plates.ts";
import type { Size } from "../../stage/scene.ts";
import { MARBLE, STALL, worldAt } from "./courses.ts";
import { framingIn, matrixOf } from "./look.ts";
import type { RacePose } from "./pose.ts";
import type { RaceTable } from "./table.ts";

/** The teams, in the order of their lanes. */
const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"];

/** How far before the gate the player's own chips lie and everybody's, and where a lane's place begins and ends, in widths. */
const [OWN, TOTAL, FROM, TO] = [2.45, 3.6, -0.6, 4.4] as const;
/** Nearer to the eye they lie closer to the middle, by so much for each width: all of them are in sight. */
const CLOSER = 0.045;
/** With narrower lanes than this, in CSS pixels, nothing is written beside chips. */
const WORDED_FROM_PX = 40;

/** The places for bets in a box: in the lanes, in front of the marbles that wait at the gate. */
export function placesIn(size: Size): readonly BetPlace[] {
  const [matrix, framing] = [matrixOf("grid"), framingIn(size, "grid", null)];
  const at = (far: number, lane: number) => {
    const [x, y, z] = worldAt(far, (lane - 2.5) * STALL * (1 - CLOSER * Math.max(0, far)));
    return inBox(matrix, framing, [x, y, z - MARBLE / 2]);
  };
  const { width, height } = size;
  const winPx = Math.max(12, Math.min(30, height * 0.08, width * 0.045));
  // The camera looks at the plinth when this appears: left of it, clear of the list and of the story of the race.
  const widthPx = width * 0.42;
  const result = {
    x: width * 0.02 + widthPx / 2,
    y: Math.max(52, height * 0.2),
    px: winPx,
    widthPx,
  };
  return TEAMS.map((team, lane): BetPlace => {
    const [own, total] = [at(OWN, lane), at(TOTAL, lane)];
    const lanePx = Math.abs(at(OWN, lane + 1).x - own.x);
    const chipPx = lanePx * 0.46;
    const typePx = Math.max(9, Math.min(16, lanePx * 0.2));
    const [top, foot] = [at(FROM, lane), at(TO, lane)];
    const box = {
      x: (top.x + foot.x) / 2,
      y: (top.y + Math.min(foot.y, height)) / 2,
      width: Math.max(24, lanePx * 0.96),
      height: Math.min(foot.y, height) - top.y,
    };
    const isWorded = lanePx >= WORDED_FROM_PX;
    const beneath = chipPx * 0.5 + typePx * 0.55;
    return {
      market: "winner",
      teams: [team],
      box,
      chipPx,
      typePx,
      step: stepBelow(chipPx, own.y, top.y, Number.NEGATIVE_INFINITY),
      total,
      own,
      share: { x: total.x, y: total.y + beneath, anchor: "middle" },
      stake: isWorded ? { x: own.x, y: own.y + beneath, anchor: "middle" } : null,
      // Nobody sweeps them there, and nobody looks at the gate when the winner is known.
      away: total,
      win: result,
      winPx,
      winWidthPx: result.widthPx,
      lost: { ...result, px: winPx * 0.7 },
      line: null,
    };
  });
}

/** How much sooner than at a card table the player is paid, in ms. */
const SOONER_MS = 1_300;

/** Bets in the lanes, for as long as the marbles wait there. */
export const extras = betsExtras<BigSixBallOutcome, RacePose, RaceTable, number>({
  placesIn,
  clothOf: ({ chips }) => chips,
  winsOn: ({ front }) => front,
  winsDepth: 1,
  settlingOf: () => ({ lateMs: -SOONER_MS, sweepOf: () => undefined }),
  follow: ({ shot, areHome }) => Number(shot === "grid" && areHome),
  move: (bets, _table, alpha) => bets.place({ x: 0, y: 0, alpha }),
});
