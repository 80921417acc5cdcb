import { pipsOf } from "../../../src/look/pips.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Group, Kit, Picture } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { boxAcross, peelOf } from "../peel.ts";
import type { CloseCard, LaidLines, Stakes } from "./stakes-said.ts";

/*
 * What the open part of a squeezed card still leaves possible. By what anybody sees of its face alone: two cards that
 * look alike as far as they are open leave the same.
 */

type Value = Card["value"];

/** Paper that leans as far as this, in half turns, shows what is on its face. */
const SEEN_FROM = 0.62;

/** Half of a pip, as a share of the width of a card: it counts as seen once all of it is. */
const HALF = 0.09;
/** Pips so near to each other, as a share of the card, are told apart by nobody while others are covered. */
const APART = 0.05;

/** What is seen at a point of a face, in shares of it: a value is told by all its marks. */
interface Mark {
  x: number;
  y: number;
}

/** Where the picture of a court card reaches to: as points all along its frame. */
const FRAME: readonly Mark[] = [0.24, 0.76].flatMap((x) =>
  [0.2, 0.35, 0.5, 0.65, 0.8].map((y) => ({ x, y })),
);

const isCourt = (value: Value): boolean => ["J", "Q", "K"].includes(value);
const marksOf = (value: Value): readonly Mark[] => (isCourt(value) ? FRAME : pipsOf(value));
const nameOf = ({ x, y }: Mark): string => `${Math.round(x / APART)},${Math.round(y / APART)}`;

/** Which values a card may have that is turned so far, 0 to 1, from an edge (`Squeeze.axis`), in their order. */
function openValues(value: Value, turn: number, axis: number): readonly Value[] {
  const { long } = boxAcross(axis, CARD_RATIO);
  // From here on, in shares of the way from the edge that lies, all is seen.
  const openFrom = peelOf(turn, long).find(({ lean }) => lean >= SEEN_FROM * Math.PI)?.from ?? 2;
  const [cos, sin] = [Math.cos(axis), Math.sin(axis)];
  // Once it has gone over its face stands upright: it is turned over about its upright axis, or the other one.
  const isUpright = Math.round((2 * axis) / Math.PI) % 2 === 0;
  const isOpen = ({ x, y }: Mark): boolean => {
    const right = isUpright ? 0.5 - x : x - 0.5;
    const down = (isUpright ? y - 0.5 : 0.5 - y) * CARD_RATIO;
    return (right * cos + down * sin - HALF) / long + 0.5 >= openFrom;
  };
  const openOf = (of: Value): string => marksOf(of).filter(isOpen).map(nameOf).toSorted().join(" ");
  const seen = openOf(value);
  return VALUES.filter((other) => openOf(other) === seen);
}

/** How far a line is seen that is struck out, and the stroke through it: what it says can no more be. */
const [LINE_SEEN, STROKE_SEEN] = [0.5, 0.85];

/** The strokes through the lines of a plate that says what is at stake. */
export class Strikes {
  readonly #kit: Kit;
  readonly #picture: Picture;
  #laid: LaidLines | null = null;
  #out = "";

  constructor(kit: Kit, plate: Group) {
    this.#kit = kit;
    this.#picture = kit.picture();
    plate.add(this.#picture);
  }

  /** Strikes the sides out that win by no value which the card may still have, turned from an edge. Nothing moves. */
  show(
    laid: LaidLines | null,
    said: Stakes | null,
    { pose: { card, turn }, axis }: CloseCard,
  ): void {
    if (laid === null || said === null) {
      return;
    }
    const open = card ? openValues(card.value, turn, axis) : VALUES;
    const lost = said.stakes
      .filter(({ values }) => values.every((value) => !open.includes(value)))
      .map(({ side }) => side);
    const out = lost.join();
    if (out === this.#out && laid === this.#laid) {
      return;
    }
    [this.#laid, this.#out] = [laid, out];
    const { box, look, lines, labels, stepPx } = laid;
    const all = lines.map(({ side, text }, i) => ({
      text,
      isOut: lost.includes(side),
      y: (i - (lines.length - 1) / 2) * stepPx,
    }));
    for (const [i, { isOut, y }] of all.entries()) {
      labels[i]?.place({ x: 0, y, alpha: isOut ? LINE_SEEN : 1 });
    }
    this.#picture.paint({ width: box.width, height: box.height }, (context, { width, height }) => {
      context.fillStyle = "#ffffff";
      for (const { text, y } of all.filter(({ isOut }) => isOut)) {
        const long = this.#kit.widthOf(text, look) + 4;
        context.fillRect((width - long) / 2, height / 2 + y - 0.75, long, 1.5);
      }
    });
    this.#picture.place({ x: 0, y: 0, alpha: lost.length > 0 ? STROKE_SEEN : 0 });
  }
}
