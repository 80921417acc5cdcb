import { Container, Sprite, Texture } from "pixi.js";
import { cellPlace, LETTERING } from "../../../src/look/felt-band.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { BetsDrawing } from "../bets/bets-on-felt.ts";
import { CHIPS_URL, makePile } from "../bets/chip-pile.ts";
import type { Point } from "../drawing.ts";
import { newContext } from "../paint/canvas.ts";
import { makeSheet } from "../pixi/bent-sheet.ts";
import type { Drawn, Side } from "../pixi/bent-sheet.ts";
import { SceneNode, setFont } from "../pixi/nodes.ts";
import { coverPlate, Pictures } from "../pixi/pictures.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { fitFraming, inBox, PLATE, project, movedIn } from "../plates.ts";
import type { CameraMatrix, Framing } from "../plates.ts";
import type { Play, Size } from "../scene.ts";
import { paintBack, paintFace } from "./card-face.ts";
import { squeezeShares } from "./card-poses.ts";
import type { CardPose } from "./card-poses.ts";
import { flatCard, rectangle, squeezeSurface, tipSurface } from "./card-surfaces.ts";
import { makeInlay } from "./felt-inlay.ts";
import { makePaddle, PADDLE_URL, squeezePaddle } from "./paddle.ts";
import type { PaidPose } from "./payment.ts";
import { CARD, CHIP_MM, world } from "./places.ts";
import type { Place } from "./places.ts";
import { makeCaptions } from "./table-captions.ts";
import { SHOTS } from "./table-scene.ts";
import type { CardTableLayout, CardTablePose, Shot } from "./table-scene.ts";

export const SHARED = {
  back: new URL("../studio/pack/back.avif", import.meta.url).href,
  courts: new URL("../studio/pack/courts.avif", import.meta.url).href,
};

const LIGHTS = ["master", "hall"].flatMap((shot) =>
  ["left", "right", "tie"].map((side) => `${shot}-${side}`),
);

const showsTable = (shot: Shot): boolean => shot === "master" || shot === "hall";

/** Factor on the resolution while the camera is close. */
const CLOSE_DENSITY = 1.12;

const PAID_STACK_CHIPS = 8;

const PAID_COLOURS = ["red", "blue", "black", "cream"] as const;

/** The names on the felt: their opacity, and their maximum width as a fraction of their cell. */
const NAMES = { alpha: 0.88, width: 0.86 } as const;
/** How a name is painted: type size, the space between letters and at both ends, and the height in type sizes. */
const NAME_PAINT = { sizePx: 72, spacingPx: 10, endPx: 4, height: 1.2 } as const;

/** Depth of the part of the paddle beneath the cards: above the cards at 0, below raised ones. */
const UNDER_DEPTH = 0.5;

/** Maximum number of painted faces that are kept; a spread deck needs the most at once. */
const MAX_FACES = 48;
/** Cards are painted at most this wide, and in steps of this width to limit repaints, in pixels. */
const CARD_PAINT = { maxPx: 512, stepPx: 64 } as const;

/** Dims everything except the winner. */
const DARK = 0x04060a;

const NOT_PAID: PaidPose = { x: 0, y: 0, size: 0, stacks: [] };

