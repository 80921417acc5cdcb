import { palette } from "../../../src/look/palette.ts";
import { spotKey } from "../../../src/wire/spot-bets.ts";
import type { Point, TextLook } from "../drawing.ts";
import { easeOut, lerp } from "../easing.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import type { Group } from "../pixi/nodes.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { PAID_CHIPS, sweptAt, TAKEN_DOWN, takenSize, labelAt } from "./bet-place.ts";
import type { BetPlace } from "./bet-place.ts";
import { betsPose, betsRestAfterMs, dropHeight } from "./bets-pose.ts";
import type { SpotPose } from "./bets-pose.ts";
import { makePile } from "./chip-pile.ts";
import { makeResultPill } from "./result-pill.ts";

/** Minimum width of a chip with a ring, in CSS pixels; around smaller ones the ring would blur. */
const RING_FROM_PX = 18;
/** The player's result rises from the paid chips unless it is farther away than this, in chip widths. */
const MAX_RISE_CHIPS = 5;
/** Size of the painted glow, in CSS pixels. It is soft, so it is painted small and scaled up. */
const GLOW_PX = 64;
const INLAY = ["#00000078", "#ffffff20"] as const;
/** The player's stake, a little brighter than the light on winners. */
const STAKE_INK = mix(palette.celebration, "#ffffff", 0.25);

/** Draws an inlay in the felt: a dark edge above and a light edge below. */
function inlaid(context: CanvasRenderingContext2D, colour: string, draw: () => void): void {
  for (const [shift, ink] of [
    [-1, INLAY[0]],
    [1, INLAY[1]],
    [0, colour],
  ] as const) {
    context.save();
    context.translate(0, shift);
    context.fillStyle = ink;
    context.strokeStyle = ink;
    draw();
    context.restore();
  }
}

function paintGlow(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  colour: string,
): void {
  context.save();
  context.scale(width / 2, height / 2);
  const glow = context.createRadialGradient(1, 1, 0, 1, 1, 1);
  for (const [at, alpha] of [
    [0, 0.62],
    [0.35, 0.36],
    [0.65, 0.12],
    [1, 0],
  ] as const) {
    glow.addColorStop(at, withAlpha(colour, alpha));
  }
  context.fillStyle = glow;
  context.fillRect(0, 0, 2, 2);
  context.restore();
}

function makeSpot(tools: DrawingTools) {
  /** `wins` has the player's result, drawn above everything else. */
  const [group, bet, wins] = [tools.group(), tools.group(), tools.group()];
  const [ring, glow] = [tools.picture(), tools.light()];
  const [totalPile, ownPile] = [makePile(tools, "black"), makePile(tools, "cream")];
  const [percentLabel, stakeLabel] = [tools.label(), tools.label()];
  const pill = makeResultPill(tools);
  let laid: { place: BetPlace; percent: TextLook; stake: TextLook } | undefined;
  bet.add(glow, ...totalPile.nodes, ...ownPile.nodes, percentLabel, stakeLabel);
  group.add(ring, bet);
  wins.add(...pill.nodes);

  function fit(place: BetPlace): void {
    const { chipPx, step, typePx } = place;
    for (const pile of [totalPile, ownPile]) {
      pile.fit(chipPx, step);
    }
    ring.paint({ width: chipPx * 1.3, height: chipPx * 0.9 }, (context, { width, height }) =>
      inlaid(context, withAlpha(mix(tools.accent, "#ffffff", 0.35), 0.75), () => {
        context.beginPath();
        context.ellipse(width / 2, height / 2, width * 0.46, height * 0.42, 0, 0, 2 * Math.PI);
        context.stroke();
      }),
    );
    glow.paint({ width: GLOW_PX, height: GLOW_PX }, (context, box) =>
      paintGlow(context, box, palette.celebration),
    );
    const type = { sizePx: typePx, weight: 800, inlay: true } as const;
    laid = {
      place,
      percent: { ...type, colour: palette.ink },
      stake: { ...type, colour: STAKE_INK },
    };
  }

  /**
   * Draws a pose; hides the bet if there is no pose. A ring marks a spot that can be pressed, and the player's chips.
   */
  function show(pose: SpotPose | undefined, isMarked: boolean): void {
    if (!laid) {
      return;
    }
    const { total, own, hasLabels, away, chipPx } = laid.place;
    const { own: chips = 0, gone = 0, swept = 0 } = pose ?? {};
    const hasRing = isMarked || (chips > 0 && chipPx >= RING_FROM_PX);
    ring.place({ ...own, alpha: hasRing ? (1 - gone) * (1 - swept) : 0 });
    for (const part of [bet, wins]) {
      part.place({ x: 0, y: 0, alpha: pose ? 1 : 0 });
    }
    if (!pose) {
      return;
    }
    const moved = (at: Point) => {
      const { x, y } = sweptAt(at, away, pose.swept);
      return { x, y: y + pose.taken * TAKEN_DOWN * chipPx };
    };
    const size = pose.taken > 0 ? takenSize(pose.taken) : 1 - pose.gone;
    const paid = pose.own + PAID_CHIPS * pose.paid;
    totalPile.show(moved(total), { chips: pose.total, height: dropHeight(pose.total % 1), size });
    ownPile.show(moved(own), { chips: paid, height: dropHeight(paid % 1), size });
    glow.place({ ...total, scale: (chipPx * 4.4) / GLOW_PX, alpha: 0.75 * pose.lit });
    percentLabel.write(pose.percent, laid.percent);
    const percentAt = labelAt(laid.place, total, pose.total);
    percentLabel.place({
      ...percentAt,
      alpha: hasLabels && pose.percent !== "" ? pose.labelsShown : 0,
    });
    stakeLabel.write(pose.stake, laid.stake);
    const isStaked = hasLabels && pose.stake !== "";
    stakeLabel.place({
      ...labelAt(laid.place, own, pose.own),
      alpha: isStaked ? pose.labelsShown : 0,
    });
    showResult(pose, laid.place);
  }

  /** Shows the player's result: next to the paid chips, or where the lost chips were. */
  function showResult({ result, resultShown, isGain, hasWon }: SpotPose, place: BetPlace): void {
    const { own, win, winPx, winWidthPx, lost, chipPx } = place;
    if (result === "" || resultShown === 0) {
      pill.show(own, 0);
      return;
    }
    // Only a gain is set in large type.
    const px = isGain ? winPx : Math.min(winPx, lost.px);
    const room = hasWon ? { px, widthPx: winWidthPx } : lost;
    pill.write(result, { ...room, isGain });
    const to = hasWon ? win : lost;
    const isNear = hasWon && Math.hypot(win.x - own.x, win.y - own.y) < MAX_RISE_CHIPS * chipPx;
    const risen = isNear ? easeOut(resultShown) : 1;
    const at = { x: lerp(own.x, to.x, risen), y: lerp(own.y, to.y, risen) };
    pill.show(at, easeOut(resultShown));
  }

  return { group, wins, fit, show };
}

