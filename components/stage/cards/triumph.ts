import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit, Node, Picture } from "../kit.ts";
import { resultLight } from "../lights.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import { litCloth, paintGlow } from "../paint/felt.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { LIGHTS } from "../theme.ts";
import { easeOut, lerp, progress } from "../tracks.ts";
import type { Worth } from "./afterglow.ts";
import { colourOf } from "./side-words.ts";

/*
 * The hit of a result: a ring of light in the winner's colour runs out from its cards, the lamp comes up over its half
 * of the table, and the loser's goes dark. Whoever looks up now sees who has won before reading a word.
 */

/** When each ring leaves the cards, and how long it runs, in ms of phase `result`: more of them for more worth. */
const RINGS_AT = [0, 190, 380] as const;
const RING_MS = 760;
/** By when on its way it is as bright as it gets: light that is there at once is seen as a flicker. */
const RISEN = 0.12;

/** How bright the winner's half is and how dark the loser's, by what the result is worth. */
const BY_WORTH = [
  { wash: 0.42, shade: 0.4 },
  { wash: 0.52, shade: 0.48 },
  { wash: 0.6, shade: 0.52 },
] as const;

/** Soft light is painted small and shown large. */
const [SOFT, RING_PX] = [{ width: 96, height: 64 }, 192] as const;

interface TriumphPose {
  /** How far up the light of the result is, 0 to 1. */
  lit: number;
  /** How far each ring has run, 0 to 1; nothing is seen at either end. */
  rings: readonly number[];
  worth: Worth;
  /** Whose it is: `both` in a tie. */
  side: "left" | "right" | "both";
  /** `#rrggbb`. */
  colour: string;
}

const NONE: TriumphPose = { lit: 0, rings: [0, 0, 0], worth: 0, side: "both", colour: LIGHTS.gold };

function triumphAt(
  view: Play,
  elapsedMs: number,
  winner: string | null,
  worthOf: () => Worth,
): TriumphPose {
  const { phase } = view.state;
  if (winner === null || (phase !== "result" && phase !== "waiting")) {
    return NONE;
  }
  const worth = worthOf();
  const first = view.board.sides.find(({ id }) => id !== "tie")?.id;
  return {
    lit: resultLight(phase, elapsedMs),
    rings: RINGS_AT.map((atMs, i) =>
      phase === "result" && i <= worth ? progress(elapsedMs, atMs, RING_MS) : 0,
    ),
    worth,
    side: winner === "tie" ? "both" : winner === first ? "left" : "right",
    colour: winner === "tie" ? LIGHTS.tie : colourOf(view.board.sides, winner),
  };
}

interface Spots {
  left: { x: number; y: number };
  right: { x: number; y: number };
}