/** A card table: the current shot's plate, with everything that differs from round to round drawn on it. */
export function cardTable(
  tools: DrawingTools,
  layout: CardTableLayout,
  view: Play,
): BetsDrawing<CardTablePose> {
  const pictures = new Pictures(tools.changed);
  const plate = new Container();
  const ground = new Sprite();
  const win = () => new Sprite({ blendMode: "add", visible: false });
  const wins = { left: win(), right: win(), tie: win() };
  const dark = new Sprite({ texture: Texture.WHITE, tint: DARK });
  const letters = layout.lines.band.cells.map((cell) => {
    const sheet = makeSheet();
    sheet.container.alpha = NAMES.alpha;
    return { cell, sheet, word: lettering(view.words.sides[cell.market] ?? "") };
  });
  const cards = new Container({ sortableChildren: true });
  const paddle = makePaddle(pictures);
  const sheets = new Map<string, ReturnType<typeof makeSheet>>();
  const { face, back } = paintings(pictures);
  const inlay = makeInlay(tools, layout.lines);
  const captions = makeCaptions(tools, view, layout);
  const piles = [0, 1].map(() => makePile(tools, ...PAID_COLOURS));
  let size: Size = { width: 1, height: 1 };
  /** The shot on screen: the master until another shot's plate has loaded. */
  let shot: Shot = "master";
  plate.addChild(
    ground,
    ...letters.map(({ sheet }) => sheet.container),
    dark,
    ...Object.values(wins),
    inlay.node.container,
    cards,
    paddle.over,
  );
  paddle.under.zIndex = UNDER_DEPTH;
  cards.addChild(paddle.under);
  const [root, chips] = [tools.group(), tools.group()];
  root.add(new SceneNode(plate), ...piles.flatMap(({ nodes }) => nodes), chips, captions.node);
  plate.once("destroyed", () => pictures.destroy());

  /** Loads pictures one at a time, in the order they are needed. */
  function load(): void {
    const { plates } = layout;
    const order = [
      plates["first"]?.url,
      SHARED.back,
      plates["master"]?.url,
      PADDLE_URL,
      plates["squeeze"]?.url,
      CHIPS_URL,
      SHARED.courts,
      ...["hall", ...LIGHTS, ...SHOTS].map((name) => plates[name]?.url),
    ];
    for (const url of order) {
      if (url !== undefined && pictures.getOrLoad(url) === null) {
        return;
      }
    }
  }

  function show(pose: CardTablePose): void {
    load();
    const { plates, focus } = layout;
    const sharp = plateOf(pose.shot);
    shot = sharp ? pose.shot : "master";
    const loaded = [shot, "master", "first"].find((name) => plateOf(name) !== null);
    const whole = fitFraming(size, focus[shot]);
    // The two hands fill a narrow picture, so moving in would cut off the loser's.
    const isNarrow = size.width < 1.4 * size.height;
    const framing = isNarrow ? whole : movedIn(whole, size, pose.moveIn);
    const { x, y, scale } = whole;
    const isNear = shot === "master" && framing.scale > scale;
    const drawn = {
      matrix: plates[shot]?.matrix ?? [],
      density: scale * tools.density * (isNear ? CLOSE_DENSITY : 1),
      frame: {
        left: -x / scale,
        top: -y / scale,
        right: (size.width - x) / scale,
        bottom: (size.height - y) / scale,
      },
    };
    plate.position.set(framing.x, framing.y);
    plate.scale.set(framing.scale);
    const url = plates[loaded ?? ""]?.url;
    coverPlate(ground, url ? pictures.fitted(url, Math.round(PLATE * drawn.density)) : null);
    light(pose);
    letter(drawn);
    lay(pose, drawn);
    pay(pose, framing, drawn.matrix);
    inlay.show(showsTable(shot) ? pose.inlay : null, drawn.matrix, whole);
    captions.show(pose, size, shot, framing, drawn.matrix);
  }

  function light(pose: CardTablePose): void {
    for (const [side, sprite] of Object.entries(wins)) {
      const lit = pose.wins[side as keyof typeof pose.wins];
      coverPlate(sprite, lit > 0 ? plateOf(`${shot}-${side}`) : null);
      sprite.alpha = lit;
    }
    dark.setSize(PLATE, PLATE);
    dark.alpha = pose.dark;
    dark.visible = pose.dark > 0;
  }

  function pay({ paid }: CardTablePose, framing: Framing, matrix: CameraMatrix): void {
    const { x, y, size: scale, stacks } = (showsTable(shot) && paid) || NOT_PAID;
    piles.forEach((pile, index) => {
      const from = x + (stacks[index] ?? 0);
      const [at, next] = [from, from + CHIP_MM].map((across) =>
        inBox(matrix, framing, world(across, y, 2)),
      ) as [Point, Point];
      pile.fit(next.x - at.x);
      pile.show(at, { chips: index < stacks.length ? PAID_STACK_CHIPS : 0, size: scale });
    });
  }

  function plateOf(name: string): Texture | null {
    const url = layout.plates[name]?.url;
    return url === undefined ? null : pictures.getOrLoad(url);
  }

  function letter(drawn: Drawn): void {
    for (const { cell, sheet, word } of letters) {
      if (shot !== "squeeze" && !showsTable(shot)) {
        sheet.hide();
        continue;
      }
      const { height } = LETTERING;
      const width = Math.min(
        (height * word.width) / word.height,
        (cell.to - cell.from) * NAMES.width,
      );
      const surface = rectangle(cellPlace(layout.lines.band, cell), width, height);
      sheet.show(surface, [word, null], "", { ...drawn, isLit: false });
    }
  }

  function lay(pose: CardTablePose, drawn: Drawn): void {
    const isClose = shot === "squeeze" && pose.close !== null;
    const visible =
      shot === "rail" || shot === "shoe"
        ? []
        : pose.cards.filter(({ name }) => !isClose || name === pose.close);
    for (const [name, sheet] of sheets) {
      if (!visible.some((card) => card.name === name)) {
        sheet.hide();
      }
    }
    for (const card of visible) {
      layCard(isClose ? inCloseUp(card) : card, drawn);
    }
    const [close] = isClose ? visible : [];
    // In the hall, the end of the handle would be in view.
    const held = close
      ? squeezePaddle({ ...layout.close, angle: close.isSideways ? 90 : 0 }, close)
      : shot === "master"
        ? pose.paddle
        : null;
    paddle.show(held, drawn);
  }

  /** Moves a card to the close-up's place, the same for every card. */
  function inCloseUp(card: CardPose): CardPose {
    return { ...card, at: { ...layout.close, angle: card.isSideways ? 90 : 0 } };
  }

  function layCard(pose: CardPose, drawn: Drawn): void {
    const { rolled, over } = squeezeShares(pose.turn);
    const { at, axis, turn, isTipped, lift, dim } = pose;
    const widthPx = paintWidthPx(at, drawn);
    const sides = [face(pose.card, widthPx), back(widthPx)] as const;
    const flat = isTipped ? tipSurface : flatCard;
    const surface = axis === null ? flat(at, turn, lift) : squeezeSurface(at, axis, rolled, over);
    const key = [at.x, at.y, at.angle, axis, turn, lift].join(" ");
    const sheet = sheetFor(pose.name);
    sheet.container.zIndex = pose.depth ?? 0;
    sheet.show(surface, sides, key, { ...drawn, dim });
  }

  function sheetFor(name: string) {
    let sheet = sheets.get(name);
    if (sheet === undefined) {
      sheet = makeSheet();
      sheets.set(name, sheet);
      cards.addChild(sheet.container);
    }
    return sheet;
  }

  return {
    root,
    chips,
    results: chips,
    get isReady() {
      return ground.visible;
    },
    resize(box) {
      size = box;
    },
    show,
  };
}

