import type { CourseLayout } from "../course.ts";
import type { Look } from "../looks.ts";
import type { Size } from "../scene.ts";
import { whim } from "../tracks.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

const LAMPS = ["#ffd98a", "#ff9d6b", "#8ac6ff", "#ffe9c9", "#b58cff"] as const;

/** Paints the stand behind the course: rows of lights out of focus, brighter towards the finish. */
export function paintCrowd(
  context: Context,
  { width }: Size,
  { top, foot }: CourseLayout["crowd"],
  look: Look,
): void {
  const height = foot - top;
  const stand = context.createLinearGradient(0, top - height * 0.6, 0, foot);
  stand.addColorStop(0, mix(look.night, "#000000", 0.3));
  stand.addColorStop(1, mix(look.track, look.night, 0.55));
  context.fillStyle = stand;
  context.fillRect(0, 0, width, foot + 2);
  if (!look.isOrnate) {
    return;
  }
  const count = Math.round(width / 5);
  context.save();
  context.globalCompositeOperation = look.addsLight ? "lighter" : "source-over";
  for (let i = 0; i < count; i++) {
    const [x, y] = [whim(i, 11) * width, top + height * (0.02 + 0.92 * whim(i, 12))];
    const radius = height * lerpSize(whim(i, 13));
    const colour = LAMPS[Math.floor(whim(i, 14) * LAMPS.length)] ?? LAMPS[0];
    const bright =
      (look.addsLight ? 1 : 0.4) * (0.12 + 0.3 * whim(i, 15) * (0.5 + (0.5 * x) / width));
    // Far out of focus: no lamp has an edge.
    const disc = context.createRadialGradient(x, y, 0, x, y, radius);
    disc.addColorStop(0, withAlpha(colour, bright));
    disc.addColorStop(0.4, withAlpha(colour, bright * 0.72));
    disc.addColorStop(0.75, withAlpha(colour, bright * 0.2));
    disc.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = disc;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
}

const lerpSize = (share: number): number => 0.09 + 0.2 * share ** 2;

/** Paints small lamps along both long sides of the course, with the light they throw on it. */
export function paintLaneLights(context: Context, course: CourseLayout, accent: string): void {
  const radius = Math.max(1, course.ballPx * 0.07);
  for (const lane of [-0.5, 5.5]) {
    for (let i = 0; i <= (course.tall ? 20 : 27); i++) {
      const { x, y, scale } = course.at(i / 20, lane);
      const reach = radius * 4.5 * scale;
      const halo = context.createRadialGradient(x, y, 0, x, y, reach);
      halo.addColorStop(0, withAlpha(mix(accent, "#ffffff", 0.5), 0.95));
      halo.addColorStop(0.2, withAlpha(accent, 0.6));
      halo.addColorStop(1, withAlpha(accent, 0));
      context.fillStyle = halo;
      context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
    }
  }
}

/** Paints the finish gantry: two posts, and a chequered board between or beside them. */
export function paintGantry(context: Context, course: CourseLayout, accent: string): void {
  const [far, near] = [course.at(1, -0.5), course.at(1, 5.5)];
  const rise = (course.crowd.foot - course.crowd.top) * 0.86;
  const post = Math.max(1.5, course.ballPx * 0.1);
  const cell = Math.max(2.5, rise / 9);
  const metal = (x: number, y: number, height: number) => {
    const light = context.createLinearGradient(x - post, 0, x + post, 0);
    light.addColorStop(0, "#15181c");
    light.addColorStop(0.4, mix(accent, "#ffffff", 0.4));
    light.addColorStop(1, "#1b130a");
    context.fillStyle = light;
    context.fillRect(x - post, y - height, post * 2, height);
  };
  metal(far.x, far.y, rise);
  const board = course.tall
    ? { x: far.x, y: far.y - rise, width: near.x - far.x }
    : { x: far.x - cell * 9, y: far.y - rise, width: cell * 18 };
  if (course.tall) {
    metal(near.x, near.y, rise);
  }
  for (let column = 0; column * cell < board.width; column++) {
    for (let row = 0; row < 3; row++) {
      context.fillStyle = (column + row) % 2 ? "#0b0e12" : "#f1ede2";
      const across = Math.min(cell, board.width - column * cell);
      context.fillRect(board.x + column * cell, board.y + row * cell, across, cell);
    }
  }
  context.strokeStyle = accent;
  context.lineWidth = Math.max(1, post * 0.5);
  context.strokeRect(board.x, board.y, board.width, cell * 3);
}

/** Where on a print its picture is, and across it the line; from the print's left top corner. */
export function photoBox({ width, height }: Size): Size & { x: number; y: number; line: number } {
  const edge = Math.max(3, height * 0.035);
  const [x, y] = [edge * 3, edge * 3];
  const across = width - 6 * edge;
  return { x, y, width: across, height: height * 0.77 - edge * 3, line: x + across * 0.86 };
}

/** Paints what the camera has seen: a dark picture with three lanes, and the line across them. */
export function paintPhoto(context: Context, size: Size, accent: string): void {
  const { x, y, width, height, line } = photoBox(size);
  const ground = context.createLinearGradient(x, 0, x + width, 0);
  ground.addColorStop(0, "#15110a");
  ground.addColorStop(0.7, "#3b301e");
  ground.addColorStop(1, "#221a0f");
  context.fillStyle = ground;
  context.fillRect(x, y, width, height);
  for (let lane = 1; lane < 3; lane++) {
    context.fillStyle = "#ffffff20";
    context.fillRect(x, y + (height * lane) / 3, width, 1);
  }
  const glow = context.createLinearGradient(line - height * 0.1, 0, line + height * 0.1, 0);
  glow.addColorStop(0, "#ffffff00");
  glow.addColorStop(0.5, "#ffffff66");
  glow.addColorStop(1, "#ffffff00");
  context.fillStyle = glow;
  context.fillRect(line - height * 0.1, y, height * 0.2, height);
  context.fillStyle = mix(accent, "#ffffff", 0.55);
  context.fillRect(line, y, Math.max(1.5, height * 0.012), height);
}

/** Paints the paper around that picture. */
export function paintPhotoEdge(context: Context, size: Size): void {
  const { x, y, width, height } = photoBox(size);
  const outer = x * (2 / 3);
  context.beginPath();
  context.rect(outer, outer, size.width - 2 * outer, size.height - 2 * outer);
  context.rect(x, y, width, height);
  context.fillStyle = "#f3ead6";
  context.shadowColor = "#000000c0";
  context.shadowBlur = x * context.getTransform().a;
  context.fill("evenodd");
  context.shadowBlur = 0;
}
