import { cardBackOf } from "../../../src/look/card-backs.ts";
import type { ExtraParts } from "../extras.ts";
import type { Group, Kit } from "../kit.ts";
import { mix } from "../paint/colour.ts";
import type { Play, Size } from "../scene.ts";
import { easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { UNDEALT } from "./dealing.ts";
import type { Spot } from "./dealing.ts";
import { NONE, onCard } from "./hands/gestures.ts";
import type { Deeds } from "./hands/gestures.ts";
import type { CardStance, Reachable } from "./hands/reach.ts";
import { CUT_MS, SHOE_MS } from "./shoe-times.ts";
import { mouthOf, SMALL_PX } from "./shoe.ts";
import type { Shoe } from "./shoe.ts";

/*
 * Each board is dealt from a pack of its own, as it looks: before its last round the dealer lays the cut card on
 * the shoe, and before the first round of the next one brings another shoe. Every round is shuffled anew.
 */

/** The shoe and the cut card at a moment. */
export interface ShoePose {
  /** 1 where the shoe stands, 2 where it is gone from the table. */
  shoe: number;
  /** How far the cut card is out of the shoe, 0 to 1: there it lies on the lid. */
  cut: number;
  /** How much of the pack has been dealt before this round, 0 to 1, and on which board it is dealt, from 0. */
  gone: number;
  board: number;
}

export function shoeAt({ room, state }: Play, elapsedMs: number): ShoePose {
  const { board = 0, round = 0, left = 1 } = room ?? {};
  const still = { shoe: 1, cut: 0, gone: round / (round + left + 1), board };
  const isBetting = state.phase === "betting";
  if (left === 0) {
    const out = isBetting ? easeInOut(progress(elapsedMs, CUT_MS.at, CUT_MS.out)) : 1;
    return { ...still, cut: out };
  }
  // The first board of a day follows the last one of the day before.
  if (!room || round > 0 || !isBetting) {
    return still;
  }
  const { at, away, backAt, back, cutAt, cut } = SHOE_MS;
  return elapsedMs < backAt
    ? {
        shoe: 1 + easeIn(progress(elapsedMs, at, away)),
        cut: 1,
        gone: 1,
        board: board + 2,
      }
    : {
        shoe: 2 - easeOut(progress(elapsedMs, backAt, back)),
        cut: 1 - easeInOut(progress(elapsedMs, cutAt, cut)),
        gone: 0,
        board,
      };
}

/** What the dealer does with them; nothing in most rounds. */
export function shoeDeeds({ room, state }: Play): Deeds {
  if (state.phase !== "betting" || !room) {
    return NONE;
  }
  if (room.left === 0) {
    return { ...NONE, right: [onCard("cut", "flat", CUT_MS.at, CUT_MS.at + CUT_MS.out)] };
  }
  const { at, away, backAt, back, cutAt, cut } = SHOE_MS;
  return room.round > 0
    ? NONE
    : {
        ...NONE,
        right: [
          onCard("shoe", "flat", at, at + away),
          onCard("shoe", "flat", backAt, backAt + back),
          onCard("cut", "flat", cutAt, cutAt + cut),
        ],
      };
}

/** What hands know of both: they are cards to them. */
export function shoeStances({ shoe, cut }: ShoePose): Record<"shoe" | "cut", CardStance> {
  return { shoe: { ...UNDEALT, travel: shoe }, cut: { ...UNDEALT, travel: cut } };
}

/** Where the lid of a shoe is that is so wide around a spot, and how far it is moved off the table. */
const lidOf = (px: number, { x, y }: Spot): Spot => ({
  x: x + 0.1 * px,
  y: y - 0.1 * px,
  angle: 1,
});
const offBy = (px: number) => ({ x: 1.1 * px, y: -1.1 * px });

/** A table whose hands can reach for its shoe. One that is not seen is out of their reach. */
export function reachingShoe(table: Reachable, px: number, spot: Spot): Reachable {
  const far = { x: 2 * table.size.width, y: -table.size.height, angle: 0 };
  const isSeen = px >= SMALL_PX;
  const mouth = isSeen ? mouthOf(px, spot) : far;
  const off = { ...mouth, x: mouth.x + offBy(px).x, y: mouth.y + offBy(px).y };
  const ways = {
    shoe: { shoe: mouth, place: mouth, off, fromAside: null },
    cut: { shoe: mouth, place: isSeen ? lidOf(px, spot) : far, off, fromAside: null },
  };
  return {
    ...table,
    wayOf: (card, sweep) =>
      card === "shoe" || card === "cut" ? ways[card] : table.wayOf(card, sweep),
  };
}

/** The cut card is so wide by the shoe, and so high by its width. */
const [CUT_WIDE, CUT_RATIO] = [0.2, 1.4];
/** Of plastic. */
const AMBER = "#f0a52a";

/** The shoe that goes and the one that comes, and the cut card. */
export class ShoeChange implements ExtraParts<ShoePose> {
  readonly #shoe: Shoe;
  readonly #cut;

  constructor(kit: Kit, table: { readonly shoe: Shoe; readonly ground: Group }) {
    this.#shoe = table.shoe;
    this.#cut = kit.picture();
    table.ground.add(this.#cut);
  }

  resize(): void {
    const width = this.#shoe.px * CUT_WIDE;
    this.#cut.paint({ width, height: width * CUT_RATIO }, paintCutCard);
  }

  show({ shoe, cut, gone, board }: ShoePose): void {
    const { px, spot } = this.#shoe;
    const [out, away] = [shoe - 1, offBy(px)];
    this.#shoe.fill({ gone, ground: cardBackOf(board).ground });
    this.#shoe.slide({ x: away.x * out, y: away.y * out });
    const [mouth, lid] = [mouthOf(px, spot), lidOf(px, spot)];
    this.#cut.place({
      x: lerp(mouth.x, lid.x, cut) + away.x * out,
      y: lerp(mouth.y, lid.y, cut) + away.y * out,
      angle: lerp(mouth.angle, lid.angle, cut) - 0.35,
      scale: lerp(0.55, 1, cut),
      alpha: px < SMALL_PX ? 0 : Math.min(1, cut * 5),
    });
  }
}

/** Paints the cut card over a box: amber plastic with the lamp in it. */
function paintCutCard(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const radius = width * 0.1;
  context.beginPath();
  context.roundRect(0, 0, width, height, radius);
  const plastic = context.createLinearGradient(0, 0, width, height);
  plastic.addColorStop(0, mix(AMBER, "#ffffff", 0.55));
  plastic.addColorStop(0.35, AMBER);
  plastic.addColorStop(1, mix(AMBER, "#5a2600", 0.45));
  context.fillStyle = plastic;
  context.fill();
  context.lineWidth = Math.max(0.8, width * 0.03);
  context.strokeStyle = mix(AMBER, "#5a2600", 0.6);
  context.stroke();
}
