import type { Side } from "../../../src/games/contract.ts";
import { palette } from "../../../src/look/palette.ts";
import type { ExtraParts, Extras } from "../extras.ts";
import type { Group, Kit, Label, Picture, TypeLook } from "../kit.ts";
import { clearHeight } from "../measures.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import { polygon } from "../paint/strokes.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { easeOut, progress } from "../tracks.ts";
import { colourOf } from "./side-words.ts";

/*
 * Who has won, written as the last card lies open, in the words and the place of the result's banner: that only crowns
 * what is said already. Before it nothing is known of it.
 */

/** What is written: the side that has won, in words, and the hands against each other. */
interface Verdict {
  side: string;
  won: string;
  score: string;
  /** How far it is seen, 0 to 1. */
  shown: number;
}

/** How long it takes to come, and from when to when in phase `result` the banner comes over it, in ms. */
const [COME_MS, CROWNED_FROM, CROWNED_MS] = [160, 160, 140] as const;

/** When all cards of a game lie open, in ms of phase `revealing`, and who has won by them; null where they are not known. */
interface Ending<Outcome> {
  openMs(view: Play<Outcome>): number;
  winnerOf(state: Play<Outcome>["state"]): string | null;
}

/** The winner in the words of the banner. */
function wonBy<Outcome>({ board, words }: Play<Outcome>, outcome: Outcome): string {
  const side = board.winner(outcome);
  const isSuited = board.mark(outcome)?.suited === true;
  return (isSuited ? words.lettering["suitedTie"] : words.won[side]) ?? words.sides[side] ?? side;
}

/** Totals, or cards where none are added up, as on the banner. */
function scoreOf<Outcome>({ board }: Play<Outcome>, outcome: Outcome): string {
  const summary = board.summary(outcome);
  const hands = "hands" in summary ? summary.hands : [];
  return hands
    .map(({ total, cards }) => total ?? cards.map(({ value }) => value).join(" "))
    .join(" – ");
}

/** What is written at a moment of a phase; null for nothing. */
export function verdictAt<Outcome>(
  view: Play<Outcome>,
  elapsedMs: number,
  { openMs, winnerOf }: Ending<Outcome>,
): Verdict | null {
  const { state } = view;
  const shown =
    state.phase === "revealing"
      ? easeOut(progress(elapsedMs, openMs(view), COME_MS))
      : state.phase === "result"
        ? 1 - progress(elapsedMs, CROWNED_FROM, CROWNED_MS)
        : 0;
  const side = shown > 0 ? winnerOf(state) : null;
  if (side === null) {
    return null;
  }
  // With its winner the state of a reveal has all fields of an outcome.
  const outcome = { ...state, result: side } as Outcome;
  return { side, won: wonBy(view, outcome), score: scoreOf(view, outcome), shown };
}

/** The plate of the banner in a box, as `src/hud/banner-styles.ts` has it, and the height of its type. CSS pixels. */
export function verdictIn({ width, height }: Size) {
  const below = Math.max(2, Math.min(17, height * 0.07 - 9));
  const high = height - clearHeight(height) - below;
  const typePx = Math.min(high * 0.54, 5 + width * 0.034);
  return {
    x: width / 2,
    y: height - below - high / 2,
    height: high,
    leastPx: width * 0.46,
    typePx,
  };
}

/** On both sides of the words, in heights of their type; and how wide the plate is at the most, by its box. */
const [ASIDE, MOST] = [1.5, 0.95] as const;

class VerdictPlate implements ExtraParts<Verdict | null> {
  readonly #kit: Kit;
  readonly #sides: readonly Side[];
  readonly #node: Group;
  readonly #plate: Picture;
  readonly #words: Label;
  #size: Size = { width: 1, height: 1 };
  #written = "";

  constructor(kit: Kit, sides: readonly Side[], root: Group) {
    [this.#kit, this.#sides] = [kit, sides];
    [this.#node, this.#plate, this.#words] = [kit.group(), kit.picture(), kit.label()];
    this.#node.add(this.#plate, this.#words);
    root.add(this.#node);
  }

  resize(size: Size): void {
    [this.#size, this.#written] = [size, ""];
  }

  show(verdict: Verdict | null): void {
    const { x, y } = verdictIn(this.#size);
    if (verdict) {
      const written = verdict.side + verdict.won + verdict.score;
      if (written !== this.#written) {
        this.#written = written;
        this.#write(verdict);
      }
    }
    this.#node.place({ x, y, alpha: verdict?.shown ?? 0 });
  }

  #write({ side, won, score }: Verdict): void {
    const kit = this.#kit;
    const { height, leastPx, typePx } = verdictIn(this.#size);
    const text = `${won.toUpperCase()} | ${score}`;
    const look: TypeLook = { sizePx: typePx, weight: 800, spacing: 0.06 };
    const around = 2 * ASIDE * typePx;
    const width = Math.min(
      MOST * this.#size.width,
      Math.max(leastPx, kit.widthOf(text, look) + around),
    );
    const line = mix(colourOf(this.#sides, side), "#ffffff", kit.look.isOrnate ? 0.35 : 1);
    this.#plate.paint({ width, height }, (context) => {
      const [tip, middle] = [0.8 * typePx, height / 2];
      polygon(context, [
        [1, middle],
        [tip, 1],
        [width - tip, 1],
        [width - 1, middle],
        [width - tip, height - 1],
        [tip, height - 1],
      ]);
      context.fillStyle = withAlpha(palette.night, 0.88);
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = line;
      context.stroke();
    });
    this.#plate.place({ x: 0, y: 0 });
    this.#words.write(text, { ...look, colour: "#ffffff", maxWidthPx: width - around });
    this.#words.place({ x: 0, y: 0 });
  }
}

/** What is written at the end of a game of cards, as extras of its table: over its camera. */
export function tableVerdict<Outcome, Pose, Parts extends Drawing<Pose> & { root: Group }>(
  ending: Ending<Outcome>,
): Extras<Outcome, Pose, Parts, Verdict | null> {
  return {
    pose: (view, elapsedMs) => verdictAt(view, elapsedMs, ending),
    restsAfterMs(view) {
      const { phase } = view.state;
      return phase === "revealing"
        ? ending.openMs(view) + COME_MS
        : phase === "result"
          ? CROWNED_FROM + CROWNED_MS
          : 0;
    },
    build: (kit, { board }, { root }) => new VerdictPlate(kit, board.sides, root),
  };
}
