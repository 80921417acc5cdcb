import { palette, sideColours } from "../../../src/look/palette.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Group, Kit, Label, Picture } from "../../stage/kit.ts";
import { withAlpha } from "../../stage/paint/colour.ts";
import { inBox } from "../../stage/plates.ts";
import type { Framing } from "../../stage/plates.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { MARBLE, STALL, worldAt } from "./courses.ts";
import { matrixOf, TOPS } from "./look.ts";
import type { Shot } from "./look.ts";
import type { Leaders, RacePose } from "./pose.ts";

/* What is written over the picture: who leads and by how much, names, what a marble has done before, and what a race it was. */

/** Sizes by the height and the width of the box, with the least and the most, in CSS pixels. */
const TYPE = { ofHeight: 0.042, ofWidth: 0.036, least: 11, most: 20 } as const;
const MARGIN = 10;
const INK = "#f3ead6";
/**
 * In lower boxes than this the list is one row of numbers, in narrower ones it goes without names, and so does a lane
 * with less room. CSS pixels.
 */
const [LOW_PX, NARROW_PX, LANE_PX] = [250, 560, 46] as const;
/** How far in front of its marble a name is written at the gate, in widths. */
const NAMED_AT = 1.35;

interface Entry {
  letter: string;
  fill: string;
  ink: string;
  name: string;
  isOwn: boolean;
}

const fontOf = (weight: number, px: number) => `${weight} ${px}px ${TYPEFACE.plain}`;

/** A disc in a team's colour with its number; a ring around the player's own. */
function paintDisc(
  context: CanvasRenderingContext2D,
  { letter, fill, ink, isOwn }: Entry,
  x: number,
  y: number,
  radius: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  if (isOwn) {
    context.lineWidth = Math.max(1.5, radius * 0.22);
    context.strokeStyle = palette.gilt;
    context.stroke();
  }
  context.fillStyle = ink;
  context.textAlign = "center";
  context.font = fontOf(800, radius * 1.35);
  context.fillText(letter, x, y + radius * 0.48);
}

function paintPlate(context: CanvasRenderingContext2D, { width, height }: Size): void {
  context.beginPath();
  context.roundRect(0, 0, width, height, Math.min(9, height / 2));
  context.fillStyle = withAlpha(palette.night, 0.72);
  context.fill();
}

/** Behind the first: tenths of a second while it is run, hundredths of one once all are in. */
function gapText(hundredths: number, isSettled: boolean): string {
  return `+${(hundredths / 100).toFixed(isSettled ? 2 : 1)}`;
}

/** A picture that is repainted when its text has changed. */
class Board {
  readonly picture: Picture;
  #written = "";

  constructor(kit: Kit) {
    this.picture = kit.picture();
  }

  show(
    written: string,
    size: Size,
    at: { x: number; y: number },
    paint: (context: CanvasRenderingContext2D, size: Size) => void,
  ): void {
    const key = JSON.stringify([written, size]);
    if (key !== this.#written) {
      this.#written = key;
      this.picture.paint(size, paint);
    }
    this.picture.place({ x: at.x + size.width / 2, y: at.y + size.height / 2 });
  }

  hide(): void {
    this.picture.place({ x: 0, y: 0, alpha: 0 });
  }
}

/** All that is written over the race. */
export class RaceCaptions {
  readonly node: Group;
  readonly #kit: Kit;
  readonly #view: Play;
  readonly #names: readonly string[];
  readonly #labels: readonly Label[];
  readonly #list: Board;
  readonly #story: Board;
  readonly #portrait: Board;
  #entries: readonly Entry[] = [];

  constructor(kit: Kit, view: Play) {
    [this.#kit, this.#view] = [kit, view];
    this.node = kit.group();
    this.#names = view.board.sides.map(({ id }) => view.words.sides[id] ?? id);
    this.#labels = this.#names.map(() => kit.label());
    [this.#list, this.#story, this.#portrait] = [new Board(kit), new Board(kit), new Board(kit)];
    this.node.add(...this.#labels, this.#list.picture, this.#story.picture, this.#portrait.picture);
  }

  show(pose: RacePose, size: Size, shot: Shot, framing: Framing): void {
    this.#entries = this.#view.board.sides.map(({ letter, colour }, i) => ({
      letter,
      ...sideColours[colour],
      name: this.#names[i] ?? "",
      isOwn: pose.own[i] ?? false,
    }));
    const fitting = Math.min(size.height * TYPE.ofHeight, size.width * TYPE.ofWidth);
    const typePx = Math.max(TYPE.least, Math.min(TYPE.most, fitting));
    const isOver = shot === "plinth";
    // On the line and above the plinth its left corner is taken.
    const isRight = isOver || shot === "finish";
    this.#showList(pose.leaders, size, isOver ? typePx * 0.86 : typePx, isRight);
    this.#showStory(pose.story, size, typePx, isOver);
    this.#showPortrait(shot === "plinth" ? pose.portrait : null, size, typePx);
    this.#showNames(pose, shot, framing, typePx);
  }

