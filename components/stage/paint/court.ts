import { palette, sideColours } from "../../../src/look/palette.ts";
import { suitInk } from "../../../src/look/suits.ts";
import type { CardValue, Suit } from "../../../src/round/cards.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import { line, polygon, whole } from "./strokes.ts";
import { fillSuit } from "./suits.ts";

type Context = CanvasRenderingContext2D;
type Court = Extract<CardValue, "J" | "Q" | "K">;

/** What the shapes of a figure are filled with. */
type Ink =
  | "cloth"
  | "lining"
  | "rose"
  | "leaf"
  | "gold"
  | "hair"
  | "white"
  | "steel"
  | "skin"
  | "dark";
/** What is drawn in lines alone: features, light on hair, and gold. */
type Line = "line" | "lock" | "thread";
/** What a path is drawn in, and whether it is the left half of a figure that is the same on both sides. */
type Shape = readonly [Ink | Line, string, isHalf?: boolean];

/**
 * The frame, in hundredths of the card's width from its middle, and how far the line between the two
 * figures climbs to either side. The axis of a head is a little to the right: its suit has room beside it.
 */
const FRAME = { x: 33, y: 64.5, slope: 15, axis: 5 } as const;

const [INK, GOLD] = ["#1a1c28", "#e9b949"] as const;

/** The hand that holds what a figure carries. */
const HAND: readonly Shape[] = [
  ["skin", "M18-22H25C28-22 28-12 24-12H19C15-12 15-22 18-22Z"],
  ["line", "M18-18.7H24M18-15.4H24"],
];

