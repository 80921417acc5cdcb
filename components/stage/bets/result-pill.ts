import { palette } from "../../../src/look/palette.ts";
import { faceAt } from "../../../src/look/typefaces.ts";
import type { Point, Size } from "../drawing.ts";
import { mix, withAlpha } from "../paint/colour.ts";
import type { DrawingTools } from "../pixi/surface.ts";

/**
 * A pill's proportions: its height is `height` type sizes plus `moreHeightPx` CSS pixels, its width that of the text
 * plus `width` type sizes plus `moreWidthPx` CSS pixels. The gold pill includes its shadow.
 */
const PILLS = {
  gold: { height: 1.75, moreHeightPx: 6, width: 1.7, moreWidthPx: 8 },
  dark: { height: 1.5, moreHeightPx: 0, width: 1.2, moreWidthPx: 0 },
} as const;

const GOLD_PILL = { light: "#fff8e2", shade: "#3a2503", shadow: "#00000090" } as const;
const DARK_PILL = { colour: palette.night, alpha: 0.9, ink: "#ffffff" } as const;

interface ResultLook {
  px: number;
  /** Maximum width. */
  widthPx: number;
  /** A gain is on gold, any other result on a dark ground. */
  isGain: boolean;
}

const lookAt = (sizePx: number, isGain: boolean) =>
  ({ sizePx, weight: isGain ? 800 : 700, face: isGain ? faceAt(sizePx) : "plain" }) as const;

/** Paints a pill of polished gold, for dark text. */
function paintGold(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  accent: string,
): void {
  const gold = context.createLinearGradient(0, 0, 0, height);
  gold.addColorStop(0, mix(accent, GOLD_PILL.light, 0.55));
  gold.addColorStop(0.5, accent);
  gold.addColorStop(1, mix(accent, GOLD_PILL.shade, 0.25));
  context.shadowColor = GOLD_PILL.shadow;
  context.shadowBlur = 4 * context.getTransform().a;
  context.shadowOffsetY = 1.5 * context.getTransform().a;
  context.beginPath();
  context.roundRect(4, 3, width - 8, height - 6, height / 2);
  context.fillStyle = gold;
  context.fill();
}

function paintDark(context: CanvasRenderingContext2D, { width, height }: Size, line: string): void {
  context.beginPath();
  context.roundRect(0.5, 0.5, width - 1, height - 1, height / 2);
  context.fillStyle = withAlpha(DARK_PILL.colour, DARK_PILL.alpha);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = withAlpha(line, 0.55);
  context.stroke();
}

export function makeResultPill(tools: DrawingTools) {
  const [pill, label] = [tools.picture(), tools.label()];
  let writtenKey = "";

  /** Writes a string, in smaller type if it would be too wide. */
  function write(text: string, look: ResultLook): void {
    const key = JSON.stringify([text, look]);
    if (key === writtenKey) {
      return;
    }
    writtenKey = key;
    const { px, widthPx, isGain } = look;
    const { height, moreHeightPx } = PILLS[isGain ? "gold" : "dark"];
    const sizePx = px * Math.min(1, widthPx / widthAt(text, px, isGain));
    const size = { width: widthAt(text, sizePx, isGain), height: sizePx * height + moreHeightPx };
    pill.paint(size, (context, box) =>
      isGain ? paintGold(context, box, tools.accent) : paintDark(context, box, tools.accent),
    );
    const ink = isGain ? palette.night : DARK_PILL.ink;
    label.write(text, { ...lookAt(sizePx, isGain), colour: ink });
  }

  function widthAt(text: string, sizePx: number, isGain: boolean): number {
    const { width, moreWidthPx } = PILLS[isGain ? "gold" : "dark"];
    return tools.widthOf(text, lookAt(sizePx, isGain)) + sizePx * width + moreWidthPx;
  }

  /** Shows the pill at a progress of 0 to 1, growing from its centre. */
  function show(at: Point, shown: number): void {
    const place = { ...at, scale: shown < 1 ? 0.6 + 0.4 * shown : 1, alpha: shown };
    pill.place(place);
    label.place(place);
  }

  return { nodes: [pill, label], write, show };
}
