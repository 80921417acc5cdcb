import { Container, Sprite, Texture } from "pixi.js";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Paint, Placement, Size, TextLook, TypeLook } from "../drawing.ts";
import { newContext } from "../paint/canvas.ts";
import type { PaintQueue, PendingPaint } from "./paint-queue.ts";
import { paintRaster } from "./raster.ts";

/** The edges of letters inlaid in the felt. */
const INLAY = { above: "#000000a0", below: "#ffffff38" } as const;

export class SceneNode {
  readonly container: Container;

  constructor(container: Container = new Container()) {
    this.container = container;
  }

  place({ x, y, scale = 1, angle = 0, alpha = 1, depth = 0 }: Placement): void {
    const [across, down] = typeof scale === "number" ? [scale, scale] : scale;
    this.container.visible = alpha > 0 && across !== 0 && down !== 0;
    this.container.position.set(x, y);
    this.container.scale.set(across, down);
    this.container.rotation = angle;
    this.container.alpha = alpha;
    this.container.zIndex = depth;
  }
}

/** Nodes that move together; later ones are in front of earlier ones of the same depth. */
export class Group extends SceneNode {
  constructor() {
    super(new Container({ sortableChildren: true }));
  }

  add(...nodes: SceneNode[]): void {
    this.container.addChild(...nodes.map(({ container }) => container));
  }
}

/** A sprite whose texture is painted when it is first visible. */
class PaintedNode extends SceneNode implements PendingPaint {
  protected readonly sprite: Sprite;
  readonly #queue: PaintQueue;
  #requested: { size: Size; paint: Paint } | undefined;
  #raster: ReturnType<typeof paintRaster> | undefined;
  /** In CSS pixels, rounded up to whole device pixels. */
  #size: Size = { width: 0, height: 0 };

  constructor(queue: PaintQueue) {
    const sprite = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
    super(sprite);
    this.sprite = sprite;
    this.#queue = queue;
    // Invisible until it is placed.
    sprite.visible = false;
    sprite.once("destroyed", () => {
      queue.forget(this);
      this.#raster?.destroy();
    });
  }

  protected repaint(size: Size, paint: Paint): void {
    this.#requested = { size, paint };
    this.#size = this.#queue.wholePixels(size);
    this.enqueue();
  }

  protected enqueue(): void {
    this.#queue.enqueue(this);
  }

  paintNow(): void {
    if (this.#requested) {
      const { size, paint } = this.#requested;
      this.#requested = undefined;
      this.#raster?.destroy();
      this.#raster = paintRaster(size, this.#queue.density, paint);
      this.sprite.texture = this.#raster.texture;
    }
  }

  /** Snaps a node that is neither rotated nor scaled to whole device pixels, so that type and hairlines stay sharp. */
  override place(at: Placement): void {
    if (at.angle || (at.scale ?? 1) !== 1) {
      super.place(at);
      return;
    }
    const { density } = this.#queue;
    const snap = (middle: number, length: number, anchor: number) => {
      const start = middle - length * anchor;
      return Math.round(start * density) / density + length * anchor;
    };
    const { anchor } = this.sprite;
    const { width, height } = this.#size;
    super.place({ ...at, x: snap(at.x, width, anchor.x), y: snap(at.y, height, anchor.y) });
  }
}

/** An area that is painted once per size and then only moved. */
export class Picture extends PaintedNode {
  constructor(queue: PaintQueue, isAdditive = false) {
    super(queue);
    this.sprite.blendMode = isAdditive ? "add" : "normal";
  }

  paint(size: Size, paint: Paint): void {
    this.repaint(size, paint);
  }
}

/** The distance from the centre of a line down to its baseline, relative to the type size. */
const MIDDLE_TO_BASELINE = 0.355;
const ANCHORS = { left: 0, middle: 0.5 } as const;

export class Label extends PaintedNode {
  #written = "";

  /** Text that is not laid out yet, so that no font is requested before the line is visible. */
  #pendingText: { text: string; look: TextLook } | undefined;

  write(text: string, look: TextLook): void {
    const written = JSON.stringify([text, look]);
    if (written !== this.#written) {
      this.#written = written;
      this.#pendingText = { text, look };
      this.sprite.anchor.set(ANCHORS[look.anchor ?? "middle"], 0.5);
      this.enqueue();
    }
  }

  override place(at: Placement): void {
    if (at.alpha !== 0) {
      this.#layOut();
    }
    super.place(at);
  }

  override paintNow(): void {
    this.#layOut();
    super.paintNow();
  }

  #layOut(): void {
    if (!this.#pendingText) {
      return;
    }
    const { text, look } = this.#pendingText;
    this.#pendingText = undefined;
    const { sizePx } = look;
    const width = Math.ceil(measure(text, look)) + 4;
    this.repaint({ width, height: Math.ceil(sizePx * 1.5) }, (context, size) => {
      setFont(context, look, sizePx);
      context.fillStyle = look.colour;
      context.textBaseline = "alphabetic";
      const [x, y] = [2, size.height / 2 + sizePx * MIDDLE_TO_BASELINE];
      if (look.inlay) {
        const inlayOffsetPx = Math.max(0.7, sizePx * 0.05);
        context.fillStyle = INLAY.above;
        context.fillText(text, x, y - inlayOffsetPx);
        context.fillStyle = INLAY.below;
        context.fillText(text, x, y + inlayOffsetPx);
        context.fillStyle = look.colour;
      }
      context.fillText(text, x, y);
    });
  }
}

export function setFont(
  context: CanvasRenderingContext2D,
  look: Omit<TypeLook, "sizePx">,
  sizePx: number,
): void {
  context.font = `${look.weight ?? 600} ${sizePx}px ${TYPEFACE[look.face ?? "plain"]}`;
  context.letterSpacing = `${(look.spacing ?? 0) * sizePx}px`;
}

/** Size at which all type is measured, in CSS pixels, because each size of a font takes time to load. */
const MEASURED_PX = 100;
const MAX_CACHED_WIDTHS = 500;
const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | undefined;

/** A text line's natural width, in CSS pixels. */
export function measure(text: string, look: TypeLook): number {
  const cacheKey = `${look.weight} ${look.spacing} ${look.face} ${text}`;
  let width = widths.get(cacheKey);
  if (width === undefined) {
    ruler ??= newContext();
    setFont(ruler, look, MEASURED_PX);
    ({ width } = ruler.measureText(text));
    if (widths.size >= MAX_CACHED_WIDTHS) {
      widths.clear();
    }
    widths.set(cacheKey, width);
  }
  return (width * look.sizePx) / MEASURED_PX;
}
