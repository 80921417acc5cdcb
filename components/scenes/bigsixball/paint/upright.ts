import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";

type Context = CanvasRenderingContext2D;

/** How high the boards before a stand are, by its height. */
const BOARDS = 0.24;

/** Paints a length of a low stand over a box: rows of heads over the boards before it. */
export function paintBleachers(context: Context, size: Size, look: Look, accent: string): void {
  const { width, height } = size;
  const board = height * BOARDS;
  // Of the stand only its lower rows.
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height - board);
  context.clip();
  paintStudio(context, size, { top: -1.5 * height, foot: height }, look);
  context.restore();
  const top = height - board;
  const panel = context.createLinearGradient(0, top, 0, height);
  panel.addColorStop(0, mix(look.track, "#000000", look.addsLight ? 0.62 : 0.2));
  panel.addColorStop(1, mix(look.track, "#000000", look.addsLight ? 0.82 : 0.35));
  context.fillStyle = panel;
  context.fillRect(0, top, width, board);
  // Bands of chequers and light, as far apart as boards are long.
  const long = board * 9;
  for (let x = board; x < width; x += long) {
    for (let i = 0; i < 8; i++) {
      context.fillStyle = (i + Math.floor(x / long)) % 2 ? "#f1ede2" : "#0b0e12";
      context.fillRect(
        x + (i >> 1) * board * 0.3,
        top + board * (i % 2 ? 0.5 : 0.2),
        board * 0.3,
        board * 0.3,
      );
    }
    context.fillStyle = withAlpha(accent, 0.75);
    context.fillRect(x + board * 1.8, top + board * 0.36, board * 5.6, board * 0.28);
  }
  context.fillStyle = withAlpha(mix(accent, "#ffffff", 0.35), 0.9);
  context.fillRect(0, top, width, Math.max(1, board * 0.09));
}

/** Paints a post that balls go around over a box, from its foot to its cap. */
export function paintPost(context: Context, { width, height }: Size, accent: string): void {
  const radius = width / 2;
  const body = context.createLinearGradient(0, 0, width, 0);
  body.addColorStop(0, mix(accent, "#000000", 0.35));
  body.addColorStop(0.32, mix(accent, "#ffffff", 0.55));
  body.addColorStop(0.6, accent);
  body.addColorStop(1, mix(accent, "#000000", 0.68));
  context.fillStyle = body;
  context.beginPath();
  context.moveTo(0, radius);
  context.lineTo(0, height - radius * 0.6);
  context.ellipse(radius, height - radius * 0.6, radius, radius * 0.6, 0, Math.PI, 0, true);
  context.lineTo(width, radius);
  context.fill();
  const cap = context.createRadialGradient(
    radius * 0.7,
    radius * 0.6,
    0,
    radius,
    radius,
    radius * 1.2,
  );
  cap.addColorStop(0, "#fffaf0");
  cap.addColorStop(0.4, mix(accent, "#ffffff", 0.25));
  cap.addColorStop(1, mix(accent, "#000000", 0.3));
  context.fillStyle = cap;
  context.beginPath();
  context.arc(radius, radius, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Paints the mast at one end of the line over a box, its flag to the right. */
export function paintFlag(context: Context, { width, height }: Size, accent: string): void {
  const thick = Math.max(1.5, height * 0.035);
  const metal = context.createLinearGradient(0, 0, thick, 0);
  polish(metal, accent);
  context.fillStyle = metal;
  context.fillRect(0, thick, thick, height - thick);
  context.beginPath();
  context.arc(thick / 2, thick, thick * 0.9, 0, 2 * Math.PI);
  context.fill();
  const [columns, rows] = [7, 5];
  const [cell, row] = [(width - thick) / columns, (height * 0.44) / rows];
  for (let i = 0; i < columns; i++) {
    // It hangs in folds, which catch the light.
    const sag = Math.sin((i / columns) * 5.2) * row * 0.4 + (i / columns) * row * 0.6;
    for (let j = 0; j < rows; j++) {
      const dark = (i + j) % 2 === 1;
      const fold = 0.5 + 0.5 * Math.cos((i / columns) * 5.2);
      context.fillStyle = dark ? mix("#05070a", "#3a4048", fold) : mix("#a9a59a", "#ffffff", fold);
      context.fillRect(thick + i * cell, thick * 1.2 + j * row + sag, cell + 0.5, row + 0.5);
    }
  }
}
