import { whim } from "../../../src/round/whim.ts";
import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit, Picture } from "../kit.ts";
import { mix } from "../paint/colour.ts";
import { litCloth, paintGlow } from "../paint/felt.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { LIGHTS } from "../theme.ts";
import { easeInOut, lerp, progress } from "../tracks.ts";
import type { BetArc } from "./paint/bets.ts";
import { colourOf } from "./side-words.ts";

/** What a result is worth: a plain win, a strong one, or one that regulars talk about. */
export type Worth = 0 | 1 | 2;

/** How many specks of gold dust fall for it, how bright the winner's light breathes, and how often, in Hz. */
const BY_WORTH = [
  { specks: 10, breath: 0.16, hz: 0.45 },
  { specks: 24, breath: 0.3, hz: 0.6 },
  { specks: 40, breath: 0.42, hz: 0.9 },
] as const;

/** When it comes up in phase `result`, right after its hit, and how long it fades once that is over; in ms. */
const GLOW_MS = { at: 300, rise: 1_400, fade: 480, result: 4_000 } as const;

/** A streak of so many makes of a plain win a strong one. */
const STREAK_FROM = 5;

/** The light and the dust after a result, while and after its celebration. */
interface AfterglowPose {
  /** How much of it is seen, 0 to 1, and for how long it has been seen, in seconds. */
  seen: number;
  seconds: number;
  worth: Worth;
  /** Whose it is: `both` in a tie. */
  side: "left" | "right" | "both";
  /** `#rrggbb`. */
  colour: string;
}

const UNSEEN: AfterglowPose = { seen: 0, seconds: 0, worth: 0, side: "both", colour: LIGHTS.gold };

/** A card game as the light after its results knows it. */
interface CelebratedGame<Outcome, Parts> {
  /** What the result is worth; only asked once that may be shown. */
  worthOf(view: Play<Outcome>): Worth;
  /** The middles of both hands, in CSS pixels. */
  spotsOf(table: Parts): Record<"left" | "right", { x: number; y: number }>;
  /** The band of bets in a box of a size; null where there is none. */
  bandOf(size: Size): BetArc | null;
}

/** How long a glint takes along the winner's place on the band, and rests before the next; how bright it is. */
const GLINT = { s: 1.7, everyS: 2.3, alpha: 0.8 } as const;
/** How long and how high it is, by how thick the band is. */
const [GLINT_LONG, GLINT_HIGH] = [4.2, 1.5];

/** Where the glint on a side of a band is, how it lies, and how bright it is, after so many seconds. */
function glintAt({ x, y, radius, half, house }: BetArc, side: -1 | 1, seconds: number) {
  const share = Math.min(1, (seconds % GLINT.everyS) / GLINT.s);
  // From the middle of the table outwards, as chips are paid.
  const angle = side * half * lerp(house, 1, easeInOut(share));
  return {
    x: x + Math.sin(angle) * radius,
    y: y + Math.cos(angle) * radius,
    angle: -angle,
    alpha: GLINT.alpha * Math.sin(Math.PI * share),
  };
}

/** How far after the beginning of the result a moment is, in ms; null before it. */
function afterMs({ state, resultMs = GLOW_MS.result }: Play, elapsedMs: number): number | null {
  return state.phase === "result"
    ? elapsedMs
    : state.phase === "waiting"
      ? resultMs + elapsedMs
      : null;
}

/** The light after a result at a moment, when `winner` has won: it lives on through the result, and fades as the table is cleared. */
function afterglowAt(
  view: Play,
  elapsedMs: number,
  winner: string | null,
  worthOf: () => Worth,
): AfterglowPose {
  const ms = afterMs(view, elapsedMs);
  const { resultMs = GLOW_MS.result } = view;
  if (winner === null || ms === null || ms <= GLOW_MS.at || ms >= resultMs + GLOW_MS.fade) {
    return UNSEEN;
  }
  const { streak } = view.form ?? {};
  const isStreak = streak?.side === winner && streak.length >= STREAK_FROM;
  const first = view.board.sides.find(({ id }) => id !== "tie")?.id;
  const worth = worthOf();
  return {
    seen:
      easeInOut(progress(ms, GLOW_MS.at, GLOW_MS.rise)) *
      (1 - easeInOut(progress(ms, resultMs, GLOW_MS.fade))),
    seconds: (ms - GLOW_MS.at) / 1000,
    worth: worth === 0 && isStreak ? 1 : worth,
    side: winner === "tie" ? "both" : winner === first ? "left" : "right",
    colour: winner === "tie" ? LIGHTS.tie : colourOf(view.board.sides, winner),
  };
}

/** How much of the winner's own colour is in its light: more would leave the cloth grey. */
const OWN = 0.15;

const SPECKS = BY_WORTH[2].specks;

/**
 * Gold dust that falls through the light of the lamp, the winner's light, which breathes, and a glint that runs along its
 * place on the band: all beneath the cards.
 */
