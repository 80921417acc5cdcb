import type { CourseLayout } from "../course.ts";
import type { Look } from "../looks.ts";
import type { Size } from "../scene.ts";
import { sideColours } from "../theme.ts";
import { whim } from "../tracks.ts";
import { mix, withAlpha } from "./colour.ts";
import { paintFarLamp } from "./studio.ts";

type Context = CanvasRenderingContext2D;

const SCARVES = Object.values(sideColours).map(({ fill }) => fill);

/** How high on the stand its rows of heads are, and how large a head is, by the height of the stand. */
const ROWS = [
  { up: 0.4, head: 0.032, dark: 0.25 },
  { up: 0.27, head: 0.042, dark: 0.5 },
  { up: 0.12, head: 0.056, dark: 0.78 },
] as const;

/**
 * Paints the stand behind the course: lamps far out of focus over rows of heads, whose shoulders catch a
 * little light from behind, and here and there a scarf in the colours of a team.
 */
export function paintCrowd(
  context: Context,
  { width }: Size,
  { top, foot }: CourseLayout["crowd"],
  look: Look,
): void {
  const height = foot - top;
  const stand = context.createLinearGradient(0, top, 0, foot);
  const haze = mix(mix(look.track, look.night, 0.5), look.lamp, look.addsLight ? 0.12 : 0.2);
  stand.addColorStop(0, mix(look.night, "#000000", look.addsLight ? 0.3 : 0));
  stand.addColorStop(0.7, haze);
  stand.addColorStop(1, mix(haze, look.night, 0.6));
  context.fillStyle = stand;
  context.fillRect(0, 0, width, foot + 2);
  if (!look.isOrnate) {
    return;
  }
  context.save();
  context.globalCompositeOperation = look.addsLight ? "lighter" : "source-over";
  for (let i = 0; i < width / 9; i++) {
    const [x, y] = [whim(i, 11) * width, top + height * 0.62 * whim(i, 12)];
    const bright = (look.addsLight ? 1 : 0.5) * (0.14 + 0.3 * whim(i, 15));
    paintFarLamp(context, { x, y, radius: height * (0.03 + 0.12 * whim(i, 13) ** 3) }, i, bright);
  }
  context.restore();
  ROWS.forEach(({ up, head, dark }, row) => {
    const radius = Math.max(1.6, height * head);
    const body = mix(haze, look.addsLight ? "#000000" : look.shade, dark);
    for (let i = 0; i * radius * 2.5 < width + radius * 3; i++) {
      const x = (i + 0.7 * (whim(i, row, 21) - 0.5)) * radius * 2.5;
      const y = foot - height * up + radius * 1.4 * (whim(i, row, 22) - 0.5);
      paintFan(context, { x, y, radius }, body, whim(i, row, 23), look);
    }
  });
}

/** One of the crowd, from behind a rail; `chance` from 0 to 1 tells what he wears. */
function paintFan(
  context: Context,
  { x, y, radius }: { x: number; y: number; radius: number },
  body: string,
  chance: number,
  { lamp }: Look,
): void {
  const wears = Math.floor(chance * 40);
  const scarf = SCARVES[wears];
  context.fillStyle = scarf === undefined ? body : mix(body, scarf, 0.5);
  context.beginPath();
  context.ellipse(x, y + radius * 2.5, radius * 1.75, radius * 1.7, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = body;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  // The lamp stands above and behind.
  context.beginPath();
  context.arc(x, y, radius * 0.92, -2.5, -0.64);
  context.lineWidth = Math.max(0.6, radius * 0.22);
  context.strokeStyle = withAlpha(lamp, 0.34);
  context.stroke();
}
