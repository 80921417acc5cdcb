import type { Card } from "../../../src/round/cards.ts";
import type { Kit, Label } from "../kit.ts";
import type { Size } from "../scene.ts";
import type { CardPose } from "./dealing.ts";

/* What a plate that says what is at stake is told, and how it lies there. */

/** A side, or the tie, and the values that let it win: at least one, in the order of values. */
export interface Stake {
  side: string;
  values: readonly Card["value"][];
}

/** What is at stake, first what matters most, and the hand that is over the card. */
export interface Stakes {
  stakes: readonly Stake[];
  hand: "left" | "right";
}

/** A line of the plate, and the side that it is of. */
export interface Line {
  side: string;
  text: string;
}

/** A card that a camera looks at closely, and the edge that it is turned from. */
export interface CloseCard {
  pose: Pick<CardPose, "card" | "turn">;
  axis: number;
}

/** Lines as they are written, in a box around their middle: of each its label, and how high it is. CSS pixels. */
export interface LaidLines {
  box: Size;
  look: Parameters<Kit["widthOf"]>[1];
  lines: readonly Line[];
  labels: readonly Label[];
  stepPx: number;
}
