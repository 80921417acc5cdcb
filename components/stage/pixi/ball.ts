import { Container, Sprite, Texture } from "pixi.js";
import type { BallLook, BallMark, BallPart, Paint, Placement } from "../kit.ts";
import { fieldOf, paintBallBody, paintBallLight, paintBallNumber } from "../paint/ball-face.ts";
import { mix } from "../paint/colour.ts";
import { paintGlow } from "../paint/felt.ts";
import { QUARTER } from "../paint/rolled-pattern.ts";
import type { Unpainted } from "./bench.ts";
import { PixiNode } from "./nodes.ts";
import type { PaintQueue } from "./paint-queue.ts";
import { Raster } from "./raster.ts";
import { RolledBody } from "./rolled-body.ts";

/** Balls that are never larger than this, in CSS pixels, give more of themselves to the number. */
const SMALL_PX = 56;
/** What is soft is painted at this share of its size. */
const SOFT = 0.25;
/** Between two layers in one raster, in CSS pixels. */
const GAP = 2;

/** One layer of a ball: how wide and how high it is, by the ball's diameter, and at which share it is painted. */
type Layer = readonly [width: number, height: number, share: number, paint: Paint];

/** The layers of a ball from the ground up: reflection, shadow, body, number, the light on it, what darkens it. */
function layersOf(mark: BallMark, isSmall: boolean): readonly Layer[] {
  return [
    // Its colour in the polish of the track beneath it.
    [1.1, 0.9, SOFT, (context, size) => paintGlow(context, size, mix(mark.fill, "#ffffff", 0.2))],
    [1.3, 0.5, SOFT, paintShadow],
    [1, 1, 1, (context, { width }) => paintBallBody(context, width, mark)],
    [1, 1, 1, (context, { width }) => paintBallNumber(context, width, mark, isSmall)],
    [1, 1, 1, (context, { width }) => paintBallLight(context, width)],
    [1, 1, SOFT, paintDark],
  ];
}

const paintShadow: Paint = (context, size) => {
  paintGlow(context, size, "#000000");
  paintGlow(context, size, "#000000");
  // Darkest where the ball touches what it lies on.
  const { width, height } = size;
  context.beginPath();
  context.ellipse(width * 0.34, height * 0.4, width * 0.26, height * 0.24, 0, 0, 2 * Math.PI);
  context.fillStyle = "#00000099";
  context.fill();
};

const paintDark: Paint = (context, { width }) => {
  context.beginPath();
  context.arc(width / 2, width / 2, width * 0.49, 0, 2 * Math.PI);
  context.fillStyle = "#050a10";
  context.fill();
};

/** All layers of a ball, painted at one size side by side in one raster. */
class Coat implements Unpainted {
  readonly container = null;
  readonly #queue: PaintQueue;
  readonly #diameter: number;
  readonly #layers: readonly Layer[];
  #raster: Raster | undefined;
  #textures: readonly Texture[] = [];

  constructor(queue: PaintQueue, diameter: number, layers: readonly Layer[]) {
    this.#queue = queue;
    this.#diameter = diameter;
    this.#layers = layers;
    queue.await(this);
  }

  /** One for each layer. */
  get textures(): readonly Texture[] {
    this.paintNow();
    return this.#textures;
  }

  /** Safe to call twice. */
  paintNow(): void {
    if (this.#raster) {
      return;
    }
    let end = 0;
    const boxes = this.#layers.map(([wide, high, share, paint]) => {
      const painted = this.#diameter * share;
      const box = { x: end, width: Math.ceil(wide * painted), height: Math.ceil(high * painted) };
      end += box.width + GAP;
      return { ...box, paint };
    });
    const size = { width: end, height: this.#diameter };
    const paintAll: Paint = (context) => {
      for (const { x, paint, ...box } of boxes) {
        context.save();
        context.translate(x, 0);
        paint(context, box);
        context.restore();
      }
    };
    const raster = new Raster(size, this.#queue.density, paintAll, true);
    this.#raster = raster;
    this.#textures = boxes.map((box) => raster.part(box.x, 0, box));
  }

  destroy(): void {
    this.#queue.forget(this);
    this.#raster?.destroy();
  }
}

/** A picture whose middle is its place. */
const sprite = () => new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });

/** A number on its ball: it leans to where the ball rolls, and stays upright for all that. */
class RolledNumber {
  readonly sprite = sprite();
  readonly container = new Container();

  constructor() {
    this.container.addChild(this.sprite);
  }

  /**
   * Puts it so far around the ball, in radians from where it faces the eye; its field is a circle of a radius on a
   * ball of another, in CSS pixels.
   */
  show(turned: number, heading: number, field: number, radius: number): void {
    const { container } = this;
    const across = Math.cos(turned);
    const off = Math.sqrt(radius ** 2 - field ** 2) * Math.sin(turned);
    // On the rim nobody could read it.
    container.visible = across > 0.34;
    container.position.set(off * Math.cos(heading), off * Math.sin(heading));
    container.scale.set(across, 1);
    container.rotation = heading;
    this.sprite.rotation = -heading;
  }
}

