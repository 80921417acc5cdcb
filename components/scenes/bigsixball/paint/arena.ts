import { mix } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import type { Size } from "../../../stage/scene.ts";
import type { CourseLayout } from "../course.ts";

type Context = CanvasRenderingContext2D;

/** A part of a picture, from its left top corner. */
type Box = Size & { x: number; y: number };

/** Where a gantry stands: over the course, or behind its far rail where the course is seen from the side. */
function gantryOf(course: CourseLayout) {
  const [far, near] = [course.at(1, -0.5), course.at(1, 5.5)];
  // Beneath the list.
  const rise = Math.max(8, course.crowd.foot - course.list.foot - 2);
  const cell = Math.max(2.5, rise / (course.tall ? 9 : 7));
  const width = course.tall ? near.x - far.x : cell * 16;
  return {
    left: course.tall ? far.x : far.x - width / 2,
    top: far.y - rise,
    width,
    rise,
    cell,
    post: Math.max(1.5, course.ballPx * (course.tall ? 0.1 : 0.07)),
  };
}

/** The box that the finish gantry takes. CSS pixels. */
export function gantryBox(course: CourseLayout): Box {
  const { left, top, width, rise, post } = gantryOf(course);
  return {
    x: left - 2 * post,
    y: top - 2 * post,
    width: width + 4 * post,
    height: rise + 3 * post,
  };
}

/** Paints the finish gantry over its box: a chequered banner between two posts. */
export function paintGantry(context: Context, course: CourseLayout, accent: string): void {
  const box = gantryBox(course);
  context.translate(-box.x, -box.y);
  const { left, top, width, rise, cell, post } = gantryOf(course);
  for (const x of [left, left + width]) {
    const light = context.createLinearGradient(x - post, 0, x + post, 0);
    polish(light, accent);
    context.fillStyle = light;
    context.fillRect(x - post, top - post, post * 2, rise + post);
  }
  for (let column = 0; column * cell < width; column++) {
    for (let row = 0; row < 3; row++) {
      context.fillStyle = (column + row) % 2 ? "#0b0e12" : "#f1ede2";
      const across = Math.min(cell, width - column * cell);
      context.fillRect(left + column * cell, top + row * cell, across, cell);
    }
  }
  // Cloth: it hangs in shade towards its foot.
  const fall = context.createLinearGradient(0, top, 0, top + 3 * cell);
  fall.addColorStop(0.3, "#00000000");
  fall.addColorStop(1, "#00000070");
  context.fillStyle = fall;
  context.fillRect(left, top, width, 3 * cell);
  context.strokeStyle = accent;
  context.lineWidth = Math.max(1, post * 0.5);
  context.strokeRect(left, top, width, cell * 3);
}

/** Paints a rounded plate over a box, within an edge so many CSS pixels wide. */
export function paintPlate(
  context: Context,
  { width, height }: Size,
  ground: string,
  edge: string,
  edgePx: number,
): void {
  context.beginPath();
  context.roundRect(
    edgePx - 0.5,
    edgePx - 0.5,
    width - 2 * edgePx + 1,
    height - 2 * edgePx + 1,
    height * 0.3,
  );
  context.fillStyle = ground;
  context.fill();
  context.lineWidth = edgePx;
  context.strokeStyle = edge;
  context.stroke();
}

/** A print of a photo finish: how large it is, and how many balls are in it. */
interface Print extends Size {
  seen: number;
}

/** Where on a print its picture is, and across it the line; from the print's left top corner. */
export function photoBox({ width, height, seen }: Print): Box & { line: number } {
  const edge = Math.max(3, height * (seen > 3 ? 0.018 : 0.035));
  const [x, y] = [edge * 3, edge * 3];
  const across = width - 6 * edge;
  // Beneath it there is room for a title.
  const foot = height * (seen > 3 ? 0.84 : 0.77);
  return { x, y, width: across, height: foot - edge * 3, line: x + across * 0.86 };
}

/** Paints what the camera has seen: a dark picture with a lane for each ball, and the line across them. */
export function paintPhoto(context: Context, print: Print, accent: string): void {
  const { x, y, width, height, line } = photoBox(print);
  const ground = context.createLinearGradient(x, 0, x + width, 0);
  ground.addColorStop(0, "#15110a");
  ground.addColorStop(1, "#3b301e");
  context.fillStyle = ground;
  context.fillRect(x, y, width, height);
  for (let lane = 1; lane < print.seen; lane++) {
    context.fillStyle = "#ffffff20";
    context.fillRect(x, y + (height * lane) / print.seen, width, 1);
  }
  context.fillStyle = "#ffffff30";
  context.fillRect(line - height * 0.04, y, height * 0.08, height);
  context.fillStyle = mix(accent, "#ffffff", 0.55);
  context.fillRect(line, y, Math.max(1.5, height * 0.012), height);
}

/** Paints the paper around that picture. */
export function paintPhotoEdge(context: Context, print: Print): void {
  const { x, y, width, height } = photoBox(print);
  const outer = x * (2 / 3);
  context.beginPath();
  context.rect(outer, outer, print.width - 2 * outer, print.height - 2 * outer);
  context.rect(x, y, width, height);
  context.fillStyle = "#f3ead6";
  context.shadowColor = "#000000c0";
  context.shadowBlur = x * context.getTransform().a;
  context.fill("evenodd");
  context.shadowBlur = 0;
}
