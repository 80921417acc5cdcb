import type { Kit, Picture } from "../kit.ts";
import { withAlpha } from "../paint/colour.ts";
import { inlaid } from "../paint/strokes.ts";
import type { BetPlace } from "./place.ts";

/** Between both lines around it, in CSS pixels. */
const LINES_APART = 2.5;

/** Paints what is sunk into the cloth beneath the chips of a place, in its side's colour: `#rrggbb`. */
export function paintSocket(
  picture: Picture,
  { accent, look }: Pick<Kit, "accent" | "look">,
  socket: NonNullable<BetPlace["socket"]>,
  colour: string,
): void {
  picture.paint(socket, (context, { width, height }) => {
    const trace = (inset: number) => {
      context.beginPath();
      const round = Math.max(1, Math.min(width, height) * 0.3 - inset);
      context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, round);
    };
    const sunk = context.createLinearGradient(0, 0, 0, height);
    sunk.addColorStop(0, withAlpha("#000000", look.addsLight ? 0.5 : 0.16));
    sunk.addColorStop(0.25, withAlpha(colour, 0.42));
    sunk.addColorStop(1, withAlpha(colour, 0.24));
    trace(1);
    context.fillStyle = sunk;
    context.fill();
    for (const [inset, alpha] of [
      [1, 0.5],
      [1 + LINES_APART, 0.22],
    ] as const) {
      inlaid(context, withAlpha(accent, alpha), 1, () => {
        trace(inset);
        context.stroke();
      });
    }
  });
  // Beneath all chips.
  picture.place({ x: socket.x, y: socket.y, depth: -1 });
}