  /** The leaders in the lower left corner, or the upper right one. */
  #showList(leaders: Leaders | null, size: Size, typePx: number, isRight: boolean): void {
    if (!leaders) {
      this.#list.hide();
      return;
    }
    const { rows, gaps, isSettled } = leaders;
    const cornerOf = ({ width, height }: Size) =>
      isRight
        ? { x: size.width - width - MARGIN, y: MARGIN }
        : { x: MARGIN, y: size.height - height - MARGIN };
    const order = rows.map((_, row) => rows.indexOf(row));
    const entries = order.map((side) => this.#entries[side]).filter((entry) => entry !== undefined);
    const texts = order.map((side, row) => (row === 0 ? "" : gapText(gaps[side] ?? 0, isSettled)));
    const disc = typePx * 0.72;
    if (size.height < LOW_PX) {
      const step = disc * 2.35;
      const box = { width: step * entries.length + 6, height: disc * 2 + 8 };
      this.#list.show(order.join(" "), box, cornerOf(box), (context, plate) => {
        paintPlate(context, plate);
        entries.forEach((entry, i) =>
          paintDisc(context, entry, 3 + step * (i + 0.5), plate.height / 2, disc),
        );
      });
      return;
    }
    const look = { sizePx: typePx, weight: 700 } as const;
    const hasNames = size.width >= NARROW_PX;
    const nameWide = hasNames
      ? Math.max(...this.#names.map((name) => this.#kit.widthOf(name, look))) + 12
      : 0;
    const gapWide = this.#kit.widthOf("+0.00", look);
    const [step, nameAt] = [typePx * 1.62, disc * 2 + 16];
    const box = {
      width: Math.ceil(nameAt + nameWide + gapWide + 10),
      height: Math.ceil(step * entries.length + 8),
    };
    const written = JSON.stringify([order, texts, entries.map(({ isOwn }) => isOwn)]);
    this.#list.show(written, box, cornerOf(box), (context, plate) => {
      paintPlate(context, plate);
      entries.forEach((entry, row) => {
        const y = 4 + step * (row + 0.5);
        paintDisc(context, entry, 8 + disc, y, disc);
        context.font = fontOf(700, typePx);
        context.fillStyle = row === 0 ? palette.gilt : INK;
        context.textAlign = "left";
        context.fillText(hasNames ? entry.name : "", nameAt, y + typePx * 0.36);
        context.textAlign = "right";
        context.fillStyle = INK;
        context.fillText(texts[row] ?? "", plate.width - 9, y + typePx * 0.36);
      });
    });
  }

  /** What kind of a race it was, at the left: above the plinth, below the line. */
  #showStory(story: string | null, size: Size, typePx: number, isOver: boolean): void {
    const text = (story && this.#view.words.lettering[story]?.toLocaleUpperCase()) || "";
    if (text === "") {
      this.#story.hide();
      return;
    }
    const look = { sizePx: typePx * 1.05, weight: 800, spacing: 0.06 } as const;
    const box = {
      width: Math.ceil(this.#kit.widthOf(text, look) + typePx * 1.6),
      height: Math.ceil(typePx * 1.9),
    };
    const at = { x: MARGIN, y: isOver ? MARGIN : size.height - MARGIN - box.height };
    this.#story.show(text, box, at, (context, { width, height }) => {
      context.beginPath();
      context.roundRect(0, 0, width, height, height / 2);
      context.fillStyle = palette.gold;
      context.fill();
      context.font = fontOf(800, look.sizePx);
      context.letterSpacing = `${look.spacing * look.sizePx}px`;
      context.fillStyle = palette.night;
      context.textAlign = "center";
      context.fillText(text, width / 2, height / 2 + look.sizePx * 0.36);
    });
  }

  /** A name in the lower third, with the last places of the marble and how often it won. */
  #showPortrait(portrait: RacePose["portrait"], size: Size, typePx: number): void {
    const entry = portrait && this.#entries[portrait.side];
    if (!portrait || !entry) {
      this.#portrait.hide();
      return;
    }
    const { lettering } = this.#view.words;
    const places = portrait.form?.places ?? [];
    const wins = portrait.form?.wins ?? 0;
    const record = (lettering["record"] ?? "")
      .replace("#", String(wins))
      .replace("#", String(portrait.form?.podiums ?? 0));
    // Whose places these are, and where the newest of them is.
    const lines = [record, lettering["form"] ?? ""];
    const namePx = typePx * 1.7;
    const disc = typePx * 0.82;
    const isLow = size.height < LOW_PX;
    const told = places.length === 0 || isLow ? [] : lines;
    const look = { sizePx: typePx, weight: 600 } as const;
    const lastAt =
      this.#kit.widthOf(entry.name, { sizePx: namePx, weight: 800 }) + disc * 3.4 + typePx;
    const wide = Math.max(
      lastAt + places.length * disc * 2.4,
      ...told.map((line) => this.#kit.widthOf(line, look)),
    );
    const box = {
      width: Math.ceil(Math.min(size.width - 2 * MARGIN, typePx * 2 + wide)),
      height: Math.ceil(namePx * 1.5 + told.length * typePx * 1.45),
    };
    const at = { x: MARGIN, y: size.height - box.height - MARGIN };
    const written = JSON.stringify([portrait, entry.isOwn]);
    this.#portrait.show(written, box, at, (context, plate) => {
      paintPlate(context, plate);
      context.fillStyle = entry.fill;
      context.fillRect(0, plate.height * 0.14, 4, plate.height * 0.72);
      const y = namePx * 0.78;
      paintDisc(context, entry, typePx + disc, y, disc * 1.15);
      context.font = fontOf(800, namePx);
      context.textAlign = "left";
      context.fillStyle = INK;
      context.fillText(entry.name, typePx + disc * 2.9, y + namePx * 0.36);
      places.forEach((place, i) => {
        const x = typePx + lastAt + disc * 2.4 * (i + 0.5);
        context.beginPath();
        context.roundRect(x - disc, y - disc, 2 * disc, 2 * disc, 4);
        context.fillStyle =
          place === 1 ? palette.gold : withAlpha("#ffffff", place < 4 ? 0.2 : 0.1);
        context.fill();
        context.font = fontOf(800, disc * 1.3);
        context.textAlign = "center";
        context.fillStyle = place === 1 ? palette.night : INK;
        context.fillText(String(place), x, y + disc * 0.47);
      });
      context.font = fontOf(600, typePx);
      context.textAlign = "left";
      context.fillStyle = palette.inkSoft;
      told.forEach((line, i) =>
        context.fillText(
          line,
          typePx,
          namePx * 1.5 + typePx * (1.45 * i + 0.8),
          plate.width - 2 * typePx,
        ),
      );
    });
  }

  /** Before the marbles that wait, and under those on the plinth. */
  #showNames(pose: RacePose, shot: Shot, framing: Framing, typePx: number): void {
    const matrix = matrixOf(shot);
    const at = (far: number, across: number) => {
      const [x, y, z] = worldAt(far, across);
      return inBox(matrix, framing, [x, y, z - MARBLE / 2]);
    };
    const lanePx = shot === "grid" ? Math.abs(at(0, STALL).x - at(0, 0).x) : 0;
    const widest = Math.max(
      ...this.#names.map((name) => this.#kit.widthOf(name, { sizePx: 1, weight: 700 })),
    );
    this.#labels.forEach((label, side) => {
      const name = this.#names[side] ?? "";
      const rank = pose.leaders?.rows[side] ?? -1;
      const top = TOPS[rank];
      if (shot === "plinth" && pose.best.includes(side) && top) {
        const [x, y, z] = top;
        const place = inBox(matrix, framing, [x, y, z - MARBLE * 0.62]);
        const aside = inBox(matrix, framing, [x + MARBLE, y, z]).x - place.x;
        const isWinner = rank === 0;
        label.write(name, {
          sizePx: Math.min(typePx * (isWinner ? 1.5 : 1.15), aside),
          weight: 800,
          colour: isWinner ? palette.gilt : INK,
          maxWidthPx: aside * 2.1,
        });
        label.place(place);
        return;
      }
      const isSeen = shot === "grid" && pose.areHome && lanePx >= LANE_PX;
      if (isSeen) {
        label.write(name, {
          sizePx: Math.min(typePx, (lanePx * 1.04) / widest),
          weight: 700,
          colour: INK,
        });
      }
      label.place({ ...at(NAMED_AT, (side - 2.5) * STALL), alpha: isSeen ? 0.9 : 0 });
    });
  }
}
