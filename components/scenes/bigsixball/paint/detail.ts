import { TYPEFACE } from "../../../../src/look/typefaces.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Point } from "../course.ts";
import { paintChannel } from "./channel.ts";
import type { GroundDetail } from "./ground.ts";
import { bowlOf, isOn, openParts, RAIL, RIM, trace, traceAcross, WOOD } from "./outline.ts";
import type { GroundPaint } from "./outline.ts";
import { paintTurf } from "./turf.ts";

type Context = CanvasRenderingContext2D;

/** From joint to joint of the floor, from arrow to arrow, and from lamp to lamp on the rails, in widths of a ball. */
const [JOINTS, ARROWS, LAMPS] = [1.6, 6.4, 3.2];
/** The stand is behind the start, and reaches so far up and down. */
const STAND = { top: -3, foot: 0.55 } as const;

/** Joints of the floor, which tell how fast it goes by, and arrows to the line. */
function paintMarks(context: Context, paint: GroundPaint): void {
  const { course, lies, look, tile } = paint;
  const joint = withAlpha(look.addsLight ? "#000000" : look.shade, look.addsLight ? 0.2 : 0.1);
  const lip = withAlpha(look.lamp, look.addsLight ? 0.07 : 0.35);
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const [from, to] of openParts(course)) {
    for (let far = Math.max(1.4, from + 0.8); far < to; far += JOINTS) {
      if (!isOn(tile, lies(course.path.at(far)), 5)) {
        continue;
      }
      for (const [off, colour] of [
        [0, joint],
        [0.07, lip],
      ] as const) {
        traceAcross(context, paint, far + off, [-0.97, 0.97]);
        context.lineWidth = 0.06;
        context.strokeStyle = colour;
        context.stroke();
      }
    }
    for (let far = 20; far < to - 10; far += ARROWS) {
      const isFree = far > from + 1 && far < course.length - 4;
      if (!isFree || !isOn(tile, lies(course.path.at(far)), 2)) {
        continue;
      }
      context.beginPath();
      for (const [along, across] of [
        [-0.5, -0.7],
        [0, 0],
        [-0.5, 0.7],
      ] as const) {
        const { x, y } = lies(course.path.at(far + along, across));
        context.lineTo(x, y);
      }
      context.lineWidth = 0.2;
      context.strokeStyle = withAlpha(look.ink, 0.13);
      context.stroke();
    }
  }
}

/** On the last straight so many tenths of its length are to go, and so far before the line, in widths of a ball. */
const TO_GO = [
  [30, 18],
  [20, 12],
  [10, 6],
] as const;
/** How far from the middle of the course the figures lie, how high they are, and how thick the stroke across it is. */
const [FIGURE_ASIDE, FIGURE, STROKE] = [1.95, 1.1, 0.1];

/** What is left of the way to the line, written on the floor of the last straight: the same in every race. */
function paintToGo(context: Context, paint: GroundPaint, unit: number): void {
  const { course, lies, look, tile } = paint;
  const ink = withAlpha(look.ink, look.addsLight ? 0.3 : 0.36);
  for (const [metres, before] of TO_GO) {
    const far = course.length - before;
    if (!isOn(tile, lies(course.path.at(far)), 6)) {
      continue;
    }
    traceAcross(context, paint, far, [-0.97, 0.97]);
    context.lineWidth = STROKE;
    context.strokeStyle = ink;
    context.stroke();
    for (const side of [-1, 1]) {
      // Ahead of its stroke, and upright in any box.
      const { x, y } = lies(course.path.at(far + 0.9, side * FIGURE_ASIDE));
      context.save();
      context.scale(1 / unit, 1 / unit);
      context.font = `800 ${Math.round(FIGURE * unit)}px ${TYPEFACE.plain}`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = ink;
      context.fillText(String(metres), x * unit, y * unit);
      context.restore();
    }
  }
}

/** Where balls are caught behind the line: a cushion across the end of a bed of felt, in widths of a ball. */
const CATCH = { from: 1.4, to: 9.15, cushion: 0.5 } as const;

