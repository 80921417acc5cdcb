import { paintHouse } from "../../stage/cards/paint/bets.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import { paintLozenge } from "../../stage/paint/inlay.ts";
import type { PlaceLook } from "../../stage/paint/inlay.ts";
import type { Size } from "../../stage/scene.ts";

/** What lies between two hands, in CSS pixels. */
interface TiePlace {
  tie: { x: number; y: number };
  /** The place around the name of the tie. */
  tieBox: Size;
  typePx: number;
  /** The hand on the left. */
  left: { name: { y: number }; spots: readonly { y: number }[] };
}

/** Paints the place of the tie into the cloth between two hands, and the sign of the house if there is room above it. */
export function paintTiePlace(
  context: CanvasRenderingContext2D,
  { tie, tieBox, typePx, left }: TiePlace,
  look: PlaceLook,
): void {
  context.save();
  context.translate(tie.x - tieBox.width / 2, tie.y - tieBox.height / 2);
  paintLozenge(context, tieBox, look);
  context.restore();
  const middle = left.spots[0]?.y ?? 0;
  if (!look.look.isOrnate) {
    return;
  }
  // As far up as down, and not beyond the names.
  const reach = Math.min(tie.y - tieBox.height * 0.6 - middle, middle - left.name.y);
  context.save();
  context.translate(tie.x, middle);
  context.rotate(Math.PI / 2);
  paintHouse(context, typePx * 0.5, reach, withAlpha(look.accent, 0.5));
  context.restore();
}