export interface BetsDrawing<Pose> extends Drawing<Pose> {
  readonly chips: Group;
  /** For the players' results, above everything else. */
  readonly results: Group;
}

interface BetFelt<Pose> {
  placesIn(size: Size): readonly BetPlace[];
  isInView(pose: Pose): boolean;
  /** Delay of paying winners, in ms; can be negative; 0 if omitted. */
  lateMs?: number;
}

export interface BetsPose {
  spots: readonly SpotPose[];
  /** Whether a ring marks every spot, because players can press it. */
  isMarked: boolean;
  isInView: boolean;
}

/** The bets on a scene's drawing, added after its first frame so that they do not delay it. */
export interface BetsLayer<Pose = unknown> {
  /** The bets' pose, as in `Scene.pose`; `pose` is the scene's own. */
  pose(view: Play, elapsedMs: number, pose: Pose): BetsPose;
  /** When the last movement of the bets in the state's phase ends, in ms. */
  restsAfterMs(view: Play): number;
  build(tools: DrawingTools, drawing: Drawing<Pose>): Omit<Drawing<BetsPose>, "root">;
}

/** The bets layer. Its parts are created only when there are bets. */
export function betsLayer<Pose>(felt: BetFelt<Pose>): BetsLayer<Pose> {
  return {
    pose(view, elapsedMs, pose) {
      const spots = betsPose(view, elapsedMs, felt.lateMs);
      const isMarked = view.takesPresses === true && view.state.phase === "betting";
      // Without bets nothing changes, so nothing is redrawn.
      return { spots, isMarked, isInView: (isMarked || spots.length > 0) && felt.isInView(pose) };
    },
    restsAfterMs: (view) => betsRestAfterMs(view, felt.lateMs),
    build(tools, drawing: BetsDrawing<Pose>) {
      const all = tools.group();
      const wins = tools.group();
      drawing.chips.add(all);
      drawing.results.add(wins);
      wins.place({ x: 0, y: 0, depth: 1 });
      const parts = new Map<string, ReturnType<typeof makeSpot>>();
      let places = new Map<string, BetPlace>();
      return {
        resize(size) {
          places = new Map(felt.placesIn(size).map((place) => [spotKey(place), place]));
          for (const [name, part] of parts) {
            const place = places.get(name);
            if (place !== undefined) {
              part.fit(place);
            }
          }
        },
        show({ spots, isMarked, isInView }) {
          all.place({ x: 0, y: 0, alpha: isInView ? 1 : 0 });
          for (const name of isMarked ? places.keys() : spots.map((spot) => spot.name)) {
            const place = places.get(name);
            if (place !== undefined && !parts.has(name)) {
              const part = makeSpot(tools);
              part.fit(place);
              all.add(part.group);
              wins.add(part.wins);
              parts.set(name, part);
            }
          }
          for (const [name, part] of parts) {
            part.show(
              spots.find((spot) => spot.name === name),
              isMarked,
            );
          }
        },
      };
    },
  };
}
