import { palette } from "../../../src/look/palette.ts";
import { mix, withAlpha } from "../../stage/paint/colour.ts";
import type { DrawingTools } from "../../stage/pixi/surface.ts";
import type { Size } from "../../stage/scene.ts";
import { makeCaption, MARGIN_PX, TYPE, write } from "./caption-painting.ts";
import type { CaptionTeam } from "./caption-painting.ts";
import type { RacePose } from "./pose.ts";

/** Type of a pair's captions, relative to that of a single one. */
const PAIR_TYPE = 0.85;
/** The name, the box of a place, and the space around the places, in type sizes. */
const SIZES = { name: 1.75, tile: 1.5, around: 3 } as const;
/** Heights: of the name's bar in sizes of the name, and of the places' bar in boxes. */
const HEIGHTS = { name: 1.5, places: 1.42 } as const;
/** Distance from one box to the next, in boxes. */
const TILE_STEP = 1.14;
/** The number's ground and centre, the name's start, and the space after it, in heights of the name's bar. */
const NAME_BAR = { numberEnd: 1.08, numberAt: 0.46, nameAt: 1.25, end: 0.9 } as const;
/** How far a bar's right end leans, in heights of the bar. */
const SLANT = 0.45;
/** Opacity of a place's box: of the second and third, and of the others. The first is gold. */
const TILE_ALPHA = { podium: 0.26, other: 0.12 } as const;

/** Fills a bar that starts at the left edge. */
function fillBar(
  context: CanvasRenderingContext2D,
  [top, end, height]: readonly [top: number, end: number, height: number],
  fill: string | CanvasGradient,
): void {
  context.beginPath();
  context.moveTo(0, top);
  context.lineTo(end, top);
  context.lineTo(end - height * SLANT, top + height);
  context.lineTo(0, top + height);
  context.fillStyle = fill;
  context.fill();
}

function paintPlace(
  context: CanvasRenderingContext2D,
  place: number,
  [x, middle, tilePx]: readonly [x: number, middle: number, tilePx: number],
): void {
  const alpha = place < 4 ? TILE_ALPHA.podium : TILE_ALPHA.other;
  context.beginPath();
  context.roundRect(x, middle - tilePx / 2, tilePx, tilePx, 3);
  context.fillStyle = place === 1 ? palette.gold : withAlpha("#ffffff", alpha);
  context.fill();
  const ink = place === 1 ? palette.night : palette.caption;
  write(context, String(place), [x + tilePx / 2, middle], [800, tilePx * 0.68, ink]);
}

/** A lower third: number and name on the team's colour, with its last places below, newest first. */
export function makeTeamCaption(tools: DrawingTools) {
  const { picture, ...caption } = makeCaption(tools);
  function showTeam(
    portrait: RacePose["portrait"],
    index: number,
    entries: readonly CaptionTeam[],
    size: Size,
    fullPx: number,
  ): void {
    const count = portrait?.sides.length ?? 0;
    const side = portrait?.sides[index] ?? -1;
    const entry = entries[side];
    if (!portrait || !entry) {
      caption.hide();
      return;
    }
    const places = portrait.forms[index] ?? [];
    const typePx = count > 1 ? Math.max(TYPE.minPx, fullPx * PAIR_TYPE) : fullPx;
    const [namePx, tilePx] = [typePx * SIZES.name, typePx * SIZES.tile];
    const barPx = namePx * HEIGHTS.name;
    const formPx = places.length > 0 ? tilePx * HEIGHTS.places : 0;
    const name = entry.name.toLocaleUpperCase();
    const nameLook = { sizePx: namePx, weight: 800, spacing: 0.02 } as const;
    const nameAt = barPx * NAME_BAR.nameAt;
    const barWidth = nameAt + tools.widthOf(name, nameLook) + barPx * NAME_BAR.end;
    const room = size.width / count - MARGIN_PX;
    const fullWidth = places.length * tilePx * TILE_STEP + typePx * SIZES.around;
    const box = {
      width: Math.ceil(Math.min(room, Math.max(barWidth, fullWidth))),
      height: Math.ceil(barPx + formPx),
    };
    const at = { x: (index * size.width) / count, y: size.height - box.height - MARGIN_PX * 1.4 };
    caption.show(JSON.stringify([side, places, entry.isOwn]), box, at, (context, { width }) => {
      const [nameEnd, formEnd] = [Math.min(width, barWidth), Math.min(width, fullWidth)];
      if (formPx > 0) {
        fillBar(context, [barPx, formEnd, formPx], withAlpha(palette.night, 0.88));
      }
      const colours = context.createLinearGradient(0, 0, barWidth, 0);
      colours.addColorStop(0, entry.fill);
      colours.addColorStop(1, mix(entry.fill, palette.night, 0.32));
      fillBar(context, [0, nameEnd, barPx], colours);
      context.fillStyle = palette.gilt;
      context.fillRect(0, barPx - 2, nameEnd - barPx * SLANT, 2);
      fillBar(context, [0, barPx * NAME_BAR.numberEnd, barPx], withAlpha(palette.night, 0.9));
      const ink = entry.isOwn ? palette.gilt : palette.caption;
      write(context, entry.letter, [barPx * NAME_BAR.numberAt, barPx / 2], [800, namePx, ink]);
      context.letterSpacing = `${nameLook.spacing * namePx}px`;
      const nameRoom = width - nameAt - barPx * 0.5;
      write(context, name, [nameAt, barPx / 2], [800, namePx, entry.ink], "left", nameRoom);
      context.letterSpacing = "0px";
      const middle = barPx + formPx / 2;
      places.forEach((place, i) =>
        paintPlace(context, place, [typePx + tilePx * TILE_STEP * i, middle, tilePx]),
      );
    });
  }

  return { picture, showTeam };
}