class Afterglow implements ExtraParts<AfterglowPose> {
  readonly #spots: () => Record<"left" | "right", { x: number; y: number }>;
  readonly #breaths: Readonly<Record<"left" | "right", Picture>>;
  readonly #specks: readonly Picture[];
  readonly #glints: Readonly<Record<"left" | "right", Picture>>;
  readonly #bandOf: (size: Size) => BetArc | null;
  #band: BetArc | null = null;
  readonly #cardWidth: () => number;
  readonly #isOrnate: boolean;
  readonly #felt: string;
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(
    kit: Kit,
    table: { readonly underCards: Group; readonly cardWidth: number },
    spots: () => Record<"left" | "right", { x: number; y: number }>,
    bandOf: (size: Size) => BetArc | null,
  ) {
    [this.#spots, this.#bandOf] = [spots, bandOf];
    this.#cardWidth = () => table.cardWidth;
    [this.#isOrnate, this.#felt] = [kit.look.isOrnate, kit.look.felt];
    this.#breaths = { left: kit.light(), right: kit.light() };
    this.#specks = Array.from({ length: SPECKS }, () => kit.light());
    for (const speck of this.#specks) {
      speck.paint({ width: 16, height: 16 }, (context, box) =>
        paintGlow(context, box, LIGHTS.gold),
      );
    }
    this.#glints = { left: kit.light(), right: kit.light() };
    for (const glint of Object.values(this.#glints)) {
      glint.paint({ width: 64, height: 64 }, (context, box) =>
        paintGlow(context, box, LIGHTS.gold),
      );
    }
    table.underCards.add(this.#breaths.left, this.#breaths.right, ...this.#specks);
    table.underCards.add(this.#glints.left, this.#glints.right);
  }

  resize(size: Size): void {
    [this.#size, this.#band] = [size, this.#bandOf(size)];
  }

  show({ seen, seconds, worth, side, colour }: AfterglowPose): void {
    const { specks, breath, hz } = BY_WORTH[worth];
    if (seen > 0 && colour !== this.#colour) {
      this.#colour = colour;
      for (const light of Object.values(this.#breaths)) {
        light.paint({ width: 96, height: 96 }, (context, box) =>
          paintGlow(context, box, mix(litCloth(this.#felt), colour, OWN)),
        );
      }
    }
    const spots = this.#spots();
    const drawn = 0.5 - 0.5 * Math.cos(2 * Math.PI * hz * seconds);
    for (const one of ["left", "right"] as const) {
      // In a tie both breathe as one: where light goes from side to side, one of them has lost.
      const isLit = side === "both" || side === one;
      this.#breaths[one].place({
        ...spots[one],
        scale: (this.#cardWidth() * (4.4 + 0.5 * drawn)) / 96,
        alpha: isLit ? seen * breath * (0.35 + 0.65 * drawn) : 0,
      });
      this.#showGlint(one, side === one ? seen : 0, seconds);
    }
    const { width, height } = this.#size;
    const from = side === "both" ? { x: width / 2 } : spots[side];
    this.#specks.forEach((speck, i) => {
      const isFar = whim(i, 24) < 0.4;
      const down = (whim(i, 21) + seconds * (0.09 + 0.12 * whim(i, 22))) % 1;
      const aside = (whim(i, 23) - 0.5) * (isFar ? 1 : 0.55) * width;
      const sway = 0.018 * width * Math.sin(seconds * (1 + whim(i, 25)) + 6 * whim(i, 26));
      speck.place({
        x: (isFar ? width / 2 : from.x) + aside + sway,
        y: height * (0.04 + 0.9 * down),
        scale: (0.35 + 0.5 * whim(i, 27)) * Math.max(0.6, height / 440),
        // They glint as they turn.
        alpha:
          this.#isOrnate && i < specks
            ? seen * Math.sin(Math.PI * down) * (0.55 + 0.45 * Math.sin(seconds * 4.5 + i * 2))
            : 0,
      });
    });
  }

  #showGlint(side: "left" | "right", seen: number, seconds: number): void {
    const band = this.#isOrnate ? this.#band : null;
    const at = band && glintAt(band, side === "left" ? -1 : 1, seconds);
    const thick = (band?.thick ?? 0) / 64;
    this.#glints[side].place({
      ...(at ?? { x: 0, y: 0 }),
      scale: [thick * GLINT_LONG, thick * GLINT_HIGH],
      alpha: at ? seen * at.alpha : 0,
    });
  }
}

/** The light after the results of a game of cards, as extras. */
export function tableAfterglow<
  Outcome extends { readonly result: string | null },
  Pose,
  Parts extends Drawing<Pose> & { readonly underCards: Group; readonly cardWidth: number },
>({
  worthOf,
  spotsOf,
  bandOf,
}: CelebratedGame<Outcome, Parts>): Extras<Outcome, Pose, Parts, AfterglowPose> {
  return {
    pose: (view, elapsedMs) => afterglowAt(view, elapsedMs, view.state.result, () => worthOf(view)),
    restsAfterMs: ({ state, resultMs = GLOW_MS.result }) =>
      state.phase === "result"
        ? resultMs + GLOW_MS.fade
        : state.phase === "waiting"
          ? GLOW_MS.fade
          : 0,
    build: (kit, _, table) => new Afterglow(kit, table, () => spotsOf(table), bandOf),
  };
}
