import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import { stepBelow } from "../../stage/bets/place.ts";
import type { BetPlace, ChipPlace, ToldPlace, WinPlace } from "../../stage/bets/place.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { clearHeight, limitIn } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { betMarks, inOwnStalls } from "./bet-marks.ts";
import { AT_GATES, courseLayout } from "./course.ts";
import type { Camera, CourseLayout, Point } from "./course.ts";
import { STALL } from "./courses.ts";
import { topOf } from "./podium.ts";
import { FORM_RATIO, formPx } from "./race-form.ts";
import type { RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";

/** The teams, in the order of their lanes. */
const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"];

/** With smaller balls than this, in CSS pixels, there is no room for words beside chips. */
const WORDED_FROM_PX = 30;
/** And with smaller ones than this, none for the player's stake where shares are. */
const STAKED_FROM_PX = 16;
/** How far the podium reaches to either side, in steps. */
const REACHES = 1.6;
/**
 * Ahead of the gate, where the lines of last places leave room: how far both words end from the ball, in widths of
 * one and, as type has a least size, in CSS pixels.
 */
const WORDS_AT = { units: 11.7, sharePx: 48, stakePx: 20 } as const;

/** Where a place of a lane is in a box: so far behind its ball, and so far to its side, in widths of one. */
type At = (behind: number, aside?: number) => Point;
type Laid = Omit<ChipPlace, "market" | "teams" | "step" | "away">;

const beneath = ({ x, y }: Point, px: number) => ({ x, y: y + px, anchor: "middle" as const });

/** In a tall box lanes lead up: both piles side by side, beneath the name of the ball. */
function inTallLane(at: At, unit: number): Laid {
  const [chipPx, typePx] = [unit * 0.5, Math.max(9, Math.min(16, unit * 0.24))];
  const [total, own] = [at(2.1, -0.29), at(2.1, 0.29)];
  const words = chipPx * 0.5 + typePx * 0.7;
  return {
    box: { ...at(1.25), width: STALL * unit, height: 3.4 * unit },
    chipPx,
    typePx,
    total,
    own,
    share: beneath(total, words),
    stake: beneath(own, words),
  };
}

/** One pile behind the other, and words beneath them or, with small balls, far ahead. */
function inLane(at: At, unit: number): Laid {
  const isWorded = unit >= WORDED_FROM_PX;
  const chipPx = unit * (isWorded ? 0.54 : 0.72);
  const typePx = isWorded ? Math.min(18, unit * 0.3) : 9;
  const raised = isWorded ? -0.12 : 0.1;
  const [total, own] = isWorded
    ? [at(1.2, raised), at(2.2, raised)]
    : // Clear of the name beside the ball.
      [at(1.5, raised), at(2.3, raised)];
  const words = chipPx * 0.5 + typePx * 0.55;
  // Small balls leave two of their last places out: words stand there, clear of the rails.
  const left = 2 * formPx(unit) * FORM_RATIO;
  const ahead = (px: number) => ({
    ...at(-WORDS_AT.units - (px - left) / unit),
    anchor: "right" as const,
  });
  return {
    box: { ...at(1.2), width: 3.4 * unit, height: STALL * unit },
    chipPx,
    typePx,
    total,
    own,
    share: isWorded ? beneath(total, words) : ahead(WORDS_AT.sharePx),
    stake: isWorded ? beneath(own, words) : unit < STAKED_FROM_PX ? null : ahead(WORDS_AT.stakePx),
  };
}

/** Where bets lie in a box: in the lanes, behind the balls that wait at the gate. */
export function placesIn(size: Size): readonly BetPlace[] {
  const layout = courseLayout(size);
  const shot = layout.shot(AT_GATES);
  const told = toldIn(size, layout);
  return TEAMS.map((team, lane) => {
    const stall = layout.stall(lane);
    const at: At = (behind, aside = 0) =>
      layout.seen(shot, { x: stall.x - behind, y: stall.y + aside });
    const laid = (layout.tall ? inTallLane : inLane)(at, shot.unit);
    const { box, total, own, chipPx } = laid;
    // No dealer stands there, and nobody looks at the gates when the winner is known.
    const away = { x: total.x, y: total.y - chipPx };
    // Nor is it to be seen there what is paid.
    const top = box.y - box.height / 2;
    const step = stepBelow(chipPx, Math.min(total.y, own.y), top, Number.NEGATIVE_INFINITY);
    return { market: "winner", teams: [team], ...laid, ...told, away, step };
  });
}

/** How much sooner than at a card table the player is paid, in ms. */
const SOONER_MS = 1_300;

/**
 * What a player is told is seen when nobody looks at the gate any more: beside the podium, or in a tall box above it.
 * What he has lost, or a line of several amounts, is told over that, over the crowd or, where that is narrow, beneath it.
 */
function toldIn(size: Size, layout: CourseLayout): WinPlace & { lost: ToldPlace; line: ToldPlace } {
  const { width, height } = size;
  const { tall, list, podium } = layout;
  const most = limitIn(height, 40, 0.07);
  const lostPx = Math.max(12, Math.min(limitIn(height, 20, 0.036), width * 0.045));
  if (tall) {
    const [top, foot] = [list.foot, topOf(podium)];
    const winPx = Math.max(10, Math.min(most, width * 0.09, (foot - top) * 0.3));
    const y = (share: number) => top + (foot - top) * share;
    const [x, wide] = [width / 2, width * 0.9];
    const win = { x, y: y(0.42) };
    return {
      win,
      winPx,
      winWidthPx: wide,
      // A long line so high would shout down the winner.
      line: { ...win, px: winPx * 0.7, widthPx: wide },
      lost: { x, y: y(0.76), px: lostPx, widthPx: wide },
    };
  }
  const beside = width / 2 - podium.step * REACHES;
  const winPx = Math.max(10, Math.min(most, beside * 0.2));
  const win = { x: beside / 2, y: clearHeight(height) * 0.82 };
  // Beside the ball on the second step.
  const wide = width / 2 - podium.step - podium.ballPx * 0.5;
  const y = list.foot + Math.max(lostPx * 1.1, height * 0.07);
  const lost = { x: wide / 2, y, px: lostPx, widthPx: wide * 0.9 };
  return {
    win,
    winPx,
    winWidthPx: beside * 0.94,
    lost,
    line: { ...lost, px: Math.max(lostPx, Math.min(24, lost.widthPx * 0.1)) },
  };
}

/** Where the ground is that stakes lie on, and how far they are seen, 0 to 1. */
interface StakesAt {
  camera: Camera;
  seen: number;
}

const piles = betsExtras<BigSixBallOutcome, RaceShown, RaceTable, StakesAt>({
  placesIn,
  clothOf: ({ under }: RaceTable) => under,
  winsOn: ({ front }) => front,
  winsDepth: 1,
  // Nobody sees lost bets swept: what is paid is said as soon as the winner stands.
  settlingOf: () => ({ lateMs: -SOONER_MS, sweepOf: () => undefined }),
  follow: ({ camera, balls }: RaceShown) => ({ camera, seen: camera.gates * inOwnStalls(balls) }),
  /** They lie on the ground, which the camera looks at: as it goes, they stay behind, and nobody races over their words. */
  move(bets, { layout }, { camera, seen }) {
    const [gates, shot] = [layout.shot(AT_GATES), layout.shot(camera)];
    const scale = shot.unit / gates.unit;
    bets.place({
      x: shot.x - gates.x * scale,
      y: shot.y - gates.y * scale,
      scale,
      alpha: seen,
    });
  },
});

/** What is told of bets: what lies at the gates, and marks of the player's own that go with the balls. */
export const extras = bothExtras(piles, betMarks);