/** The painted sides of cards, kept for the next frames. */
function paintings(pictures: Pictures) {
  const painted = new Map<string, HTMLCanvasElement>();

  function painting(
    name: string,
    widthPx: number,
    paint: (context: CanvasRenderingContext2D) => void,
  ): Side {
    const key = `${name} ${widthPx}`;
    const known = painted.get(key);
    if (known !== undefined) {
      return known;
    }
    const context = newContext(widthPx, Math.round((widthPx * CARD.height) / CARD.width));
    paint(context);
    painted.set(key, context.canvas);
    for (const old of [...painted.keys()]
      .filter((key) => !key.startsWith("back"))
      .slice(0, -MAX_FACES)) {
      painted.delete(old);
    }
    return context.canvas;
  }

  const print = (url: string) =>
    pictures.getOrLoad(url)?.source.resource as ImageBitmap | undefined;

  return {
    /** A card's face; null while the card is unknown. */
    face(card: Card | null, widthPx: number): Side {
      if (card === null) {
        return null;
      }
      const courts = print(SHARED.courts);
      const name = [card.value, card.suit, courts !== undefined].join();
      return painting(name, widthPx, (context) => paintFace(context, card, courts ?? null));
    },
    /** The card back; null until its picture has loaded. */
    back(widthPx: number): Side {
      const picture = print(SHARED.back);
      return picture ? painting("back", widthPx, (context) => paintBack(context, picture)) : null;
    },
  };
}

/** Width at which a card is painted, in pixels: about as wide as it is drawn. */
function paintWidthPx({ x, y }: Place, { matrix, density }: Drawn): number {
  const { maxPx, stepPx } = CARD_PAINT;
  const half = CARD.width / 2;
  const across = project(matrix, world(x + half, y)).x - project(matrix, world(x - half, y)).x;
  return Math.min(maxPx, Math.ceil((across * density) / stepPx) * stepPx);
}

function lettering(text: string): HTMLCanvasElement {
  const { sizePx, spacingPx, endPx, height } = NAME_PAINT;
  const capitals = text.toLocaleUpperCase();
  const look = { weight: 600, face: "display", spacing: spacingPx / sizePx } as const;
  const context = newContext();
  const { canvas } = context;
  setFont(context, look, sizePx);
  canvas.width = Math.ceil(context.measureText(capitals).width) + 2 * endPx;
  canvas.height = Math.ceil(sizePx * height);
  // The new size has reset the font.
  setFont(context, look, sizePx);
  context.textBaseline = "middle";
  context.fillStyle = LETTERING.colour;
  context.fillText(capitals, endPx + spacingPx / 2, canvas.height / 2);
  return canvas;
}
