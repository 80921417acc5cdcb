import { Container } from "pixi.js";
import { clamp01, easeIn } from "../easing.ts";
import { makeSheet } from "../pixi/bent-sheet.ts";
import type { Drawn, Surface } from "../pixi/bent-sheet.ts";
import type { Pictures } from "../pixi/pictures.ts";
import { squeezeShares } from "./card-poses.ts";
import type { CardPose } from "./card-poses.ts";
import { evenly, cardFold, pointOn } from "./card-surfaces.ts";
import { behind, FLAT, TIP_MM } from "./paddle-actions.ts";
import type { PaddlePose } from "./paddle-actions.ts";
import type { Place } from "./places.ts";

/** The studio's picture of the paddle from directly above. */
export const PADDLE_URL = new URL("../studio/pack/paddle.avif", import.meta.url).href;

const PICTURE_MM = { width: 105.6, height: 660 } as const;
/** Distance from the centre of the blade to the end of the handle, in mm. */
const HANDLE_END_MM = 580;
const HALF_BLADE_MM = 47.5;
/** How far the blade is under the card in a squeeze, in mm. */
const TUCK_MM = 12;
/** How far the paddle draws back as a squeezed card turns over, in mm. */
const RETREAT_MM = 420;

/**
 * The world position of a point `a` mm right of the paddle's centre line and `b` mm from the centre of the blade
 * towards the handle.
 */
function pointOnPaddle(pose: PaddlePose, a: number, b: number) {
  const back = (b + TIP_MM) * Math.cos(pose.tilt) - TIP_MM;
  return pointOn(pose, a, back, pose.lift + 1 + (b + TIP_MM) * Math.sin(pose.tilt));
}

/** The outline of blade and handle, in mm from the centre of the blade. */
const OUTLINE = [
  [-HALF_BLADE_MM, -TIP_MM],
  [HALF_BLADE_MM, -TIP_MM],
  [HALF_BLADE_MM, 55],
  [8, TIP_MM + 15],
  [8, HANDLE_END_MM],
  [-8, HANDLE_END_MM],
  [-8, TIP_MM + 15],
  [-HALF_BLADE_MM, 55],
] as const;

function paddleSurface(pose: PaddlePose): Surface {
  const middle = HANDLE_END_MM - PICTURE_MM.height / 2;
  return {
    ...PICTURE_MM,
    direction: Math.PI / 2,
    cuts: evenly(-PICTURE_MM.height / 2, PICTURE_MM.height / 2, 60),
    outline: OUTLINE.map(([x, b]) => ({ x, y: middle - b })),
    at: (x, y) => pointOnPaddle(pose, x, middle - y),
  };
}

export function makePaddle(pictures: Pictures) {
  const [under, over] = [new Container(), new Container()];
  const sheet = makeSheet();
  over.addChild(sheet.container);

  function show(pose: PaddlePose | null, drawn: Drawn): void {
    const picture = pictures.getOrLoad(PADDLE_URL)?.source.resource as ImageBitmap | undefined;
    if (pose === null || picture === undefined) {
      sheet.hide();
      return;
    }
    (pose.isUnder ? under : over).addChild(sheet.container);
    sheet.show(paddleSurface(pose), [picture, picture], JSON.stringify(pose), drawn);
  }

  return { under, over, show };
}

/** The paddle in a close-up: under the lifted edge of the card, along its bend, until the card turns over. */
export function squeezePaddle(place: Place, { axis, turn }: CardPose): PaddlePose | null {
  if (axis === null) {
    return null;
  }
  const { rolled, over } = squeezeShares(turn);
  const { fold } = cardFold(axis, place.angle, rolled);
  const from = fold + HALF_BLADE_MM - TUCK_MM;
  // Along the bend, with the handle on the dealer's side.
  const isRight = Math.cos(axis) > -1e-9;
  const angle = (isRight ? -axis : Math.PI - axis) * (180 / Math.PI);
  const blade = { x: place.x + from * Math.cos(axis), y: place.y - from * Math.sin(axis) };
  return behind(
    { ...FLAT, ...blade, angle, lift: 0, isUnder: true },
    24 + RETREAT_MM * easeIn(clamp01(over * 1.4)),
  );
}
