import { pipsOf } from "../../../src/look/pips.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { CardValue } from "../../../src/round/cards.ts";
import { PANEL } from "./face.ts";
import { CARD } from "./places.ts";
import { squeezeShares } from "./round.ts";
import { BEND, foldOf } from "./surfaces.ts";

/* What a viewer can already tell of a card that is being squeezed. */

/** Something printed on a face: its middle in mm from the middle of the card, and its radius in mm. */
interface Mark {
  x: number;
  y: number;
  radius: number;
}

/** The bend of the card faces the viewer from this angle on, in radians. */
const FACING = 0.6;
/** How far inside its frame a court card is told by it, in mm. */
const FRAME_MM = 3;

/** What is printed on a face besides its indices, which a squeeze leaves blank. Courts differ from each other in nothing. */
function marksOf(value: CardValue): Mark[] {
  const at = (x: number, y: number, radius: number): Mark => ({
    x: (x - 0.5) * CARD.width,
    y: (y - 0.5) * CARD.height,
    radius,
  });
  const pips = pipsOf(value);
  const frame = [PANEL.x, 0.5, 1 - PANEL.x].flatMap((x) =>
    [PANEL.y, 0.5, 1 - PANEL.y].map((y) => at(x, y, FRAME_MM)),
  );
  return pips.length > 0 ? pips.map(({ x, y, size }) => at(x, y, (size * CARD.width) / 2)) : frame;
}

/**
 * The values that a card may still have, by the pips that lie in full view and by those that are missing there.
 * `axis` and `turn` as in `CardPose`.
 */
export function possibleValues(
  value: CardValue,
  { axis, turn, isAcross }: { axis: number; turn: number; isAcross: boolean },
): readonly CardValue[] {
  const { rolled, over } = squeezeShares(turn);
  const { way, fold } = foldOf(axis, isAcross ? 90 : 0, rolled);
  const from = fold + FACING * BEND.radius;
  const inView = (one: CardValue) =>
    JSON.stringify(
      marksOf(one).filter(
        ({ x, y, radius }) => x * Math.cos(way) + y * Math.sin(way) - radius > from,
      ),
    );
  return over > 0.5 ? [value] : VALUES.filter((one) => inView(one) === inView(value));
}
