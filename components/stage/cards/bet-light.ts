import type { Kit, Node } from "../kit.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import { LIGHTS } from "../theme.ts";
import { RESULT_MS } from "../times.ts";
import { easeInOut, progress } from "../tracks.ts";
import { betBox, paintBetLight } from "./paint/bets.ts";
import type { BetArc, BetSide } from "./paint/bets.ts";

/** The light that comes up slowly in the place of the bets that have won. */
export class BetLight {
  readonly node: Node;
  readonly #light;
  readonly #look;
  readonly #side: BetSide;
  readonly #colour: string;
  #at = { x: 0, y: 0 };
  /** Where the cloth has no places let into it there is nothing to light. */
  #isLaid = false;

  /** `colour` is the side's, `#rrggbb`. */
  constructor(kit: Kit, side: BetSide, colour: string) {
    this.#light = kit.light();
    this.#look = kit.look;
    this.node = this.#light;
    this.#side = side;
    this.#colour = colour;
  }

  /** Lays it out in a band; without one it stays dark. */
  fit(arc: BetArc | null): void {
    this.#isLaid = arc !== null && this.#look.isOrnate;
    if (arc === null) {
      return;
    }
    const { x, y, width, height } = betBox(arc, this.#side);
    this.#at = { x, y };
    // On a bright cloth light covers what it falls on: less of it, or the lettering would be gone.
    const strength = this.#look.addsLight ? 0.45 : 0.2;
    const colour = withAlpha(mix(this.#colour, "#ffffff", 0.2), strength);
    const colours = { colour, rim: LIGHTS.gold };
    this.#light.paint({ width, height }, (context) =>
      paintBetLight(context, arc, this.#side, colours),
    );
  }

  /** How bright the winner is, and how far the celebration has run, both 0 to 1. */
  show(lit: number, celebration: number): void {
    const { betsAt, bets } = RESULT_MS;
    const risen = easeInOut(progress(celebration * RESULT_MS.celebration, betsAt, bets));
    this.#light.place({ ...this.#at, alpha: this.#isLaid ? lit * risen : 0 });
  }
}