/** What brings balls to rest behind the line: felt with a nap across it, and a cushion at its end. */
function paintCatch(context: Context, paint: GroundPaint): void {
  const { course, look } = paint;
  const [from, to] = [course.length + CATCH.from, course.length + CATCH.to];
  const felt = mix(
    look.track,
    look.addsLight ? "#000000" : look.shade,
    look.addsLight ? 0.42 : 0.2,
  );
  trace(context, paint, [from, to], -0.02);
  context.fillStyle = withAlpha(felt, 0.72);
  context.fill();
  for (let far = from + 0.2; far < to - CATCH.cushion; far += 0.42) {
    traceAcross(context, paint, far, [-0.98, 0.98]);
    context.lineWidth = 0.07;
    context.strokeStyle = withAlpha(look.lamp, look.addsLight ? 0.06 : 0.3);
    context.stroke();
  }
  context.lineCap = "round";
  for (const [width, colour, off] of [
    [CATCH.cushion, "#3d0f14", 0.06],
    [CATCH.cushion * 0.8, "#7d1f28", 0],
    [CATCH.cushion * 0.22, "#c8606a", -0.1],
  ] as const) {
    traceAcross(context, paint, to - CATCH.cushion / 2 + off, [-0.96, 0.96]);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** A drop: its floor falls away, in stripes that shorten. */
function paintDrops(context: Context, paint: GroundPaint): void {
  const { course, look } = paint;
  for (const { feature, from, to } of course.stretches) {
    if (feature !== "drop") {
      continue;
    }
    for (let i = 0; i < 5; i++) {
      const begins = from + ((to - from) * i) / 5;
      trace(context, paint, [begins, begins + 0.9 - i * 0.08], -0.1);
      context.fillStyle = withAlpha(i % 2 ? look.accent : "#f4efe4", 0.16);
      context.fill();
    }
    trace(context, paint, [from, to], -0.02);
    context.fillStyle = withAlpha(look.addsLight ? "#000000" : look.shade, 0.16);
    context.fill();
  }
}

/** Rings in a bowl, and the light that its far side throws back. */
function paintRings(context: Context, paint: GroundPaint): void {
  const { course, lies, look, accent } = paint;
  const bowl = bowlOf(course);
  if (!bowl) {
    return;
  }
  const { x, y } = lies(bowl);
  for (let ring = 1; ring <= 5; ring++) {
    const share = ring / 6;
    context.beginPath();
    context.arc(x, y + (1 - share) * 1.7, 1.3 + (RIM - 1.3) * share, 0, 2 * Math.PI);
    context.lineWidth = 0.05;
    context.strokeStyle = withAlpha(look.lamp, 0.1 + 0.05 * share);
    context.stroke();
  }
  context.beginPath();
  context.arc(x, y, RIM - 0.7, 0.35 * Math.PI, 0.85 * Math.PI);
  context.lineWidth = 0.9;
  context.strokeStyle = withAlpha(look.lamp, look.addsLight ? 0.1 : 0.4);
  context.stroke();
  // Its rim is open where the course comes in.
  const [opening] = openParts(course);
  const comes = lies(course.path.at(opening?.[1] ?? 0));
  const angle = Math.atan2(comes.y - y, comes.x - x);
  context.beginPath();
  context.arc(x, y, RIM + 0.02, angle + 0.34, angle + 2 * Math.PI - 0.34);
  context.lineWidth = 0.08;
  context.strokeStyle = withAlpha(mix(accent, "#ffffff", 0.25), 0.85);
  context.stroke();
  paintMouth(context, paint);
}

/** The mouth of the tube that balls come out of: an arch of wood over a dark end. */
function paintMouth(context: Context, paint: GroundPaint): void {
  const { course, lies } = paint;
  const tube = course.stretches.find(({ feature }) => feature === "tube");
  if (!tube) {
    return;
  }
  const at = tube.to - 0.35;
  for (const [deep, alpha] of [
    [1.5, 0.35],
    [1, 0.5],
    [0.5, 0.8],
  ] as const) {
    trace(context, paint, [at, at + deep], -0.02);
    context.fillStyle = withAlpha("#000000", alpha);
    context.fill();
  }
  const half = course.halfWidth(at) + RAIL * 1.3;
  const arch = (width: number, colour: string, off: number) => {
    const [one, other] = [-half, half].map((across) => lies(course.path.at(at + off, across)));
    context.beginPath();
    context.moveTo(one?.x ?? 0, one?.y ?? 0);
    context.lineTo(other?.x ?? 0, other?.y ?? 0);
    context.lineCap = "round";
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  arch(0.95, WOOD.side, -0.1);
  arch(0.7, WOOD.top, -0.2);
  arch(0.3, WOOD.lit, -0.3);
}

function glow(context: Context, { x, y }: Point, radius: number, colour: string, alpha: number) {
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, withAlpha(colour, alpha));
  light.addColorStop(0.3, withAlpha(colour, alpha * 0.42));
  light.addColorStop(1, withAlpha(colour, 0));
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** Small lamps on the rails, and pools of light where the course bends. */
function paintLamps(context: Context, { course, lies, look, accent, tile }: GroundPaint): void {
  if (!look.addsLight) {
    return;
  }
  context.save();
  context.globalCompositeOperation = "lighter";
  for (const [from, to] of openParts(course)) {
    for (let far = from + 0.6; far < to; far += LAMPS) {
      for (const side of [-1, 1]) {
        const at = lies(course.path.at(far, side * (course.halfWidth(far) + RAIL / 2)));
        if (!isOn(tile, at, 0.85)) {
          continue;
        }
        glow(context, at, 0.85, mix(accent, "#ffffff", 0.2), 0.5);
        glow(context, at, 0.16, "#fff4d8", 1);
      }
    }
    for (let far = from + 9; far < to; far += 15) {
      const at = lies(course.path.at(far));
      if (isOn(tile, at, 7.5)) {
        glow(context, at, 7.5, look.lamp, 0.15);
      }
    }
  }
  context.restore();
}

/** The stand behind the start. In a tall box it would be at its side, where nobody sees it. */
function paintStand(
  context: Context,
  { look, lies, tile, ground }: GroundPaint,
  unit: number,
): void {
  const isTall = lies({ x: 1, y: 0 }).x === 0;
  if (isTall || tile.top >= STAND.foot) {
    return;
  }
  context.save();
  context.scale(1 / unit, 1 / unit);
  const isSeen = (x: number, y: number, reach: number) =>
    isOn(tile, { x: x / unit, y: y / unit }, reach / unit);
  paintStudio(
    context,
    { width: ground.right * unit, height: 1 },
    { top: STAND.top * unit, foot: STAND.foot * unit },
    look,
    isSeen,
  );
  context.restore();
}

/** What makes a course look built: its lacquer, joints, arrows, what is left to go, lamps, the rings of its bowl, the stand behind the start. */
export const courseDetail: GroundDetail = {
  surroundings: paintTurf,
  floor: (context, paint) => {
    if (paint.look.isOrnate) {
      paintChannel(context, paint);
    }
  },
  fittings: (context, paint, unit) => {
    paintStand(context, paint, unit);
    if (paint.look.isOrnate) {
      paintMarks(context, paint);
      paintToGo(context, paint, unit);
      paintCatch(context, paint);
      paintDrops(context, paint);
      paintRings(context, paint);
      paintLamps(context, paint);
    }
  },
};
