import { palette } from "../../../src/look/palette.ts";
import { mix, withAlpha } from "../../stage/paint/colour.ts";
import type { DrawingTools } from "../../stage/pixi/surface.ts";
import type { Size } from "../../stage/scene.ts";
import { fillIn, makeCaption, MARGIN_PX, TYPE, write } from "./caption-painting.ts";
import type { CaptionTeam } from "./caption-painting.ts";
import type { RacePose } from "./pose.ts";

/** A lower third: number and name on the team's colour, with its last places, newest first, and its record below. */
export function makeTeamCaption(tools: DrawingTools) {
  const { picture, ...caption } = makeCaption(tools);
  function showTeam(
    portrait: RacePose["portrait"],
    index: number,
    entries: readonly CaptionTeam[],
    record: string | undefined,
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
    const form = portrait.forms[index];
    const typePx = count > 1 ? Math.max(TYPE.minPx, fullPx * 0.85) : fullPx;
    const places = form?.places ?? [];
    const text = fillIn(record, [form?.wins ?? 0, form?.podiums ?? 0]);
    const name = entry.name.toLocaleUpperCase();
    const [namePx, tile] = [typePx * 1.75, typePx * 1.5];
    const [barPx, formPx] = [namePx * 1.5, places.length === 0 ? 0 : tile * 1.42];
    const nameLook = { sizePx: namePx, weight: 800, spacing: 0.02 } as const;
    const nameAt = barPx * 1.25;
    const barWidth = nameAt + tools.widthOf(name, nameLook) + barPx * 0.9;
    const recordAt = typePx + places.length * tile * 1.14 + typePx * 0.5;
    const recordWidth = tools.widthOf(text, { sizePx: typePx, weight: 700 });
    const room = size.width / count - MARGIN_PX;
    const showsRecord = count === 1 || recordAt + recordWidth < room;
    const fullWidth = recordAt + (showsRecord ? recordWidth : 0) + typePx * 2.2;
    const box = {
      width: Math.ceil(Math.min(room, Math.max(barWidth, fullWidth))),
      height: Math.ceil(barPx + formPx),
    };
    const at = { x: (index * size.width) / count, y: size.height - box.height - MARGIN_PX * 1.4 };
    caption.show(JSON.stringify([side, form, entry.isOwn]), box, at, (context, { width }) => {
      const slant = (y: number, end: number, height: number, fill: string | CanvasGradient) => {
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(end, y);
        context.lineTo(end - height * 0.45, y + height);
        context.lineTo(0, y + height);
        context.fillStyle = fill;
        context.fill();
      };
      if (formPx > 0) {
        slant(barPx, Math.min(width, fullWidth), formPx, withAlpha(palette.night, 0.88));
      }
      const colours = context.createLinearGradient(0, 0, barWidth, 0);
      colours.addColorStop(0, entry.fill);
      colours.addColorStop(1, mix(entry.fill, palette.night, 0.32));
      slant(0, Math.min(width, barWidth), barPx, colours);
      context.fillStyle = palette.gilt;
      context.fillRect(0, barPx - 2, Math.min(width, barWidth) - barPx * 0.45, 2);
      slant(0, barPx * 1.08, barPx, withAlpha(palette.night, 0.9));
      const ink = entry.isOwn ? palette.gilt : palette.caption;
      write(context, entry.letter, [barPx * 0.46, barPx * 0.5], [800, namePx, ink]);
      context.letterSpacing = `${nameLook.spacing * namePx}px`;
      const [nameRoom, nameType] = [
        width - nameAt - barPx * 0.5,
        [800, namePx, entry.ink] as const,
      ];
      write(context, name, [nameAt, barPx * 0.5], nameType, "left", nameRoom);
      context.letterSpacing = "0px";
      const middle = barPx + formPx / 2;
      places.forEach((place, i) => {
        const x = typePx + tile * 1.14 * i;
        context.beginPath();
        context.roundRect(x, middle - tile / 2, tile, tile, 3);
        context.fillStyle =
          place === 1 ? palette.gold : withAlpha("#ffffff", place < 4 ? 0.26 : 0.12);
        context.fill();
        const placeType = [
          800,
          tile * 0.68,
          place === 1 ? palette.night : palette.caption,
        ] as const;
        write(context, String(place), [x + tile / 2, middle], placeType);
      });
      if (formPx > 0) {
        const end = Math.min(width, fullWidth) - formPx * 0.6;
        const recordType = [700, typePx, palette.caption] as const;
        write(
          context,
          showsRecord ? text : "",
          [recordAt, middle],
          recordType,
          "left",
          end - recordAt,
        );
      }
    });
  }

  return { picture, showTeam };
}
