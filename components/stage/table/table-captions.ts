import { bannerFor } from "../../../src/i18n/game-words.ts";
import { palette, sideColours } from "../../../src/look/palette.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { CardValue } from "../../../src/round/cards.ts";
import type { Point } from "../drawing.ts";
import { withAlpha } from "../paint/colour.ts";
import type { Group, Label } from "../pixi/nodes.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { inBox } from "../plates.ts";
import type { CameraMatrix, Framing } from "../plates.ts";
import type { Play, Size } from "../scene.ts";
import { world } from "./places.ts";
import { READABLE } from "./table-scene.ts";
import type { CardTableLayout, CardTablePose, Shot, WinningValues } from "./table-scene.ts";

/*
 * Captions over the picture: totals, the cards outside a close-up, and which side wins for each possible value of the
 * squeezed card.
 */

/** Type size as a fraction of the box's height, limited in CSS pixels. */
const TYPE = { share: 0.05, minPx: 12, maxPx: 20 } as const;
const PADDING_PX = 9;
const MARGIN_PX = 12;
/** Minimum height of a box for both captions of a close-up; in a smaller one, they would cover the squeezed card. */
const BOTH_FROM_PX = 160;
/** In a lower box, the values name only the sides that can win, so that they leave the squeezed card free. */
const WHOLE_FROM_PX = 200;
const MARK_PX = 5;
const INDENT_PX = 22;
/** Distance from the centre of the paddle's blade within which it covers a total, in mm. */
const COVERED_MM = 110;
/** Opacity of a line for a side that can no longer win. */
const FAINT = 0.4;

const TOTAL = { ring: "#f0dcae", ink: "#ffffff" } as const;

interface Line {
  text: string;
  colour: string;
  isFaint: boolean;
}

function makeCaption(tools: DrawingTools, group: Group) {
  const plate = tools.picture();
  group.add(plate);
  const labels: Label[] = [];
  let shownKey = "";
  let plateSize: Size = { width: 0, height: 0 };

  /** Shows lines in a left corner of the box; hides the caption if there are none. */
  function show(lines: readonly Line[], sizePx: number, box: Size, corner: "top" | "foot"): void {
    const key = JSON.stringify([lines, sizePx]);
    if (key !== shownKey) {
      shownKey = key;
      write(lines, sizePx);
    }
    const isVisible = lines.length > 0 && plateSize.height + 2 * MARGIN_PX < box.height;
    const x = MARGIN_PX + plateSize.width / 2;
    const y =
      corner === "top"
        ? MARGIN_PX + plateSize.height / 2
        : box.height - MARGIN_PX - plateSize.height / 2;
    plate.place({ x, y, alpha: isVisible ? 1 : 0 });
    labels.forEach((label, i) =>
      label.place({
        x: MARGIN_PX + INDENT_PX,
        y: y + (i - (lines.length - 1) / 2) * sizePx * 1.45,
        alpha: isVisible && i < lines.length ? (lines[i]?.isFaint ? FAINT : 1) : 0,
      }),
    );
  }

  function write(lines: readonly Line[], sizePx: number): void {
    const look = { sizePx, weight: 700, colour: palette.caption, anchor: "left" } as const;
    const widths = lines.map(({ text }) => tools.widthOf(text, look));
    const lineHeight = sizePx * 1.45;
    const size = {
      width: Math.ceil(Math.max(0, ...widths) + INDENT_PX + PADDING_PX + 4),
      height: Math.ceil(lines.length * lineHeight + PADDING_PX),
    };
    plateSize = size;
    plate.paint(size, (context, { width, height }) => {
      context.beginPath();
      context.roundRect(0, 0, width, height, Math.min(9, height / 2));
      context.fillStyle = withAlpha(palette.night, 0.78);
      context.fill();
      lines.forEach(({ colour, isFaint }, i) => {
        context.globalAlpha = isFaint ? FAINT : 1;
        context.fillStyle = colour;
        context.beginPath();
        const top = PADDING_PX / 2 + i * lineHeight + lineHeight * 0.16;
        context.roundRect(PADDING_PX, top, MARK_PX, lineHeight * 0.68, MARK_PX / 2);
        context.fill();
      });
    });
    while (labels.length < lines.length) {
      const label = tools.label();
      labels.push(label);
      group.add(label);
    }
    lines.forEach(({ text }, i) => labels[i]?.write(text, look));
  }

  return show;
}

