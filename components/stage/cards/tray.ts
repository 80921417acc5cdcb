import type { Kit, Picture } from "../kit.ts";
import { rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import { paintTray } from "./paint/tray.ts";

/** Where the dealer's tray of chips stands, around its middle. CSS pixels. */
export interface TrayPlace extends Size {
  x: number;
  y: number;
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
