import { sideColours } from "../../../../src/look/palette.ts";
import { whim } from "../../../../src/round/whim.ts";
import type { Group, Kit, Picture } from "../../../stage/kit.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Look } from "../../../stage/theme.ts";
import type { CourseLayout, Shot } from "../course.ts";
import type { Tile } from "./outline.ts";
import { fillGrass, paintFloods } from "./turf.ts";

type Context = CanvasRenderingContext2D;

/** How much wider than the ground the arena is seen on every side, in widths of a ball. */
const AROUND = 26;
/** It is out of focus: how many pixels its painting has for each that it is shown on from furthest away. */
const SHARE = 0.5;
/** From row to row of the stands, and from head to head. */
const [ROW, SEAT] = [1.05, 0.95];
/** How many rows there are, and how much darker the last is than the first. */
const ROWS = 13;
const SCARVES = Object.values(sideColours).map(({ fill }) => fill);

/** A point so far outside the lawn, at a share of the way along one of its four sides. */
function besides({ left, right, top, foot }: Tile, side: number, share: number, out: number) {
  const across = left - out + share * (right - left + 2 * out);
  const down = top - out + share * (foot - top + 2 * out);
  return [
    { x: across, y: top - out },
    { x: across, y: foot + out },
    { x: left - out, y: down },
    { x: right + out, y: down },
  ][side % 4] as { x: number; y: number };
}

/** The stands: rows of heads around the lawn, the further the darker. */
function paintStands(context: Context, lawn: Tile, look: Look): void {
  const { night, shade, lamp, addsLight, track } = look;
  const stone = mix(mix(track, night, 0.6), lamp, addsLight ? 0.08 : 0.2);
  for (let row = 0; row < ROWS; row++) {
    const out = row * ROW;
    const dark = row / ROWS;
    const { left, right, top, foot } = lawn;
    context.fillStyle = mix(stone, addsLight ? "#000000" : shade, 0.25 + 0.75 * dark ** 0.8);
    context.beginPath();
    context.rect(
      left - out - ROW,
      top - out - ROW,
      right - left + 2 * (out + ROW),
      foot - top + 2 * (out + ROW),
    );
    context.rect(left - out, top - out, right - left + 2 * out, foot - top + 2 * out);
    context.fill("evenodd");
    for (let side = 0; side < 4; side++) {
      const long = side < 2 ? right - left + 2 * out : foot - top + 2 * out;
      const seats = Math.floor(long / SEAT);
      for (let i = 0; i < seats; i++) {
        const chance = whim(i, row * 4 + side, 61);
        // A stairway after every fourteen seats.
        if (chance < 0.1 || i % 14 === 0) {
          continue;
        }
        const { x, y } = besides(lawn, side, (i + 0.3 + 0.4 * chance) / seats, out + ROW * 0.5);
        const scarf =
          chance > 0.78 ? SCARVES[Math.floor(chance * 997) % SCARVES.length] : undefined;
        const worn = mix(mix(scarf ?? stone, stone, 0.4), lamp, 0.18 * chance);
        context.fillStyle = mix(worn, addsLight ? "#000000" : shade, 0.2 + 0.7 * dark);
        context.beginPath();
        context.arc(x, y, 0.4, 0, 2 * Math.PI);
        context.fill();
      }
    }
  }
}

/** Masts of flood lights at the corners of the lawn, and what they throw on it. */
function paintMasts(
  context: Context,
  { left, right, top, foot }: Tile,
  { lamp, addsLight }: Look,
): void {
  context.save();
  context.globalCompositeOperation = addsLight ? "lighter" : "source-over";
  const middle = { x: (left + right) / 2, y: (top + foot) / 2 };
  for (const x of [left - 2.2, right + 2.2]) {
    for (const y of [top - 1.2, foot + 1.2]) {
      const way = Math.atan2(middle.y - y, middle.x - x);
      const long = 24;
      const beam = context.createRadialGradient(x, y, 0, x, y, long);
      beam.addColorStop(0, withAlpha(lamp, addsLight ? 0.34 : 0.5));
      beam.addColorStop(1, withAlpha(lamp, 0));
      context.beginPath();
      context.moveTo(x, y);
      context.arc(x, y, long, way - 0.3, way + 0.3);
      context.fillStyle = beam;
      context.fill();
      const glow = context.createRadialGradient(x, y, 0, x, y, 4);
      glow.addColorStop(0, withAlpha("#ffffff", 0.95));
      glow.addColorStop(0.14, withAlpha(lamp, 0.6));
      glow.addColorStop(1, withAlpha(lamp, 0));
      context.fillStyle = glow;
      context.fillRect(x - 4, y - 4, 8, 8);
    }
  }
  context.restore();
}

/** The arena around the ground of a race, out of focus: its lawn, the stands on all sides, and the masts. */
export class Arena {
  readonly #kit: Kit;
  readonly #picture: Picture;
  #middle = { x: 0, y: 0 };
  /** How many CSS pixels the width of a ball is painted as. */
  #unit = 1;

  /** Behind the ground, in a group of its own. */
  constructor(kit: Kit, behind: Group) {
    this.#kit = kit;
    this.#picture = kit.picture();
    behind.add(this.#picture);
  }

  fit({ ground, units }: CourseLayout): void {
    const unit = (units.whole * SHARE) / this.#kit.density ** 0.5;
    const { left, right, top, foot } = ground;
    this.#unit = unit;
    this.#middle = { x: (left + right) / 2, y: (top + foot) / 2 };
    const [width, height] = [right - left + 2 * AROUND, foot - top + 2 * AROUND];
    const { look } = this.#kit;
    this.#picture.paint({ width: width * unit, height: height * unit }, (context) => {
      context.scale(unit, unit);
      context.translate(AROUND - left, AROUND - top);
      context.fillStyle = look.addsLight ? "#020406" : look.night;
      context.fillRect(left - AROUND, top - AROUND, width, height);
      fillGrass(context, look, ground);
      paintFloods(context, look, ground, ground);
      if (look.isOrnate) {
        paintStands(context, ground, look);
        paintMasts(context, ground, look);
      }
    });
  }

  show(shot: Shot): void {
    this.#picture.place({
      x: shot.x + this.#middle.x * shot.unit,
      y: shot.y + this.#middle.y * shot.unit,
      scale: shot.unit / this.#unit,
    });
  }
}