const figures: Readonly<Record<Court, readonly Shape[]>> = {
  /** A beard, a crown of points, ermine, and a sword. */
  K: [
    ["cloth", "M0-23H-9C-20-22-32-21-42-16V30H0", true],
    ["lining", "M0-14H-6L-10 30H0", true],
    ["gold", "M-10 30L-6-14H-10L-15 30Z", true],
    ["white", "M0-22H-10C-22-20-33-17-40-8L-32 6C-25-4-14-8-6-9L0-4", true],
    ["line", "M-33-5L-34-1M-27-10L-28-5M-21-13L-22-8M-14-15L-15-11M-34-10V-8M-8-13V-9", true],
    ["steel", "M19-24V-59L22-63L24-59V-24Z"],
    ["line", "M22-58V-26"],
    ["gold", "M14-26H29V-22H14Z"],
    ...HAND,
    ["hair", "M0-48H-8C-14-46-14-38-12-34C-17-31-16-23-9-23H0", true],
    ["skin", "M0-49H-8V-37C-8-30-5-26 0-26", true],
    ["hair", "M0-34Q-2-34-3-33C-5-32-7-33-9-38C-12-30-11-21-6-17C-4-15-2-12 0-9", true],
    ["lock", "M-12-30Q-15-27-11-25M-4-27C-5-22-4-18-2-15M0-25V-13", true],
    ["skin", "M-2-30Q0-28 2-30Z"],
    ["line", "M-6-43Q-4-44.8-2-43", true],
    ["line", "M0-42L-1.5-36.5H1"],
    ["dark", "M-5-40.7H-2.5V-39.7H-5Z", true],
    ["lining", "M0-57H-7L-9-50H0", true],
    ["gold", "M0-63L-6-54L-13-60L-10-47Q-5-48 0-48", true],
    ["line", "M-10-50Q-5-52 0-52", true],
    ["lining", "M0-57L-1.8-54L0-52", true],
  ],
  /** Long hair under a veil and a coronet, and a rose. */
  Q: [
    ["lining", "M0-55C-15-55-18-41-18-31C-18-23-22-17-27-12H0", true],
    ["cloth", "M0-20H-6C-20-19-32-19-42-14V30H0", true],
    ["skin", "M0-30H-3V-22L-11-19L0-3", true],
    ["gold", "M0-4L-11-20L-15-19L0 4", true],
    ["thread", "M-5-20Q-3-17 0-17", true],
    ["line", "M20-20C20-27 19-31 20-36"],
    ["leaf", "M20-24Q14-24 13-30Q19-31 20-24ZM20-26Q21-31 26-32Q27-27 20-26Z"],
    [
      "rose",
      "M20-52A5.5 5.5 0 0 1 27-47A5.5 5.5 0 0 1 24-38.5A5.5 5.5 0 0 1 16-38.5A5.5 5.5 0 0 1 13-47A5.5 5.5 0 0 1 20-52Z",
    ],
    ["line", "M20-52V-48M27-47L23-46M24-38L22-42M16-38L18-42M13-47L17-46"],
    ["gold", "M20-48A3 3 0 1 1 19.9-48Z"],
    ...HAND,
    ["hair", "M0-52C-13-52-14-42-12-34C-16-28-18-21-14-13C-8-15-6-21-7-28V-42H0", true],
    ["skin", "M0-50C-8-50-8-43-8-36C-7-30-3-26 0-26", true],
    ["hair", "M0-51C-8-51-11-44-10-36C-7-38-6-43 0-46", true],
    ["lock", "M-10-34C-12-28-13-22-12-17", true],
    ["line", "M-5.5-41.5Q-3.5-43-1.5-41.5M-5-38.2Q-3.2-40-1.7-38.2", true],
    ["line", "M0-40L1.2-34H-0"],
    ["dark", "M-3.3-39.2A0.7 0.7 0 1 1-3.4-39.2Z", true],
    ["rose", "M-2.2-31Q0-32 2.2-31Q0-28.8-2.2-31Z"],
    ["gold", "M0-63C-2-60-6-58-6-54C-8-56-9-57-13-57L-10-48Q-5-50 0-50", true],
    ["rose", "M0-57A1.7 1.7 0 1 1-0.1-57Z"],
  ],
  /** A profile under a cap with a feather, a ruff, and a halberd. */
  J: [
    ["cloth", "M-9-18C-20-18-32-18-42-14V30H32V-14C27-18 16-18 9-18Z"],
    ["lining", "M-11-14L-15 30H-6L-4-14ZM11-14L17 30H9L5-14Z"],
    ["gold", "M0-8A1.8 1.8 0 1 1-0.1-8ZM0-1A1.8 1.8 0 1 1-0.1-1Z"],
    ["gold", "M20-58H23V20H20Z"],
    ["steel", "M21.7-64L24-58V-53C26-53 28-54 29-55V-37C28-38 26-41 24-41H20L15-47L20-50V-58Z"],
    ...HAND,
    ["hair", "M-2-50C8-52 13-46 12-36C13-30 19-28 15-23C11-20 6-22 4-25L-2-30Z"],
    [
      "skin",
      "M-6-49C-8-46-8.5-43-8-41L-11.5-35.5L-8.5-34L-9.5-31.5L-8-30.5L-8.5-28C-8-25.5-5-25-2-26V-20H5V-31C7-34 6-39 3-40L1-48Z",
    ],
    ["line", "M-8-42.5Q-5.5-44.5-3-43M-8-31H-5.5M3-38Q6-37 4-33"],
    ["dark", "M-6.7-40.6L-3.5-40.2L-4-39L-6-39.2Z"],
    ["lock", "M8-44C10-38 7-32 10-26M12-25Q15-26 13-28"],
    ["white", "M-12-22C-8-26 8-27 14-23C18-20 15-14 12-13C4-10-8-11-12-13C-16-15-15-20-12-22Z"],
    [
      "line",
      "M-13-18L-8-18M-9-13L-6-17M-2-12V-16M4-12L3-16M10-14L7-17M14-18L9-18M-7-24L-5-20M1-25V-21M8-24L5-20",
    ],
    ["cloth", "M-10-47C-13-53-6-57 3-57C13-57 17-52 14-46Q2-50-10-47Z"],
    [
      "lining",
      "M-7-49C-14-57-9-63-1-63L0-61L4-64L5-62L10-63L11-60L16-60V-57L19-53C12-57 8-58 4-57C0-56-4-55-7-49Z",
    ],
    ["thread", "M-7-50C-6-58 4-61 13-58"],
    ["gold", "M-11-46Q2-50 15-44L16-48Q2-53-12-49Z"],
    ["rose", "M-8-49.5A1.7 1.7 0 1 1-8.1-49.5Z"],
  ],
};

