import { Container, Sprite, Texture } from "pixi.js";
import type { Place } from "../../../src/games/contract.ts";
import { cellPlace, LETTERING } from "../../../src/look/felt-band.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Point } from "../bets/bet-place.ts";
import type { BetsDrawing } from "../bets/bets-on-felt.ts";
import { CHIPS_URL } from "../bets/chip.ts";
import { ChipPile } from "../bets/pile.ts";
import { newContext } from "../paint/canvas.ts";
import { Node, setFont } from "../pixi/nodes.ts";
import type { Group } from "../pixi/nodes.ts";
import { Pictures } from "../pixi/pictures.ts";
import { Sheet } from "../pixi/sheet.ts";
import type { Drawn, Side } from "../pixi/sheet.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { fitFraming, inBox, PLATE, project, movedIn } from "../plates.ts";
import type { CameraMatrix, Framing } from "../plates.ts";
import type { Play, Size } from "../scene.ts";
import { Captions } from "./captions.ts";
import { squeezeShares } from "./card-poses.ts";
import type { CardPose } from "./card-poses.ts";
import { paintBack, paintFace } from "./face.ts";
import { Inlay } from "./inlay.ts";
import { Paddle, PADDLE_URL, squeezePaddle } from "./paddle.ts";
import type { PaidPose } from "./payment.ts";
import { CARD, CHIP_MM, world } from "./places.ts";
import { SHOTS } from "./scene.ts";
import type { CardTableLook, CardTablePose, Shot } from "./scene.ts";
import { card as turnedCard, rectangle, squeezeSurface, tipSurface } from "./surfaces.ts";

/** Pictures shared by all card tables. */
export const SHARED = {
  back: new URL("../studio/pack/back.avif", import.meta.url).href,
  courts: new URL("../studio/pack/courts.avif", import.meta.url).href,
};

/** The plates of the light on a winner. */
const LIGHTS = ["master", "hall"].flatMap((shot) =>
  ["left", "right", "tie"].map((side) => `${shot}-${side}`),
);

/** Whether a shot shows the places of all cards. */
const showsTable = (shot: Shot): boolean => shot === "master" || shot === "hall";

/** Factor on the resolution while the camera is close. */
const CLOSE_DENSITY = 1.12;

const PAID_CHIPS = 8;

const NOT_PAID: PaidPose = { x: 0, y: 0, size: 0, stacks: [] };

/** A card table: the plate of the current shot, with everything that differs from round to round drawn on it. */
class CardTable implements BetsDrawing<CardTablePose> {
  readonly root: Node;
  /** Chips on the plate, in CSS pixels. */
  readonly chips: Group;
  readonly results: Group;
  readonly #look: CardTableLook;
  readonly #pictures: Pictures;
  readonly #plate = new Container();
  readonly #ground = new Sprite();
  readonly #wins: Readonly<Record<"left" | "right" | "tie", Sprite>>;
  readonly #dark = new Sprite({ texture: Texture.WHITE, tint: 0x04060a });
  readonly #letters: readonly { sheet: Sheet; word: HTMLCanvasElement }[];
  readonly #cards = new Container({ sortableChildren: true });
  readonly #paddle: Paddle;
  readonly #sheets = new Map<string, Sheet>();
  readonly #sides = new Map<string, HTMLCanvasElement>();
  readonly #screenDensity: number;
  readonly #captions: Captions;
  readonly #paid: readonly ChipPile[];
  readonly #inlay: Inlay;
  #size: Size = { width: 1, height: 1 };
  /** The shot on screen: the master until the plate of another shot has loaded. */
  #shot: Shot = "master";