function makeTotal(tools: DrawingTools, group: Group, colour: string) {
  const [disc, label] = [tools.picture(), tools.label()];
  group.add(disc, label);
  let paintedPx = 0;

  function show(total: number | undefined, at: Point, diameterPx: number, dim: number): void {
    if (diameterPx !== paintedPx) {
      paintedPx = diameterPx;
      disc.paint({ width: diameterPx, height: diameterPx }, (context, { width }) => {
        context.beginPath();
        context.arc(width / 2, width / 2, width / 2 - 1, 0, 2 * Math.PI);
        context.fillStyle = colour;
        context.fill();
        context.lineWidth = Math.max(1.2, width * 0.05);
        context.strokeStyle = TOTAL.ring;
        context.stroke();
      });
    }
    const alpha = total === undefined ? 0 : 1 - 0.45 * dim;
    label.write(String(total ?? ""), { sizePx: diameterPx * 0.62, weight: 800, colour: TOTAL.ink });
    disc.place({ ...at, alpha });
    label.place({ ...at, alpha });
  }

  return show;
}

export function makeCaptions(tools: DrawingTools, view: Play, layout: CardTableLayout) {
  const node = tools.group();
  const [showDecision, showHands] = [makeCaption(tools, node), makeCaption(tools, node)];
  const colours: Readonly<Record<string, string>> = Object.fromEntries(
    view.sides.map(({ id, colour }) => [id, sideColours[colour].fill]),
  );
  const sideColour = (side: string) => colours[side] ?? sideColours.green.fill;
  const showTotals = layout.sides.map((side) => makeTotal(tools, node, sideColour(side)));

  function show(
    pose: CardTablePose,
    size: Size,
    shot: Shot,
    framing: Framing,
    matrix: CameraMatrix,
  ): void {
    const sizePx = Math.max(TYPE.minPx, Math.min(TYPE.maxPx, size.height * TYPE.share));
    const isShort = size.height < WHOLE_FROM_PX;
    const decisions = shot === "squeeze" ? pose.winningValues : [];
    const lines = decisions
      .filter(({ values }) => values.length > 0 || !isShort)
      .map((winning) => decisionLine(winning, isShort));
    showDecision(lines, sizePx, size, "foot");
    const isClose = shot === "squeeze" && pose.close !== null;
    const hasHands = isClose && (size.height >= BOTH_FROM_PX || pose.winningValues.length === 0);
    showHands(hasHands ? handLines(pose) : [], sizePx, size, "top");
    const { totals, sides } = layout;
    sides.forEach((side, i) => {
      const place = totals?.[side];
      const { x = 0, y = 0, isUnder = true } = pose.paddle ?? {};
      const isCovered = place && !isUnder && Math.hypot(x - place.x, y - place.y) < COVERED_MM;
      const isVisible = place !== undefined && shot === "master" && !isCovered;
      const at = place ? inBox(matrix, framing, world(place.x, place.y)) : { x: 0, y: 0 };
      const lost = pose.cards.find((card) => card.side === side)?.dim ?? 0;
      showTotals[i]?.(
        isVisible ? pose.totals[side] : undefined,
        at,
        Math.max(24, framing.scale * 62),
        lost,
      );
    });
  }

  function decisionLine({ side, values }: WinningValues, isShort: boolean): Line {
    const { words } = view;
    const name = (isShort ? words.sides[side] : bannerFor(words, side)) ?? "";
    const text = `${name}  ${values.length > 0 ? formatList(values, words.lang) : "–"}`;
    return { text, colour: sideColour(side), isFaint: values.length === 0 };
  }

  /** Each side's total, or its open values, during a close-up; `?` is the squeezed card. */
  function handLines({ cards, close, totals }: CardTablePose): Line[] {
    const { sides } = view.words;
    const secret = cards.find(({ name, turn }) => name === close && turn < READABLE);
    return layout.sides.flatMap((side) => {
      const open = cards.filter(
        ({ card, turn, ...one }) => one.side === side && turn >= READABLE && card,
      );
      const value = totals[side] ?? open.map(({ card }) => card?.value).join(" ");
      const parts = [...(open.length > 0 ? [value] : []), ...(secret?.side === side ? ["?"] : [])];
      const text = `${sides[side] ?? ""}  ${parts.join(" + ")}`;
      return parts.length > 0 ? [{ text, colour: sideColour(side), isFaint: false }] : [];
    });
  }

  return { node, show };
}

/** Formats values in a language, with consecutive values as a range, such as "A or 8–K". */
function formatList(values: readonly CardValue[], lang: string): string {
  const runs: CardValue[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && run.at(-1) === VALUES[VALUES.indexOf(value) - 1]) {
      run.push(value);
    } else {
      runs.push([value]);
    }
  }
  const written = runs.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`));
  return new Intl.ListFormat(lang, { type: "disjunction", style: "short" }).format(written);
}
