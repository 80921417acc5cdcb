import { emblems } from "../../../../src/look/emblems.ts";
import type { EmblemName, HalfEmblem } from "../../../../src/look/emblems.ts";
import { palette } from "../../../../src/look/palette.ts";
import { mix, withAlpha } from "../../paint/colour.ts";
import { polish } from "../../paint/light.ts";
import { whole } from "../../paint/strokes.ts";
import type { Size } from "../../scene.ts";
import type { Look } from "../../theme.ts";

/** Paints the emblem of a side over a box, in gold on its colour, `#rrggbb`. */
export function paintEmblem(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  name: EmblemName,
  { colour, accent, look }: { colour: string; accent: string; look: Look },
): void {
  const ground = context.createLinearGradient(0, -50, 0, 50);
  const covers = look.isOrnate ? 0.9 : 0;
  ground.addColorStop(0, withAlpha(mix(colour, "#000000", 0.25), covers));
  ground.addColorStop(1, withAlpha(mix(colour, "#000000", 0.72), covers));
  // The accent of daylight is dark enough for letters: as metal it would be brown.
  const metal = look.addsLight ? accent : mix(accent, palette.gilt, 0.5);
  const scale = Math.min(width, height) / 108;
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  paintHalves(context, emblems[name], { ground, metal, dark: mix(colour, "#000000", 0.8) });
  context.restore();
}

/** Paints a half and its mirror image around the origin: bodies of a ground, lines of metal on them. */
function paintHalves(
  context: CanvasRenderingContext2D,
  { body, lines, fine, bright, dark }: HalfEmblem,
  colours: { ground: string | CanvasGradient; metal: string; dark: string },
): void {
  const pixel = context.getTransform().d;
  const metal = context.createLinearGradient(-20, -50, 20, 50);
  polish(metal, colours.metal);
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  context.fillStyle = colours.ground;
  context.fill(whole(body));
  // Each line casts its own small shadow.
  context.shadowColor = "#000000b0";
  context.shadowBlur = 2 * pixel;
  context.shadowOffsetY = 1.2 * pixel;
  context.strokeStyle = metal;
  context.fillStyle = metal;
  context.lineWidth = 2.4;
  // Not along the middle, where the halves meet.
  context.stroke(whole(body.replace(/Z$/, "")));
  context.stroke(whole(lines));
  context.lineWidth = 1.2;
  context.stroke(whole(fine));
  context.fill(whole(bright));
  context.shadowColor = "#00000000";
  if (dark !== undefined) {
    context.fillStyle = colours.dark;
    context.fill(whole(dark));
  }
  context.restore();
}
