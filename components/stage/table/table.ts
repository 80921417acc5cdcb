import { CanvasSource, Container, Sprite, Texture } from "pixi.js";
import type { TextureSource } from "pixi.js";
import { cellPlace, LETTERING } from "../../../src/look/felt-band.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Card } from "../../../src/round/cards.ts";
import { CHIPS_URL } from "../bets/chip.ts";
import { ChipPile } from "../bets/pile.ts";
import type { Point } from "../bets/place.ts";
import type { Group, Kit, Node } from "../kit.ts";
import type { Bench } from "../pixi/bench.ts";
import { PixiNode } from "../pixi/nodes.ts";
import { Pictures } from "../pixi/pictures.ts";
import { Sheet } from "../pixi/sheet.ts";
import { framingOf, inBox, PLATE } from "../plates.ts";
import type { Framing } from "../plates.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { OUT_AT } from "../squeeze.ts";
import { Captions } from "./captions.ts";
import { FACE, paintBack, paintFace } from "./face.ts";
import { Palette, PALETTE_URL, squeezing } from "./palette.ts";
import { CARD, CHIP, world } from "./places.ts";
import { squeezeShares } from "./round.ts";
import type { CardPose } from "./round.ts";
import { SHOTS } from "./scene.ts";
import type { CardTableLook, CardTablePose, Shot } from "./scene.ts";
import { card as cardSurface, lying, squeezed } from "./surfaces.ts";

/** What all card tables are dealt with. */
export const SHARED = {
  back: new URL("../studio/pack/back.avif", import.meta.url).href,
  courts: new URL("../studio/pack/courts.avif", import.meta.url).href,
};

/** How many chips the winner is paid. */
const PAID = 5;

/** A sheet with the shadow that it casts. */
class Lying {
  readonly shadow = new Sheet();
  readonly sheet = new Sheet();
}

/** A card table: the plate of the present shot, and on it whatever differs from round to round. */
export class CardTable implements Drawing<CardTablePose> {
  readonly root: Node;
  /** Chips lie on the plate, in CSS pixels. */
  readonly chips: Group;
  readonly #look: CardTableLook;
  readonly #pictures: Pictures;
  readonly #plate = new Container();
  readonly #ground = new Sprite();
  readonly #wins: Readonly<Record<"left" | "right" | "tie", Sprite>>;
  readonly #dark = new Sprite({ texture: Texture.WHITE, tint: 0x04060a });
  readonly #letters: Sheet[];
  readonly #cards = new Container();
  readonly #palette: Palette;
  readonly #lying = new Map<string, Lying>();
  readonly #sides = new Map<string, CanvasSource>();
  readonly #soft: CanvasSource;
  readonly #captions: Captions;
  readonly #paid: ChipPile;
  #size: Size = { width: 1, height: 1 };
  /** The shot that is drawn: the master until the plate of another has come. */
  #shot: Shot = "master";

