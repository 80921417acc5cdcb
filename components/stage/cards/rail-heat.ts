import { sideColours } from "../../../src/look/palette.ts";
import type { Kit, Node, Picture } from "../kit.ts";
import { resultLight } from "../lights.ts";
import { rimInset } from "../measures.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import { cornerRadius, traceTable } from "../paint/table-outline.ts";
import type { Play, Size } from "../scene.ts";
import { arc, clamp01, easeInOut, lerp, progress } from "../tracks.ts";
import { colourOf } from "./side-words.ts";

/** From so many wins in a row on the rail is warm, and from so many it cannot grow hotter. */
const [WARM_FROM, HOT_FROM] = [4, 10];

/** How hot the rail is on either side of a table, 0 to 1, and how much hotter it is just now. */
export interface Heat {
  left: number;
  right: number;
  flare: number;
  /** `#rrggbb` of the side that it glows for. */
  colour: string;
}

/** A rail that nobody has warmed. */
const COLD: Heat = { left: 0, right: 0, flare: 0, colour: sideColours.gold.fill };

/** How long the rail holds its breath before a result, and how long it flares up after one, in ms. */
const [BREATH_MS, FLARE_MS] = [700, 2_200];

/**
 * A streak of wins glows in the rail on its side: by its length alone, until a round ends it. `winner` is null
 * until it may be shown.
 */
export function heatAt(view: Play, winner: string | null, elapsedMs: number): Heat {
  const streak = view.form?.streak;
  if (!streak || streak.length < WARM_FROM) {
    return COLD;
  }
  const hot = lerp(0.5, 1, clamp01((streak.length - WARM_FROM) / (HOT_FROM - WARM_FROM)));
  const lasts = winner === null || winner === streak.side || winner === "tie";
  const seen = lasts ? hot * stays(view, elapsedMs) : 0;
  const isLeft = view.board.sides.find(({ id }) => id !== "tie")?.id === streak.side;
  return {
    left: isLeft ? seen : 0,
    right: isLeft ? 0 : seen,
    flare: view.state.phase === "result" ? arc(progress(elapsedMs, 0, FLARE_MS)) : 0,
    colour: colourOf(view.board.sides, streak.side),
  };
}

/** How much of it is left: before a result it goes out, whatever that will be, and only a streak that lasts comes back. */
function stays({ state, revealMs = 9_000 }: Play, elapsedMs: number): number {
  switch (state.phase) {
    case "revealing":
      return 1 - easeInOut(progress(elapsedMs, revealMs - BREATH_MS, BREATH_MS));
    case "result":
      return resultLight("result", elapsedMs);
    default:
      return 1;
  }
}

/** How far the light reaches from the piping, in its own insets, and how far to the middle of the table. */
const [REACH, TO_MIDDLE] = [5, 0.47];

/** One side of the rail, aglow from within. It is cut into strips: all of the box would be dear to draw. */
export class RailHeat {
  readonly nodes: readonly Node[];
  readonly #strips: readonly Picture[];
  readonly #isLeft: boolean;
  readonly #kit: Kit;
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(kit: Kit, side: "left" | "right") {
    [this.#kit, this.#isLeft] = [kit, side === "left"];
    this.#strips = [kit.light(), kit.light(), kit.light()];
    this.nodes = this.#strips;
  }

  fit(size: Size): void {
    [this.#size, this.#colour] = [size, ""];
  }

  /** `heat` and `flare` from 0 to 1. */
  show(heat: number, flare: number, colour: string): void {
    const seen = this.#kit.look.isOrnate ? heat : 0;
    const boxes = this.#boxes();
    if (seen > 0 && colour !== this.#colour) {
      this.#colour = colour;
      this.#strips.forEach((strip, i) => {
        const box = boxes[i];
        if (box) {
          strip.paint(box, (context) => {
            context.translate(box.width / 2 - box.x, box.height / 2 - box.y);
            paintHeat(context, this.#size, this.#isLeft, colour);
          });
        }
      });
    }
    this.#strips.forEach((strip, i) => {
      strip.place({ x: boxes[i]?.x ?? 0, y: boxes[i]?.y ?? 0, alpha: seen * lerp(0.72, 1, flare) });
    });
  }

  /** The far, the near and the outer strip: their middles and sizes. */
  #boxes(): (Size & { x: number; y: number })[] {
    const { width, height } = this.#size;
    const band = Math.min(rimInset(height) * (1 + REACH), height / 3);
    const half = width * TO_MIDDLE;
    const x = (at: number) => (this.#isLeft ? at : width - at);
    return [
      { x: x(half / 2), y: band / 2, width: half, height: band },
      { x: x(half / 2), y: height - band / 2, width: half, height: band },
      { x: x(band / 2), y: height / 2, width: band, height: height - 2 * band },
    ];
  }
}

/** Paints one side of a rail over the box of its table, hot at its outer end and cold in the middle. */
function paintHeat(
  context: CanvasRenderingContext2D,
  size: Size,
  isLeft: boolean,
  colour: string,
): void {
  const { width, height } = size;
  const inset = rimInset(height);
  const ember = mix("#ff8126", colour, 0.14);
  const fading = (tint: string, alpha: number) => {
    const [from, to] = isLeft ? [0, width * TO_MIDDLE] : [width, width * (1 - TO_MIDDLE)];
    const light = context.createLinearGradient(from, 0, to, 0);
    light.addColorStop(0, withAlpha(tint, alpha));
    light.addColorStop(0.45, withAlpha(tint, alpha * 0.7));
    light.addColorStop(1, withAlpha(tint, 0));
    return light;
  };
  context.lineJoin = "round";
  // Wide and faint, narrow and bright: strokes over strokes, softer than any blur costs.
  for (const [wide, tint, alpha] of [
    [10, ember, 0.05],
    [8, ember, 0.065],
    [6, ember, 0.085],
    [4.2, ember, 0.12],
    [2.8, ember, 0.22],
    [1.5, mix(ember, "#ffc878", 0.5), 0.5],
    [0.6, "#fff0cf", 0.85],
  ] as const) {
    context.lineWidth = inset * wide;
    context.strokeStyle = fading(tint, alpha);
    context.beginPath();
    // Upon the roll of leather.
    const edge = inset * 0.57;
    traceTable(context, size, { edge, radius: cornerRadius(height) + inset * 0.43 });
    context.stroke();
  }
}
