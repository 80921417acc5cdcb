import { pipsFor } from "../../../src/look/card.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { CardValue } from "../../../src/round/cards.ts";
import { PANEL } from "./card-face.ts";
import { squeezeShares } from "./card-poses.ts";
import { BEND, cardFold } from "./card-surfaces.ts";
import { CARD } from "./places.ts";

/* The values that a viewer can already rule out for a card during its squeeze. */

/** A printed mark: its centre in mm from the centre of the card, and its radius in mm. */
interface Mark {
  x: number;
  y: number;
  radius: number;
}

/** The angle along the bend from which the face is visible, in radians. */
const FACING = 0.6;
/** Distance inside its frame by which a court card is recognised, in mm. A blank edge is noticed later than a pip. */
const FRAME_MM = 13;

/** The marks on a face except its indices, which a squeeze leaves covered. All court cards count as the same. */
function faceMarks(value: CardValue): Mark[] {
  const at = (x: number, y: number, radius: number): Mark => ({
    x: (x - 0.5) * CARD.width,
    y: (y - 0.5) * CARD.height,
    radius,
  });
  const pips = pipsFor(value);
  const frame = [PANEL.x, 0.5, 1 - PANEL.x].flatMap((x) =>
    [PANEL.y, 0.5, 1 - PANEL.y].map((y) => at(x, y, FRAME_MM)),
  );
  return pips.length > 0 ? pips.map(({ x, y, size }) => at(x, y, (size * CARD.width) / 2)) : frame;
}

/** The values still possible for a card, given the pips in full view. `axis` and `turn` as in `CardPose`. */
export function possibleValues(
  value: CardValue,
  { axis, turn, isSideways }: { axis: number; turn: number; isSideways: boolean },
): readonly CardValue[] {
  const { rolled, over } = squeezeShares(turn);
  const { direction, fold } = cardFold(axis, isSideways ? 90 : 0, rolled);
  const from = fold + FACING * BEND.radius;
  const inView = (other: CardValue) =>
    JSON.stringify(
      faceMarks(other).filter(
        ({ x, y, radius }) => x * Math.cos(direction) + y * Math.sin(direction) - radius > from,
      ),
    );
  return over > 0.5 ? [value] : VALUES.filter((other) => inView(other) === inView(value));
}
