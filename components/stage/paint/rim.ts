import { rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import { mix, withAlpha } from "./colour.ts";
import { cornerRadius, traceTable } from "./table-outline.ts";

type Context = CanvasRenderingContext2D;

/** Leather, by lamplight and by day. */
const [BY_NIGHT, BY_DAY] = ["#3d2218", "#74482b"] as const;

/**
 * Paints the rail around a table: a padded roll of leather that the lamp, above and behind, lights on its
 * upper arc, its seam, the shade it throws on the cloth, and a piping of metal where they meet.
 */
export function paintRim(context: Context, size: Size, accent: string, look: Look): void {
  const { height } = size;
  const inset = rimInset(height);
  const radius = cornerRadius(height);
  const thick = inset * 0.86;
  /** Strokes the outline of the table, so far out from the piping and up, in its own thicknesses. */
  const stroke = (out: number, share: number, style: string | CanvasGradient, up = 0) => {
    const edge = inset - out * thick;
    context.lineWidth = Math.max(0.8, thick * share);
    context.strokeStyle = style;
    context.beginPath();
    traceTable(context, size, { edge, radius: radius + out * thick, up: up * thick });
    context.stroke();
  };
  /** Light from above: most of it on the far side of the table. */
  const lit = (colour: string, far: number, near: number) => {
    const light = context.createLinearGradient(0, 0, 0, height);
    light.addColorStop(0, withAlpha(colour, far));
    light.addColorStop(0.6, withAlpha(colour, near));
    return light;
  };
  const leather = look.addsLight ? BY_NIGHT : BY_DAY;
  const dark = mix(leather, "#000000", 0.7);
  context.save();
  const density = context.getTransform().a;
  context.shadowColor = withAlpha(look.addsLight ? "#000000" : look.shade, 0.9);
  context.shadowBlur = inset * 1.6 * density;
  context.shadowOffsetY = inset * 0.5 * density;
  stroke(0.5, 1, dark);
  context.shadowColor = "#00000000";
  // Ever narrower, and nearer to the lamp: round.
  stroke(0.5, 0.86, mix(leather, "#000000", 0.4));
  stroke(0.5, 0.62, leather, 0.04);
  stroke(0.5, 0.4, lit(mix(leather, look.lamp, 0.3), 1, 0.3), 0.08);
  stroke(0.5, 0.2, lit(mix(leather, look.lamp, 0.62), 0.9, 0.12), 0.12);
  context.setLineDash([inset * 0.32, inset * 0.24]);
  stroke(0.2, 0.08, withAlpha(mix(leather, look.lamp, 0.7), 0.4));
  context.setLineDash([]);
  stroke(-0.02, 0.2, dark);
  stroke(0.02, 0.12, lit(accent, 1, 0.75));
  context.restore();
}
