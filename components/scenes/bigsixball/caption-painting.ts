import { palette } from "../../../src/look/palette.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Point, Size } from "../../stage/drawing.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import type { DrawingTools } from "../../stage/pixi/surface.ts";

/** Type size as a fraction of the box's height and width, limited in CSS pixels. */
export const TYPE = { heightShare: 0.042, widthShare: 0.036, minPx: 11, maxPx: 20 } as const;
export const MARGIN_PX = 10;

export interface CaptionTeam {
  letter: string;
  fill: string;
  ink: string;
  name: string;
  isOwn: boolean;
}

/** Writes text at a point, vertically centred. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  [x, middle]: readonly [x: number, middle: number],
  [weight, px, ink]: readonly [weight: number, px: number, ink: string],
  align: CanvasTextAlign = "center",
  maxWidthPx?: number,
): void {
  context.font = `${weight} ${px}px ${TYPEFACE.plain}`;
  context.fillStyle = ink;
  context.textAlign = align;
  context.fillText(text, x, middle + px * 0.36, maxWidthPx);
}

/** Paints a team's number on a disc in its colour, with a ring if the player has bet on the team. */
export function paintDisc(
  context: CanvasRenderingContext2D,
  { letter, fill, ink, isOwn }: CaptionTeam,
  x: number,
  y: number,
  radius: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  if (isOwn) {
    context.lineWidth = Math.max(1.5, radius * 0.22);
    context.strokeStyle = palette.gilt;
    context.stroke();
  }
  write(context, letter, [x, y], [800, radius * 1.35, ink]);
}

export function paintPlate(context: CanvasRenderingContext2D, { width, height }: Size): void {
  context.beginPath();
  context.roundRect(0, 0, width, height, Math.min(9, height / 2));
  context.fillStyle = withAlpha(palette.night, 0.72);
  context.fill();
}

/** A picture that is repainted only if its text or size has changed. */
export function makeCaption(tools: DrawingTools) {
  const picture = tools.picture();
  let shownKey = "";

  function show(
    text: string,
    size: Size,
    at: Point,
    paint: (context: CanvasRenderingContext2D, size: Size) => void,
  ): void {
    const key = JSON.stringify([text, size]);
    if (key !== shownKey) {
      shownKey = key;
      picture.paint(size, paint);
    }
    picture.place({ x: at.x + size.width / 2, y: at.y + size.height / 2 });
  }

  function hide(): void {
    picture.place({ x: 0, y: 0, alpha: 0 });
  }

  return { picture, show, hide };
}
