import { whim } from "../../src/round/whim.ts";
import type { Kit, Node, Picture, Size } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintBeam, paintCone, paintRays } from "./paint/light.ts";
import { LIGHTS } from "./theme.ts";
import { RESULT_MS } from "./times.ts";
import { arc, clamp01, lerp } from "./tracks.ts";

/** Soft light is painted small and shown large. */
const RAYS_PX = 320;

/** Rays of light behind something that deserves them, turning slowly while they stand. */
export class Rays {
  readonly nodes: readonly Node[];
  readonly #rays;
  readonly #glow;
  #colour = "";
  #reach = 1;
  #at = { x: 0, y: 0 };

  constructor(kit: Kit) {
    this.#rays = kit.light();
    this.#glow = kit.light();
    this.nodes = [this.#rays, this.#glow];
  }

  /** `reach` is how far they go from their middle, in CSS pixels. */
  fit(at: { x: number; y: number }, reach: number): void {
    this.#at = at;
    this.#reach = reach;
    this.#colour = "";
  }

  /** How strong they are, and how far they have turned, both 0 to 1; `colour` is `#rrggbb`. */
  show(strength: number, turned: number, colour: string): void {
    if (strength > 0 && colour !== this.#colour) {
      this.#colour = colour;
      const box = { width: RAYS_PX, height: RAYS_PX };
      this.#rays.paint(box, (context, size) => paintRays(context, size, colour, 22));
      this.#glow.paint({ width: 96, height: 96 }, (context, size) =>
        paintGlow(context, size, mix(colour, LIGHTS.gold, 0.55)),
      );
    }
    const scale = (2 * this.#reach * lerp(0.7, 1, strength)) / RAYS_PX;
    this.#rays.place({
      ...this.#at,
      scale: [scale, scale * 0.82],
      angle: 0.3 + turned * 0.22,
      alpha: 0.52 * strength,
    });
    this.#glow.place({ ...this.#at, scale: (this.#reach * 1.5) / 96, alpha: 0.42 * strength });
  }
}

/** A beam of light between two places, that grows from its middle. */
export class Link {
  readonly nodes: readonly Node[];
  readonly #beam;
  readonly #spark;
  #from = { x: 0, y: 0 };
  #to = { x: 0, y: 0 };
  #thick = 1;
  #colour = "";

  constructor(kit: Kit) {
    this.#beam = kit.light();
    this.#spark = kit.light();
    this.nodes = [this.#beam, this.#spark];
  }

  /** Level, from left to right, `thick` CSS pixels of light. */
  fit(from: { x: number; y: number }, to: { x: number; y: number }, thick: number): void {
    [this.#from, this.#to, this.#thick, this.#colour] = [from, to, thick, ""];
  }

  /** How far it has grown, and where on it the spark is, both 0 to 1. */
  show(grown: number, spark: number, colour: string): void {
    if (grown > 0 && colour !== this.#colour) {
      this.#colour = colour;
      this.#beam.paint({ width: 160, height: 32 }, (context, box) =>
        paintBeam(context, box, colour),
      );
      this.#spark.paint({ width: 32, height: 32 }, (context, box) =>
        paintGlow(context, box, "#ffffff"),
      );
    }
    const [from, to] = [this.#from, this.#to];
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const length = (to.x - from.x) * 1.3 * grown;
    this.#beam.place({ ...middle, scale: [length / 160, this.#thick / 32], alpha: grown });
    this.#spark.place({
      x: lerp(from.x, to.x, spark),
      y: middle.y,
      scale: [this.#thick / 24, this.#thick / 60],
      alpha: 0.8 * grown * arc(spark),
    });
  }
}

/** How far the follow-spot sways to either side, in radians, and how much dust is seen in it. */
const [SWAY, MOTES] = [0.05, 9];

/** The follow-spot of the studio: a cone of light from above onto the winner, with dust floating in it. */
export class Spotlight {
  readonly nodes: readonly Node[];
  readonly #cone;
  readonly #motes: readonly Picture[];

  constructor(kit: Kit) {
    this.#cone = kit.light();
    this.#motes = Array.from({ length: MOTES }, () => kit.light());
    this.nodes = [this.#cone, ...this.#motes];
    this.#cone.paint({ width: 128, height: 128 }, (context, box) =>
      paintCone(context, box, "#fff1cf"),
    );
    for (const mote of this.#motes) {
      mote.paint({ width: 12, height: 12 }, (context, box) => paintGlow(context, box, "#fff1cf"));
    }
  }

