import type { Kit, Picture } from "../kit.ts";
import { rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import type { ChipPlaces } from "./bet-arc.ts";
import type { Paid } from "./hands/gestures.ts";
import { paintTray } from "./paint/tray.ts";
import { alongBand } from "./slides.ts";
import type { Slide } from "./slides.ts";

/** Where the dealer's tray of chips stands, around its middle. CSS pixels. */
export interface TrayPlace extends Size {
  x: number;
  y: number;
}

/** Where the chips that a winner is paid are stacked, so wide, and how they get there. CSS pixels. */
export interface WinnersPlace {
  slide: Slide;
  chipPx: number;
  /** Beneath the cards, and reached from the side: from above an arm would lie over them. */
  isLow?: boolean;
}

export type WinnersPlaces = Readonly<Record<Paid, WinnersPlace>>;

/** The middle of a table as the arm of its dealer knows it. CSS pixels. */
export interface Aisle {
  /** The middle of the table, and from there to the cards on either side of it. */
  x: number;
  free: number;
  /** Where the banner of the result begins. */
  foot: number;
  /** The length of a hand. */
  handPx: number;
}

/** How far the thumb of a hand that holds something reaches beyond that, in its lengths. */
const THUMB = 0.14;

/**
 * Where winners are paid: on their sides of the band of bets, and in a tie on its own place; nowhere without a band.
 * The arm comes down the middle of the table, on the loser's side of it where there is not much room, and the chips go
 * on from its hand by themselves: all the way from above it would lie over the winner's cards.
 */
export function winnersPlaces(
  sides: ChipPlaces | null,
  tie: Pick<WinnersPlace, "slide" | "isLow">,
  chipPx: number,
  { x, free, foot, handPx }: Aisle,
): WinnersPlaces | null {
  if (!sides) {
    return null;
  }
  const side = (name: "left" | "right"): WinnersPlace => {
    const out = name === "left" ? -1 : 1;
    const { dip } = sides;
    const laid = {
      x: x + out * (free - THUMB * handPx - 2),
      y: Math.min(foot, sides[name].y + dip) - chipPx * 0.45,
    };
    return { slide: alongBand(sides[name], laid, dip, chipPx), chipPx };
  };
  return { left: side("left"), right: side("right"), tie: { ...tie, chipPx } };
}

/** A smaller tray is not recognised. CSS pixels. */
const LEAST: Size = { width: 56, height: 14 };
/** How wide it is by its height at the most, and how wide each of its tubes about is. */
const [WIDEST, TUBE] = [4.6, 0.64] as const;

/** The tray on the dealer's side of a table, in so many CSS pixels of free cloth down to a line; null without room for one. */
export function trayIn({ width, height }: Size, freePx: number, footPx: number): TrayPlace | null {
  const top = rimInset(height) * 1.25;
  const high = Math.min(footPx - top, freePx * 0.32, height * 0.14);
  const wide = Math.min(freePx, high * WIDEST);
  return wide < LEAST.width || high < LEAST.height
    ? null
    : { x: width / 2, y: top + high / 2, width: wide, height: high };
}

/** The dealer's tray. */
export class Tray {
  readonly node: Picture;
  readonly #kit: Kit;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.node = kit.picture();
  }

  /** Puts it into its place; without one it is not there. */
  fit(place: TrayPlace | null): void {
    const isSeen = place !== null && this.#kit.look.isOrnate;
    if (isSeen) {
      // As many to the left of the middle as to the right of it.
      const tubes = 2 * Math.floor(place.width / (place.height * TUBE) / 2) + 1;
      this.node.paint(place, (context, size) => paintTray(context, size, tubes, this.#kit.accent));
    }
    // By its new size: what stands still lies on whole pixels.
    this.node.place({ x: place?.x ?? 0, y: place?.y ?? 0, alpha: isSeen ? 1 : 0 });
  }
}