  constructor(kit: Kit, bench: Bench, look: CardTableLook, view: Play) {
    this.#look = look;
    this.#pictures = new Pictures(bench.changed);
    const light = () => new Sprite({ blendMode: "add", visible: false });
    this.#wins = { left: light(), right: light(), tie: light() };
    this.#soft = new CanvasSource({ resource: softRectangle() });
    this.#palette = new Palette(this.#pictures, this.#soft);
    this.#letters = look.band.cells.map(({ market }) => {
      const sheet = new Sheet();
      const source = lettering(view.words.sides[market] ?? "");
      sheet.wear(source, null);
      sheet.container.alpha = 0.88;
      sheet.container.once("destroyed", () => source.destroy());
      return sheet;
    });
    this.#plate.addChild(
      this.#ground,
      ...this.#letters.map(({ container }) => container),
      this.#dark,
      ...Object.values(this.#wins),
      this.#palette.under,
      this.#cards,
      this.#palette.over,
    );
    const group = kit.group();
    this.#captions = new Captions(kit, view, look);
    this.chips = kit.group();
    this.#paid = new ChipPile(kit, "red");
    group.add(new PixiNode(this.#plate), ...this.#paid.nodes, this.chips, this.#captions.node);
    this.root = group;
    this.#plate.once("destroyed", () => this.#destroy());
  }

  resize(size: Size): void {
    this.#size = size;
  }

  get isReady(): boolean {
    return this.#ground.visible;
  }

  /** Asks for pictures one after another, those first that are seen first. */
  #load(): void {
    const { plates } = this.#look;
    const order = [
      plates["first"]?.url,
      SHARED.back,
      plates["master"]?.url,
      PALETTE_URL,
      plates["squeeze"]?.url,
      CHIPS_URL,
      SHARED.courts,
      ...["win-left", "win-right", "win-tie", ...SHOTS].map((name) => plates[name]?.url),
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
    const ground = sharp ?? this.#texture("master") ?? this.#texture("first");
    const framing = framingOf(this.#size, focus[this.#shot]);
    this.#plate.position.set(framing.x, framing.y);
    this.#plate.scale.set(framing.scale);
    this.#ground.visible = ground !== null;
    if (ground) {
      this.#ground.texture = ground;
      this.#ground.setSize(PLATE, PLATE);
    }
    const isMaster = this.#shot === "master";
    for (const [side, sprite] of Object.entries(this.#wins)) {
      const lit = pose.wins[side as keyof typeof pose.wins];
      const texture = lit > 0 && isMaster ? this.#texture(`win-${side}`) : null;
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
    this.#letter();
    this.#lay(pose);
    this.#pay(pose, framing);
    this.#captions.show(pose, this.#size, this.#shot, framing, plates[this.#shot]?.matrix ?? []);
  }

  #pay({ paid, shot }: CardTablePose, framing: Framing): void {
    const { x, y, seen } = (shot === "master" && paid) || { x: 0, y: 0, seen: 0 };
    const [at, beside] = [x, x + CHIP].map((across) =>
      inBox(this.#matrix, framing, world(across, y, 2)),
    ) as [Point, Point];
    this.#paid.fit(beside.x - at.x);
    this.#paid.show(at, { chips: seen > 0 ? PAID : 0, size: seen });
  }

  #texture(name: string): Texture | null {
    const plate = this.#look.plates[name];
    return plate ? this.#pictures.get(plate.url) : null;
  }

  get #matrix() {
    return this.#look.plates[this.#shot]?.matrix ?? [];
  }

  #letter(): void {
    const { band } = this.#look;
    band.cells.forEach((cell, i) => {
      const sheet = this.#letters[i];
      const source = sheet?.front;
      if (!sheet || !source) {
        return;
      }
      if (this.#shot !== "master" && this.#shot !== "squeeze") {
        sheet.hide();
        return;
      }
      const { height } = LETTERING;
      const wide = Math.min((height * source.width) / source.height, (cell.to - cell.from) * 0.86);
      const surface = lying(cellPlace(band, cell), wide, height, 0);
      sheet.show(surface, [1, 2], this.#matrix, { isLit: false });
    });
  }

  #lay(pose: CardTablePose): void {
    const isClose = this.#shot === "squeeze" && pose.close !== null;
    const seen =
      this.#shot === "rail" || this.#shot === "shoe"
        ? []
        : pose.cards.filter(({ name }) => !isClose || name === pose.close);
    for (const [name, lying] of this.#lying) {
      if (!seen.some((card) => card.name === name)) {
        lying.sheet.hide();
        lying.shadow.hide();
      }
    }
    for (const card of seen) {
      this.#layCard(isClose ? this.#inCloseUp(card) : card);
    }
    const [close] = isClose ? seen : [];
    const palette = close
      ? squeezing({ ...this.#look.close, angle: close.isAcross ? 90 : 0 }, close)
      : this.#shot === "master"
        ? pose.palette
        : null;
    this.#palette.show(palette, this.#matrix);
  }

  /** The camera looks at one place, whichever card lies there. */
  #inCloseUp(card: CardPose): CardPose {
    return { ...card, at: { ...this.#look.close, angle: card.isAcross ? 90 : 0 } };
  }

  #layCard(pose: CardPose): void {
    const { sheet, shadow } = this.#lyingOf(pose.name);
    const { rolled, over } = squeezeShares(pose.turn);
    const isSqueezed = pose.axis !== null;
    sheet.wear(this.#face(pose.card, isSqueezed && pose.turn < OUT_AT), this.#back());
    shadow.wear(this.#soft, this.#soft);
    // What bends is cut both ways; what lies flat across the way that perspective narrows it.
    const [surface, cells] =
      pose.axis === null
        ? [cardSurface(pose.at, pose.turn, pose.lift), [1, 16] as const]
        : [squeezed(pose.at, pose.axis, rolled, over), [18, 24] as const];
    sheet.show(surface, cells, this.#matrix, { dim: pose.dim });
    const lean = pose.turn > 0 && pose.turn < 1 ? Math.sin(Math.PI * pose.turn) : 0;
    const high = pose.lift + 30 * lean;
    const place = { ...pose.at, x: pose.at.x + high * 0.15, y: pose.at.y - 2 - high * 0.3 };
    shadow.show(
      lying(place, CARD.width * (1.2 - (isSqueezed ? 0 : 0.4 * lean)), CARD.height * 1.16, 0.1),
      [1, 1],
      this.#matrix,
      { isLit: false },
    );
    shadow.container.alpha = 0.62 - Math.min(0.3, high * 0.01);
  }

  #lyingOf(name: string): Lying {
    let lying = this.#lying.get(name);
    if (lying === undefined) {
      lying = new Lying();
      this.#lying.set(name, lying);
      this.#cards.addChild(lying.shadow.container, lying.sheet.container);
    }
    return lying;
  }

  /** The painted face of a card; null for one that nobody knows. */
  #face(card: Card | null, isSecret: boolean): TextureSource | null {
    if (card === null) {
      return null;
    }
    const courts = this.#pictures.get(SHARED.courts)?.source.resource as ImageBitmap | undefined;
    return this.#painted(`${card.value}${card.suit}${isSecret}${courts !== undefined}`, (context) =>
      paintFace(context, card, courts ?? null, isSecret),
    );
  }

  /** The painted back of all cards; null until its print has come. */
  #back(): TextureSource | null {
    const print = this.#pictures.get(SHARED.back)?.source.resource as ImageBitmap | undefined;
    return print ? this.#painted("back", (context) => paintBack(context, print)) : null;
  }

  #painted(name: string, paint: (context: CanvasRenderingContext2D) => void): TextureSource | null {
    const known = this.#sides.get(name);
    if (known !== undefined) {
      return known;
    }
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [FACE.width, FACE.height];
    const context = canvas.getContext("2d");
    if (context === null) {
      return null;
    }
    paint(context);
    const source = new CanvasSource({ resource: canvas, autoGenerateMipmaps: true });
    this.#sides.set(name, source);
    // A round has six cards at most, each with two faces: those of rounds before go.
    for (const old of [...this.#sides.keys()].filter((each) => each !== "back").slice(0, -16)) {
      this.#sides.get(old)?.destroy();
      this.#sides.delete(old);
    }
    return source;
  }

  #destroy(): void {
    this.#pictures.destroy();
    this.#soft.destroy();
    for (const source of this.#sides.values()) {
      source.destroy();
    }
  }
}

/** A soft-edged rectangle: the shadow of a card. */
function softRectangle(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [96, 128];
  const context = canvas.getContext("2d");
  if (context) {
    // The rectangle itself lies outside: only its shadow is painted.
    context.shadowColor = "#000";
    context.shadowBlur = 13;
    context.shadowOffsetX = 200;
    context.fillRect(-200 + 11, 12, 74, 104);
  }
  return canvas;
}

/** A word as it is printed on the felt. */
function lettering(text: string): CanvasSource {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const [size, spacing] = [72, 10];
  const capitals = text.toLocaleUpperCase();
  if (context) {
    const font = `600 ${size}px ${TYPEFACE.display}`;
    context.font = font;
    context.letterSpacing = `${spacing}px`;
    [canvas.width, canvas.height] = [
      Math.ceil(context.measureText(capitals).width) + 8,
      Math.ceil(size * 1.2),
    ];
    context.font = font;
    context.letterSpacing = `${spacing}px`;
    context.textBaseline = "middle";
    context.fillStyle = LETTERING.colour;
    context.fillText(capitals, 4 + spacing / 2, canvas.height / 2);
  }
  return new CanvasSource({ resource: canvas, autoGenerateMipmaps: true });
}