  /**
   * Falls from above onto things so wide whose foot is at `foot`, 0 to 1 `lit`, in CSS pixels. It sways
   * slowly while the `celebration` runs, 0 to 1.
   */
  show(at: { x: number; width: number; foot: number }, lit: number, celebration: number): void {
    const seconds = celebration * CELEBRATION_S;
    const sway = SWAY * Math.sin((seconds - 0.3) * 1.9);
    const wide = at.width * 1.7;
    // It hangs from above the table, and so is turned around its upper end.
    this.#cone.place({
      x: at.x - (Math.sin(sway) * at.foot) / 2,
      y: at.foot / 2,
      scale: [wide / 128, at.foot / 128],
      angle: sway,
      alpha: 0.46 * lit,
    });
    this.#motes.forEach((mote, i) => {
      const down = (whim(i, 11) + 0.05 * seconds * (0.5 + whim(i, 12))) % 1;
      const aside = (whim(i, 13) - 0.5) * (0.25 + 0.65 * down);
      const drift = 0.03 * Math.sin(seconds * 1.3 + i * 2);
      mote.place({
        x: at.x + wide * (aside + drift) - Math.sin(sway) * at.foot * down,
        y: at.foot * down,
        scale: (0.45 + 0.65 * whim(i, 14)) * Math.max(0.6, at.foot / 230),
        alpha: lit * arc(down) * (0.6 + 0.4 * Math.sin(seconds * 1.7 + i)),
      });
    });
  }
}

/** So many ribbons fly up, at most, and how long one of them flies, in seconds. */
const [RIBBONS, FLIGHT_S] = [72, 1.7];
/** The celebration as a whole, and when the second burst follows the first, in seconds. */
const [CELEBRATION_S, SECOND_S] = [RESULT_MS.celebration / 1000, 0.35];

/** Ribbons of gold, and of the winner's colour, that burst from behind the winner and are gone again. */
export class Flecks {
  readonly nodes: readonly Node[];
  readonly #ribbons: readonly Picture[];
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(kit: Kit) {
    this.#ribbons = Array.from({ length: RIBBONS }, () => kit.picture());
    this.nodes = this.#ribbons;
  }

  /** They fly over a whole box. */
  fit(size: Size): void {
    [this.#size, this.#colour] = [size, ""];
  }

  /**
   * How far the celebration has run, 0 to 1; `strength` is the share of the ribbons that fly, 0 to 1, from a
   * point on the table. `colour` is `#rrggbb`. By their `own` share, 0 to 1, no two
   * celebrations are alike.
   */
  show(
    celebration: number,
    strength: number,
    from: { x: number; y: number },
    colour: string,
    own: number,
  ): void {
    const seed = Math.floor(own * 2 ** 32);
    if (strength > 0 && celebration > 0 && celebration < 1 && colour !== this.#colour) {
      this.#paint(colour);
    }
    const unit = Math.min(this.#size.height, this.#size.width * 0.6);
    this.#ribbons.forEach((ribbon, i) => {
      const seconds = celebration * CELEBRATION_S - (i % 2 ? SECOND_S : 0);
      const share = clamp01(seconds / FLIGHT_S);
      const angle = Math.PI * (1.5 + 0.9 * (whim(i, 2, seed) - 0.5));
      const speed = unit * (0.55 + 0.75 * whim(i, 3));
      const spin = (3 + 5 * whim(i, 4, seed)) * Math.PI * share;
      ribbon.place({
        // Air slows them down across, and their weight brings them down.
        x: from.x + Math.cos(angle) * speed * 1.5 * (1 - (1 - share) ** 2),
        y: from.y + Math.sin(angle) * speed * seconds + unit * 0.72 * seconds * seconds,
        scale: [1, Math.max(0.12, Math.abs(Math.cos(spin)))],
        angle: spin * 0.35 + i,
        alpha: i < RIBBONS * strength && share > 0 ? clamp01((1 - share) * 4) : 0,
      });
    });
  }

  #paint(colour: string): void {
    this.#colour = colour;
    const long = Math.max(5, this.#size.height * 0.027);
    this.#ribbons.forEach((ribbon, i) => {
      const body = whim(i, 1) < 0.6 ? "#ffcf5e" : mix(colour, "#ffffff", 0.15);
      ribbon.paint({ width: long * 0.5, height: long }, (context, { width, height }) => {
        const light = context.createLinearGradient(0, 0, width, height);
        light.addColorStop(0, mix(body, "#ffffff", 0.6));
        light.addColorStop(0.5, body);
        light.addColorStop(1, mix(body, "#000000", 0.35));
        context.fillStyle = light;
        context.fillRect(0, 0, width, height);
      });
    });
  }
}