  constructor(tools: DrawingTools, look: CardTableLook, view: Play) {
    this.#look = look;
    this.#pictures = new Pictures(tools.changed);
    const light = () => new Sprite({ blendMode: "add", visible: false });
    this.#wins = { left: light(), right: light(), tie: light() };
    this.#screenDensity = tools.density;
    this.#paddle = new Paddle(this.#pictures);
    this.#letters = look.lines.band.cells.map(({ market }) => {
      const sheet = new Sheet();
      sheet.container.alpha = 0.88;
      return { sheet, word: lettering(view.words.sides[market] ?? "") };
    });
    this.#inlay = new Inlay(tools, look.lines);
    this.#plate.addChild(
      this.#ground,
      ...this.#letters.map(({ sheet }) => sheet.container),
      this.#dark,
      ...Object.values(this.#wins),
      this.#inlay.node.container,
      this.#cards,
      this.#paddle.over,
    );
    this.#paddle.under.zIndex = 0.5;
    this.#cards.addChild(this.#paddle.under);
    const group = tools.group();
    this.#captions = new Captions(tools, view, look);
    this.chips = this.results = tools.group();
    this.#paid = [0, 1].map(() => new ChipPile(tools, "red", "blue", "black", "cream"));
    const paid = this.#paid.flatMap(({ nodes }) => nodes);
    group.add(new Node(this.#plate), ...paid, this.chips, this.#captions.node);
    this.root = group;
    this.#plate.once("destroyed", () => this.#pictures.destroy());
  }

  resize(size: Size): void {
    this.#size = size;
  }

  get isReady(): boolean {
    return this.#ground.visible;
  }

  /** Loads pictures one at a time, in the order they are needed. */
  #load(): void {
    const { plates } = this.#look;
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
      if (url !== undefined && this.#pictures.get(url) === null) {
        return;
      }
    }
  }

  show(pose: CardTablePose): void {
    this.#load();
    const { plates, focus } = this.#look;
    const sharp = this.#texture(pose.shot);
    this.#shot = sharp ? pose.shot : "master";
    const ground = [this.#shot, "master", "first"].find((name) => this.#texture(name) !== null);
    const whole = fitFraming(this.#size, focus[this.#shot]);
    const framing = movedIn(whole, this.#size, pose.moveIn);
    const { x, y, scale } = whole;
    const isNear = this.#shot === "master" && pose.moveIn.by > 1;
    const drawn = {
      matrix: plates[this.#shot]?.matrix ?? [],
      density: scale * this.#screenDensity * (isNear ? CLOSE_DENSITY : 1),
      frame: {
        left: -x / scale,
        top: -y / scale,
        right: (this.#size.width - x) / scale,
        bottom: (this.#size.height - y) / scale,
      },
    };
    this.#plate.position.set(framing.x, framing.y);
    this.#plate.scale.set(framing.scale);
    const url = plates[ground ?? ""]?.url;
    const texture = url ? this.#pictures.fitted(url, Math.round(PLATE * drawn.density)) : null;
    this.#ground.visible = texture !== null;
    if (texture) {
      this.#ground.texture = texture;
      this.#ground.setSize(PLATE, PLATE);
    }
    for (const [side, sprite] of Object.entries(this.#wins)) {
      const lit = pose.wins[side as keyof typeof pose.wins];
      const texture = lit > 0 ? this.#texture(`${this.#shot}-${side}`) : null;
      sprite.visible = texture !== null;
      if (texture) {
        sprite.texture = texture;
        sprite.setSize(PLATE, PLATE);
        sprite.alpha = lit;
      }
    }
    this.#dark.setSize(PLATE, PLATE);
    this.#dark.alpha = pose.dark;
    this.#dark.visible = pose.dark > 0;
    this.#letter(drawn);
    this.#lay(pose, drawn);
    this.#pay(pose, framing, drawn.matrix);
    const inlay = showsTable(this.#shot) ? pose.inlay : null;
    this.#inlay.show(inlay, drawn.matrix, whole);
    this.#captions.show(pose, this.#size, this.#shot, framing, drawn.matrix);
  }

  #pay({ paid }: CardTablePose, framing: Framing, matrix: CameraMatrix): void {
    const { x, y, size, stacks } = (showsTable(this.#shot) && paid) || NOT_PAID;
    this.#paid.forEach((pile, nth) => {
      const from = x + (stacks[nth] ?? 0);
      const [at, next] = [from, from + CHIP_MM].map((across) =>
        inBox(matrix, framing, world(across, y, 2)),
      ) as [Point, Point];
      pile.fit(next.x - at.x);
      pile.show(at, { chips: nth < stacks.length ? PAID_CHIPS : 0, size });
    });
  }

  #texture(name: string): Texture | null {
    const plate = this.#look.plates[name];
    return plate ? this.#pictures.get(plate.url) : null;
  }

  #letter(drawn: Drawn): void {
    const { band } = this.#look.lines;
    band.cells.forEach((cell, i) => {
      const { sheet, word } = this.#letters[i] ?? {};
      if (!sheet || !word) {
        return;
      }
      if (this.#shot !== "squeeze" && !showsTable(this.#shot)) {
        sheet.hide();
        return;
      }
      const { height } = LETTERING;
      const wide = Math.min((height * word.width) / word.height, (cell.to - cell.from) * 0.86);
      const surface = rectangle(cellPlace(band, cell), wide, height);
      sheet.show(surface, [word, null], "", { ...drawn, isLit: false });
    });
  }

  #lay(pose: CardTablePose, drawn: Drawn): void {
    const isClose = this.#shot === "squeeze" && pose.close !== null;
    const visible =
      this.#shot === "rail" || this.#shot === "shoe"
        ? []
        : pose.cards.filter(({ name }) => !isClose || name === pose.close);
    for (const [name, sheet] of this.#sheets) {
      if (!visible.some((card) => card.name === name)) {
        sheet.hide();
      }
    }
    for (const card of visible) {
      this.#layCard(isClose ? this.#inCloseUp(card) : card, drawn);
    }
    const [close] = isClose ? visible : [];
    // In the hall, the end of the handle would be in view.
    const paddle = close
      ? squeezePaddle({ ...this.#look.close, angle: close.isSideways ? 90 : 0 }, close)
      : this.#shot === "master"
        ? pose.paddle
        : null;
    this.#paddle.show(paddle, drawn);
  }

  /** Moves a card to the place of the close-up, the same for every card. */
  #inCloseUp(card: CardPose): CardPose {
    return { ...card, at: { ...this.#look.close, angle: card.isSideways ? 90 : 0 } };
  }

  #layCard(pose: CardPose, drawn: Drawn): void {
    const { rolled, over } = squeezeShares(pose.turn);
    const { at, axis, turn, isTipped, lift, dim } = pose;
    const widthPx = paintWidthPx(at, drawn);
    const sides = [this.#face(pose.card, widthPx), this.#back(widthPx)] as const;
    const flat = isTipped ? tipSurface : turnedCard;
    const surface = axis === null ? flat(at, turn, lift) : squeezeSurface(at, axis, rolled, over);
    const key = [at.x, at.y, at.angle, axis, turn, lift].join(" ");
    const sheet = this.#sheetFor(pose.name);
    sheet.container.zIndex = pose.depth ?? 0;
    sheet.show(surface, sides, key, { ...drawn, dim });
  }

  #sheetFor(name: string): Sheet {
    let sheet = this.#sheets.get(name);
    if (sheet === undefined) {
      sheet = new Sheet();
      this.#sheets.set(name, sheet);
      this.#cards.addChild(sheet.container);
    }
    return sheet;
  }

  /** The painted face of a card; null while the card is unknown. */
  #face(card: Card | null, widthPx: number): Side {
    if (card === null) {
      return null;
    }
    const courts = this.#pictures.get(SHARED.courts)?.source.resource as ImageBitmap | undefined;
    const name = [card.value, card.suit, courts !== undefined].join();
    return this.#painted(name, widthPx, (context) => paintFace(context, card, courts ?? null));
  }

  /** The painted back of the cards; null until its picture has loaded. */
  #back(widthPx: number): Side {
    const print = this.#pictures.get(SHARED.back)?.source.resource as ImageBitmap | undefined;
    return print ? this.#painted("back", widthPx, (context) => paintBack(context, print)) : null;
  }

  #painted(
    name: string,
    widthPx: number,
    paint: (context: CanvasRenderingContext2D) => void,
  ): Side {
    const key = `${name} ${widthPx}`;
    const known = this.#sides.get(key);
    if (known !== undefined) {
      return known;
    }
    const context = newContext(widthPx, Math.round((widthPx * CARD.height) / CARD.width));
    paint(context);
    this.#sides.set(key, context.canvas);
    // A spread deck needs the most faces at once.
    for (const old of [...this.#sides.keys()]
      .filter((each) => !each.startsWith("back"))
      .slice(0, -48)) {
      this.#sides.delete(old);
    }
    return context.canvas;
  }
}

export const tableBuilder = (look: CardTableLook) => (tools: DrawingTools, view: Play) =>
  new CardTable(tools, look, view);

/** Width at which a card is painted, in pixels: about as wide as it is drawn, in coarse steps to limit repaints. */
function paintWidthPx({ x, y }: Place, { matrix, density }: Drawn): number {
  const half = CARD.width / 2;
  const across = project(matrix, world(x + half, y)).x - project(matrix, world(x - half, y)).x;
  return Math.min(512, Math.ceil((across * density) / 64) * 64);
}

/** Paints a word as printed on the felt. */
function lettering(text: string): HTMLCanvasElement {
  const [size, spacing] = [72, 10];
  const capitals = text.toLocaleUpperCase();
  const look = { weight: 600, face: "display", spacing: spacing / size } as const;
  const context = newContext();
  const { canvas } = context;
  setFont(context, look, size);
  canvas.width = Math.ceil(context.measureText(capitals).width) + 8;
  canvas.height = Math.ceil(size * 1.2);
  // The new size has reset the font.
  setFont(context, look, size);
  context.textBaseline = "middle";
  context.fillStyle = LETTERING.colour;
  context.fillText(capitals, 4 + spacing / 2, canvas.height / 2);
  return canvas;
}
