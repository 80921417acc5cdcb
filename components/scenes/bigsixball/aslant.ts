import type { Flat, TiltedPart } from "../../stage/tilted.ts";
import type { Shot } from "./course.ts";
import type { Aslant } from "./ground.ts";

/** Tiles of the ground overlap by so much, in CSS pixels, or what is beneath would be seen between them. */
const OVERLAP = 1;

/** Shows the ground of a race aslant, over what lies around it. */
export function groundAslant(tilted: TiltedPart, around: (shot: Shot) => Flat): Aslant {
  return (shot, box, tiles) => {
    if (!shot) {
      tilted.hide();
      return;
    }
    const { unit, slant } = shot;
    const flats = tiles.map(({ picture, x, y, width, height }): Flat => ({
      picture,
      x: shot.x + x * unit - OVERLAP,
      y: shot.y + y * unit - OVERLAP,
      width: width * unit + 2 * OVERLAP,
      height: height * unit + 2 * OVERLAP,
    }));
    tilted.show(box, slant, [around(shot), ...flats]);
  };
}