/** A ball made of sprites: its pattern and its number roll, and the light on it stays. */
export class PixiBall extends PixiNode implements BallPart, Unpainted {
  readonly #queue: PaintQueue;
  readonly #mark: BallMark;
  readonly #rolled: RolledBody | undefined;
  readonly #reflection = sprite();
  readonly #shadow = sprite();
  readonly #body = sprite();
  readonly #numbers = [new RolledNumber(), new RolledNumber()] as const;
  readonly #light = sprite();
  readonly #dark = sprite();
  #diameter = 0;
  #isSmall = false;
  #layers: readonly Layer[] = [];
  /** As it is for the most part, and as it is at its largest. */
  #usual: Coat | undefined;
  #large: Coat | undefined;
  #worn: Coat | undefined;
  /** What its body is while it does not roll. */
  #lying: Texture = Texture.EMPTY;
  #look: BallLook = { roll: 0, dim: 0 };

  /** `bare` lies on nothing that it could throw a shadow on, and never rolls. */
  constructor(queue: PaintQueue, mark: BallMark, bare = false) {
    super();
    this.#queue = queue;
    this.#mark = mark;
    this.#rolled = bare ? undefined : RolledBody.of(queue, mark);
    this.#shadow.visible = !bare;
    this.#reflection.visible = !bare;
    const [number, next] = this.#numbers;
    this.container.addChild(this.#reflection, this.#shadow, this.#body);
    this.container.addChild(next.container, number.container, this.#light, this.#dark);
    this.container.once("destroyed", () => {
      this.#release();
      this.#rolled?.giveBack();
    });
  }

  fit(diameterPx: number, largestPx = diameterPx): void {
    this.#release();
    this.#diameter = diameterPx;
    this.#isSmall = largestPx < SMALL_PX;
    this.#layers = layersOf(this.#mark, this.#isSmall);
    this.#usual = new Coat(this.#queue, diameterPx, this.#layers);
    this.#large =
      largestPx > diameterPx ? new Coat(this.#queue, largestPx, this.#layers) : undefined;
    this.#wear(this.#usual);
    // The lamps stand above and to the left.
    this.#shadow.position.set(diameterPx * 0.22, diameterPx * 0.38);
    this.#reflection.position.set(0, diameterPx * 0.62);
    this.#turn();
  }

  /** Sharp at any size: as it grows it changes its coat. */
  override place(at: Placement): void {
    super.place(at);
    const { x, y } = this.container.scale;
    const coat = Math.max(x, y) > 1 ? (this.#large ?? this.#usual) : this.#usual;
    if (coat !== this.#worn) {
      this.#wear(coat);
    }
  }

  #wear(coat: Coat | undefined): void {
    this.#worn = coat;
    this.#queue.await(this);
  }

  /** Puts on the coat that it wears from now on. */
  paintNow(): void {
    const [number, next] = this.#numbers;
    const worn = [
      [this.#reflection],
      [this.#shadow],
      [this.#body],
      [number.sprite, next.sprite],
      [this.#light],
      [this.#dark],
    ];
    this.#worn?.textures.forEach((texture, i) => {
      for (const part of worn[i] ?? []) {
        this.#cover(part, texture, this.#layers[i]);
      }
    });
    this.#lying = this.#body.texture;
    this.#turn();
  }

  #cover(
    part: Sprite,
    texture: Texture,
    [wide, high]: readonly [number, number, ...unknown[]] = [1, 1],
  ) {
    part.texture = texture;
    part.setSize(wide * this.#diameter, high * this.#diameter);
  }

  show(look: BallLook): void {
    this.#look = look;
    this.#reflection.alpha = look.reflected ?? 1;
    this.#dark.visible = look.dim > 0;
    this.#dark.alpha = look.dim;
    this.#turn();
  }

  /** Turns it to where it has rolled. Its number is on it four times, a quarter of a turn apart. */
  #turn(): void {
    const { roll, heading } = this.#look;
    const rolls = heading !== undefined && this.#rolled !== undefined;
    this.#cover(this.#body, rolls && this.#rolled ? this.#rolled.at(roll) : this.#lying);
    this.#body.rotation = rolls ? heading : 0;
    const turned = roll - QUARTER * Math.round(roll / QUARTER);
    const radius = this.#diameter / 2;
    const field = fieldOf(this.#isSmall) * radius;
    const [number, next] = this.#numbers;
    number.show(turned, heading ?? 0, field, radius);
    next.show(turned - Math.sign(turned || 1) * QUARTER, heading ?? 0, field, radius);
  }

  #release(): void {
    this.#queue.forget(this);
    this.#usual?.destroy();
    this.#large?.destroy();
  }
}
