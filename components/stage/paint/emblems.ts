import { mix, withAlpha } from "./colour.ts";
import { polish } from "./light.ts";
import type { Look } from "../looks.ts";
import type { Size } from "../scene.ts";

/**
 * Half of a drawing in lines, right of its middle, in the units of its own box; the left half is its mirror
 * image. The outline of its body runs from the middle to the middle.
 */
interface Half {
  /** What is filled with the side's colour, as an SVG path; its outline is drawn with the lines. */
  body: string;
  lines: string;
  /** Thinner than these. */
  fine: string;
  /** Filled with gold. */
  bright: string;
  /** On top of that, in the dark: pupils. */
  dark?: string;
}

/** The signs of the sides, from -50 to 50 both ways: what is bet on, before any card says who wins. */
const halves = {
  dragon: {
    body: "M0-25C4-29 7-30 10-30C8-38 10-45 17-50C16-45 17-42 19-40C22-43 27-46 33-46C28-42 24-38 23-33C22-31 21-29 20-28C28-30 36-33 45-32C42-26 39-22 35-19L49-17L39-9L50 1L39 5L48 16L37 17C38 25 34 32 27 36L29 46L19 40L13 49L8 42L0 50Z",
    lines:
      "M24 21C34 11 38 23 44 26C49 28 51 34 46 36M22 20C28 19 32 23 32 28M0 28C8 25 19 26 30 30M29 31C24 38 12 41 0 40M0 9C6 5 14 5 18 9C22 13 18 19 12 17C8 15 10 11 14 12",
    fine: "M5-9C6-3 5 3 8 6M0 20C6 23 14 24 22 20M31-3Q36 0 32 4M30 7Q35 10 32 14M39-9L32-9M37-19L29-15M13-31Q15-37 17-39M5 45L4 40M14 44L13 39",
    bright:
      "M3-14C9-22 21-27 35-25C28-21 23-15 12-11C8-10 5-11 3-14ZM8-6C13-12 21-12 27-8C22-3 14-1 8-6ZM0-25L4-20L0-14ZM11 26L14 36L18 28ZM4 27L6 31L8 26ZM22 29L24 33L26 29Z",
    dark: "M18-10.5A3.1 3.6 0 1 1 17.9-10.5Z",
  },
  tiger: {
    body: "M0-36C6-39 12-39 17-36C18-46 26-51 34-47C41-43 41-33 37-26C43-19 46-11 46-3L50 4L44 8L48 17L41 19L41 28L33 29C27 39 14 46 0 47Z",
    lines:
      "M0 20V27C4 33 13 33 18 27M9 11C20 11 25 20 18 27M22-37C23-43 29-45 33-41C35-37 35-32 32-29",
    fine: "M6-3C4 3 5 7 8 10M22 18L40 13M22 21L42 20M21 24L39 27M6 42Q9 41 11 39",
    bright:
      "M7-4C12-12 22-13 30-10C26-2 15 2 7-4ZM0 11L9 10C11 13 8 17 0 20ZM7 31L9 40L14 31ZM0-33H9L8-30H1.5V-26H6L5-23H1.5V-18H7L6-15H0ZM7-12C13-20 24-21 33-15C25-17 15-16 7-12ZM38-25C32-21 26-21 21-24C26-17 34-18 40-21ZM46-8C39-6 34-6 30-9C33-1 41-1 46-3ZM45 7C39 8 34 6 30 3C32 11 39 13 44 11ZM18-36C17-31 14-28 11-27C15-26 20-30 21-36Z",
    dark: "M19-9.6A3.2 3.6 0 1 1 18.9-9.6Z",
  },
  /** Three cards held in a hand. */
  player: {
    body: "M0-46H13Q16-46 16-43V-22L24-40Q25.5-43 28-41.5L48-32Q51-30.5 50-28L32 9Q31 12 28 11L16 5.5V9Q16 12 13 12H0Z",
    lines: "M16-43V9M0 30C10 30 18 27 22 20M0 38C14 38 26 33 31 22",
    fine: "M12-38V4M12-40H0M12 6H0M27-34L42-27L28 1L18-3",
    bright: "M0-33C4-25 13-20 13-12C13-6 6-4 2-8C2-4 4-1 6 1H0ZM0 45L5 50H0Z",
  },
  /** A house of money: columns under a pediment. */
  banker: {
    body: "M0-46L50-18V-9H45V27H49V35H50V43H0Z",
    lines: "M0-18H50M45-9H0M8-9V27M18-9V27M28-9V27M38-9V27M0 27H45M0 35H50",
    fine: "M0-39L34-20H0M13-5V23M33-5V23M0-13.5H50M0 39H50",
    bright: "M0-33A6 6 0 0 1 0-21ZM6-9H20V-6H6ZM26-9H40V-6H26ZM6 24H20V27H6ZM26 24H40V27H26Z",
  },
} as const satisfies Record<string, Half>;

export type EmblemName = keyof typeof halves;

/** Paints the emblem of a side over a box, in gold on its colour, `#rrggbb`. */
export function paintEmblem(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  name: EmblemName,
  { colour, accent, look }: { colour: string; accent: string; look: Look },
): void {
  const ground = context.createLinearGradient(0, -50, 0, 50);
  const covers = look.isOrnate ? 0.9 : 0;
  ground.addColorStop(0, withAlpha(mix(colour, "#000000", 0.25), covers));
  ground.addColorStop(1, withAlpha(mix(colour, "#000000", 0.72), covers));
  const scale = Math.min(width, height) / 108;
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  paintHalves(context, halves[name], { ground, metal: accent, dark: mix(colour, "#000000", 0.8) });
  context.restore();
}

/** A half and its mirror image as one path: no seam where they meet, and one light over both. */
export function whole(half: string): Path2D {
  const path = new Path2D(half);
  path.addPath(new Path2D(half), { a: -1 });
  return path;
}

/** Paints a half and its mirror image around the origin: bodies of a ground, lines of metal on them. */
function paintHalves(
  context: CanvasRenderingContext2D,
  { body, lines, fine, bright, dark }: Half,
  colours: { ground: string | CanvasGradient; metal: string; dark: string },
): void {
  const pixel = context.getTransform().d;
  const metal = context.createLinearGradient(-20, -50, 20, 50);
  polish(metal, colours.metal);
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  context.fillStyle = colours.ground;
  context.fill(whole(body));
  // Each line casts its own small shadow.
  context.shadowColor = "#000000b0";
  context.shadowBlur = 2 * pixel;
  context.shadowOffsetY = 1.2 * pixel;
  context.strokeStyle = metal;
  context.fillStyle = metal;
  context.lineWidth = 2.4;
  // Not along the middle, where the halves meet.
  context.stroke(whole(body.replace(/Z$/, "")));
  context.stroke(whole(lines));
  context.lineWidth = 1.2;
  context.stroke(whole(fine));
  context.fill(whole(bright));
  context.shadowColor = "#00000000";
  if (dark !== undefined) {
    context.fillStyle = colours.dark;
    context.fill(whole(dark));
  }
  context.restore();
}