class Triumph implements ExtraParts<TriumphPose> {
  readonly #kit: Kit;
  readonly #wash: Picture;
  readonly #shade: Picture;
  readonly #rings: readonly (readonly [Node, Node])[];
  readonly #pictures: readonly Picture[];
  readonly #spots: () => Spots;
  readonly #cardWidth: () => number;
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(
    kit: Kit,
    table: { readonly underCards: Group; readonly cardWidth: number },
    spots: () => Spots,
  ) {
    [this.#kit, this.#spots] = [kit, spots];
    this.#cardWidth = () => table.cardWidth;
    this.#wash = kit.light();
    this.#shade = kit.picture();
    this.#pictures = Array.from({ length: 2 * RINGS_AT.length }, () => kit.light());
    this.#rings = RINGS_AT.map((_, i) => [
      this.#pictures[2 * i] ?? this.#wash,
      this.#pictures[2 * i + 1] ?? this.#wash,
    ]);
    table.underCards.add(this.#shade, this.#wash, ...this.#pictures);
    this.#shade.paint(SOFT, (context, { width, height }) => {
      const dark = context.createLinearGradient(0, 0, width, 0);
      dark.addColorStop(0, withAlpha(kit.look.shade, 1));
      dark.addColorStop(0.55, withAlpha(kit.look.shade, 0.7));
      dark.addColorStop(1, withAlpha(kit.look.shade, 0));
      context.fillStyle = dark;
      context.fillRect(0, 0, width, height);
    });
  }

  resize(size: Size): void {
    this.#size = size;
  }

  show({ lit, rings, worth, side, colour }: TriumphPose): void {
    const { addsLight, isOrnate } = this.#kit.look;
    const seen = isOrnate ? lit : 0;
    if (seen > 0 && colour !== this.#colour) {
      this.#paint(colour);
    }
    const { width, height } = this.#size;
    const spots = this.#spots();
    const { wash, shade } = BY_WORTH[worth];
    const x = side === "both" ? width / 2 : spots[side].x;
    this.#wash.place({
      x: lerp(x, width / 2, 0.12),
      y: height * 0.52,
      scale: [(width * (side === "both" ? 1.5 : 1.05)) / SOFT.width, (height * 1.9) / SOFT.height],
      // On a bright cloth light covers what it falls on.
      alpha: seen * wash * (addsLight ? 1 : 0.5),
    });
    // It is dark from the loser's rail to the middle of the table.
    const far = side === "left" ? 1 : -1;
    this.#shade.place({
      x: width * (side === "left" ? 0.76 : 0.24),
      y: height / 2,
      scale: [(-far * width * 0.52) / SOFT.width, height / SOFT.height],
      alpha: side === "both" ? 0 : seen * shade * (addsLight ? 1 : 0.4),
    });
    this.#rings.forEach((pair, i) => {
      const share = rings[i] ?? 0;
      const run = easeOut(share);
      const strength = isOrnate ? Math.min(1, share / RISEN) * (1 - share) ** 1.5 : 0;
      (["left", "right"] as const).forEach((one, k) => {
        const scale = (this.#cardWidth() * lerp(1.2, 5.2, run)) / RING_PX;
        pair[k]?.place({
          ...spots[one],
          scale: [scale, scale * 0.82],
          alpha: side === "both" ? 0.5 * strength : side === one ? 0.85 * strength : 0,
        });
      });
    });
  }

  #paint(colour: string): void {
    this.#colour = colour;
    const lit = litCloth(this.#kit.look.felt);
    this.#wash.paint(SOFT, (context, box) => paintGlow(context, box, lit));
    for (const ring of this.#pictures) {
      ring.paint({ width: RING_PX, height: RING_PX }, (context, box) =>
        paintRing(context, box, mix(colour, LIGHTS.gold, 0.45)),
      );
    }
  }
}

/** Paints a ring of light into a box, sharp outside and soft within. */
function paintRing(context: CanvasRenderingContext2D, { width }: Size, colour: string): void {
  const middle = width / 2;
  const light = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
  for (const [at, alpha] of [
    [0.52, 0],
    [0.8, 0.16],
    [0.92, 0.6],
    [0.955, 1],
    [1, 0],
  ] as const) {
    light.addColorStop(at, withAlpha(colour, alpha));
  }
  context.fillStyle = light;
  context.fillRect(0, 0, width, width);
}

/** The hit of the results of a game of cards, as extras. */
export function tableTriumph<
  Outcome extends { readonly result: string | null },
  Pose,
  Parts extends Drawing<Pose> & { readonly underCards: Group; readonly cardWidth: number },
>({
  worthOf,
  spotsOf,
}: {
  /** What the result is worth; only asked once that may be shown. */
  worthOf(view: Play<Outcome>): Worth;
  /** The middles of both hands, in CSS pixels. */
  spotsOf(table: Parts): Spots;
}): Extras<Outcome, Pose, Parts, TriumphPose> {
  return {
    pose: (view, elapsedMs) => triumphAt(view, elapsedMs, view.state.result, () => worthOf(view)),
    build: (kit, _, table) => new Triumph(kit, table, () => spotsOf(table)),
  };
}
