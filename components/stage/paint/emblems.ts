import { palette } from "../../../src/hud/tokens.ts";
import { mix, withAlpha } from "./colour.ts";
import { polish } from "./light.ts";
import { whole } from "./strokes.ts";
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

/**
 * The signs of the sides, from -50 to 50 both ways: what is bet on, before any card says who wins. Where two
 * cards lie side by side they have room to both sides.
 */
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
  /** A spade on a shield, a coronet with three plumes above it, two swords behind. */
  player: {
    body: "M0-17C11-17 20-19 27-24C29-19 33-16 38-15C39 10 29 36 0 50M0-20H15L18-27C23-26 29-30 30-36C31-42 26-46 20-44C18-41 14-38 11-36C12-42 7-49 0-51",
    lines: "M0-26H17M0-20H15L18-27M5-27C9-31 11-36 11-40",
    fine: "M0-12C10-12 19-14 24-17C27-13 30-11 33-11C33 9 24 31 0 44M38 7C54 11 65 2 62-8C60-15 50-14 51-7C52-3 57-3 57-7M48 9C50 17 58 22 64 17C68 13 64 8 60 11M0-47V-30M4-44L0-40M5-39L0-35M23-40L15-31M27-37L19-31",
    bright:
      "M0-8C5 1 20 7 20 19C20 28 8 30 3 22C3 28 6 32 10 35H0ZM0-25L3-23L0-21ZM8-24.5L10-23L8-21.5L6-23ZM32-17L46-40L51-47L49-38L36-14ZM25 30L28 27L41 40L38 43ZM27 41.5L41.5 27L44.5 30L30 44.5ZM43 40A3.6 3.6 0 1 1 42.9 40Z",
  },
  /** Six bezants on a shield, a crown above it, two keys behind: the arms of a bank. */
  banker: {
    body: "M0-17C11-17 20-19 27-24C29-19 33-16 38-15C39 10 29 36 0 50M0-20H19L28-42L17-34L13-47L6-34L0-48",
    lines: "M0-26H21M0-20H19",
    fine: "M0-12C10-12 19-14 24-17C27-13 30-11 33-11C33 9 24 31 0 44M38 7C54 11 65 2 62-8C60-15 50-14 51-7C52-3 57-3 57-7M48 9C50 17 58 22 64 17C68 13 64 8 60 11",
    bright:
      "M0-9A6.5 6.5 0 0 1 0 4ZM17-9A6.5 6.5 0 1 1 16.9-9ZM8.5 6A6.5 6.5 0 1 1 8.4 6ZM0 21A6.5 6.5 0 0 1 0 34ZM0-25L3-23L0-21ZM10-25L13-23L10-21L7-23ZM28-47A3 3 0 1 1 27.9-47ZM13-52A3 3 0 1 1 12.9-52ZM0-54A3.4 3.4 0 0 1 0-47ZM31-16L43-37L46-35L34-13ZM40-31L43-36L49-32L46-27ZM36-25L38-28L43-25L41-22ZM28 27L39 38L36 41L25 31ZM44 34A8 8 0 1 1 43.9 34ZM44 38A4 4 0 1 0 44.1 38Z",
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
  // The accent of daylight is dark enough for letters: as metal it would be brown.
  const metal = look.addsLight ? accent : mix(accent, palette.gilt, 0.5);
  const scale = Math.min(width, height) / 108;
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  paintHalves(context, halves[name], { ground, metal, dark: mix(colour, "#000000", 0.8) });
  context.restore();
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