/** Cards from this width on, in CSS pixels, have their suit woven into the cloth; it would be dust. */
const WOVEN_FROM_PX = 110;

/** Weaves a suit into cloth of a shape, in rows. */
function weave(context: Context, cloth: Path2D, suit: Suit): void {
  context.save();
  context.clip(cloth);
  context.fillStyle = withAlpha(GOLD, 0.7);
  for (let i = 0; i < 60; i++) {
    const row = Math.floor(i / 12);
    fillSuit(context, suit, {
      x: (i % 12) * 7 - 40 + (row % 2) * 3.5,
      y: row * 6 - 17,
      height: 3.4,
    });
  }
  context.restore();
}

/** Paints the picture of a king, queen or jack: a figure that is the same from either end. */
export function paintCourt(context: Context, size: Size, court: Court, suit: Suit): void {
  const isRed = suit === "H" || suit === "D";
  const blue = mix(sideColours.blue.fill, palette.night, 0.55);
  const [cloth, lining] = isRed ? [palette.suitRed, blue] : [blue, palette.suitRed];
  const hair = isRed ? "#b9792c" : "#3a3342";
  const inks: Readonly<Record<Ink, string>> = {
    cloth,
    lining,
    hair,
    rose: palette.suitRed,
    leaf: "#3c6b4a",
    gold: GOLD,
    white: "#fffdf6",
    steel: "#cfd8e0",
    skin: "#fbe6cf",
    dark: INK,
  };
  const lines: Readonly<Record<Line, string>> = {
    line: INK,
    lock: mix(hair, "#ffffff", 0.4),
    thread: GOLD,
  };
  const { x, y, slope, axis } = FRAME;
  const frame = () => {
    const half = [
      [-x, -13],
      [-24.5, -13],
      [-24.5, -y],
      [x, -y],
    ] as const;
    polygon(context, [...half, ...half.map(([across, down]) => [-across, -down] as const)]);
  };
  context.save();
  context.translate(size.width / 2, size.height / 2);
  context.scale(size.width / 100, size.width / 100);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.save();
  frame();
  context.fillStyle = "#fdf3da";
  context.fill();
  context.clip();
  for (const turned of [0, Math.PI]) {
    context.save();
    context.rotate(turned);
    polygon(context, [
      [-x, -y],
      [x, -y],
      [x, -slope],
      [-x, slope],
    ]);
    context.clip();
    context.fillStyle = suitInk(suit);
    fillSuit(context, suit, { x: -17, y: -55, height: 13 });
    context.translate(axis, 0);
    context.lineWidth = 0.9;
    for (const [name, path, isHalf] of figures[court]) {
      const shape = isHalf ? whole(path) : new Path2D(path);
      const isLine = name === "line" || name === "lock" || name === "thread";
      if (!isLine) {
        context.fillStyle = inks[name];
        context.fill(shape);
      }
      if (name === "cloth" && size.width >= WOVEN_FROM_PX) {
        weave(context, shape, suit);
      }
      context.strokeStyle = isLine ? lines[name] : INK;
      context.stroke(shape);
    }
    context.restore();
  }
  line(context, [-x, slope], [x, -slope], INK, 4);
  line(context, [-x, slope], [x, -slope], GOLD, 2.4);
  context.restore();
  context.strokeStyle = cloth;
  frame();
  context.stroke();
  context.restore();
}
