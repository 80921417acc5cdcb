import { sideColours } from "../../../src/look/palette.ts";
import { whim } from "../../../src/round/whim.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** Where a crowd is seen in a box, from its lamps at the top to its feet. CSS pixels. */
interface Stand {
  top: number;
  foot: number;
}

const LAMPS = ["#ffd98a", "#ff9d6b", "#8ac6ff", "#ffe9c9", "#b58cff"] as const;
const SCARVES = Object.values(sideColours).map(({ fill }) => fill);

/** Whether anything is seen of what lies within `reach` of a point: what is not is not painted. CSS pixels. */
export type IsSeen = (x: number, y: number, reach: number) => boolean;

/** How high on the stand its rows of heads are, and how large a head is, by the height of the stand. */
const ROWS = [
  { up: 0.4, head: 0.032, dark: 0.25 },
  { up: 0.27, head: 0.042, dark: 0.5 },
  { up: 0.12, head: 0.056, dark: 0.78 },
] as const;

/**
 * Paints the studio around a table over the upper part of a box: lamps far out of focus over rows of heads,
 * whose shoulders catch a little light from behind, and here and there a scarf in the colour of a side.
 */
export function paintStudio(
  context: Context,
  { width }: Size,
  stand: Stand,
  look: Look,
  isSeen: IsSeen = () => true,
): void {
  const { top, foot } = stand;
  const height = foot - top;
  const ground = context.createLinearGradient(0, top, 0, foot);
  const haze = mix(mix(look.track, look.night, 0.5), look.lamp, look.addsLight ? 0.12 : 0.2);
  ground.addColorStop(0, mix(look.night, "#000000", look.addsLight ? 0.3 : 0));
  ground.addColorStop(0.7, haze);
  ground.addColorStop(1, mix(haze, look.night, 0.6));
  context.fillStyle = ground;
  context.fillRect(0, 0, width, foot + 2);
  if (!look.isOrnate) {
    return;
  }
  paintLamps(context, width, { top, foot: top + height * 0.62 }, look, isSeen);
  ROWS.forEach(({ up, head, dark }, row) => {
    const radius = Math.max(1.6, height * head);
    const body = mix(haze, look.addsLight ? "#000000" : look.shade, dark);
    const fans: Fan[] = [];
    for (let i = 0; i * radius * 2.5 < width + radius * 3; i++) {
      const x = (i + 0.7 * (whim(i, row, 21) - 0.5)) * radius * 2.5;
      const y = foot - height * up + radius * 1.4 * (whim(i, row, 22) - 0.5);
      // From a head to its elbows.
      if (isSeen(x, y, radius * 4.5)) {
        fans.push({ x, y, scarf: SCARVES[Math.floor(whim(i, row, 23) * 40)] });
      }
    }
    paintFans(context, fans, radius, body, look);
  });
}

/** Paints lamps across a strip, so far out of focus that none has an edge. */
export function paintLamps(
  context: Context,
  width: number,
  { top, foot }: Stand,
  { addsLight }: Look,
  isSeen: IsSeen = () => true,
): void {
  context.save();
  context.globalCompositeOperation = addsLight ? "lighter" : "source-over";
  for (let i = 0; i < width / 9; i++) {
    const [x, y] = [whim(i, 11) * width, top + (foot - top) * whim(i, 12)];
    const radius = Math.min(foot - top, width * 0.12) * (0.06 + 0.2 * whim(i, 13) ** 3);
    if (!isSeen(x, y, radius)) {
      continue;
    }
    const bright = (addsLight ? 1 : 0.5) * (0.14 + 0.3 * whim(i, 15));
    const colour = LAMPS[Math.floor(whim(i, 14) * LAMPS.length)] ?? LAMPS[0];
    const disc = context.createRadialGradient(x, y, 0, x, y, radius);
    disc.addColorStop(0, withAlpha(colour, bright));
    disc.addColorStop(0.4, withAlpha(colour, bright * 0.72));
    disc.addColorStop(0.75, withAlpha(colour, bright * 0.2));
    disc.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = disc;
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  context.restore();
}

/** One of the crowd: where his head is, and the colour that he wears, if any. */
interface Fan {
  x: number;
  y: number;
  scarf: string | undefined;
}

/** A row of the crowd, seen from before it. */
function paintFans(
  context: Context,
  fans: readonly Fan[],
  radius: number,
  body: string,
  { lamp }: Look,
): void {
  // Figure by figure: all in one path would take the browser twice as long to fill.
  const fill = (colour: string) => {
    context.fillStyle = colour;
    context.fill();
  };
  for (const { x, y, scarf } of fans) {
    context.beginPath();
    context.ellipse(x, y + radius * 2.5, radius * 1.75, radius * 1.7, 0, 0, 2 * Math.PI);
    fill(scarf === undefined ? body : mix(body, scarf, 0.5));
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    fill(body);
  }
  // The lamp stands above and behind.
  context.beginPath();
  for (const { x, y } of fans) {
    const [from, reach] = [-2.5, radius * 0.92];
    context.moveTo(x + reach * Math.cos(from), y + reach * Math.sin(from));
    context.arc(x, y, reach, from, -0.64);
  }
  context.lineWidth = Math.max(0.6, radius * 0.22);
  context.strokeStyle = withAlpha(lamp, 0.34);
  context.stroke();
}
