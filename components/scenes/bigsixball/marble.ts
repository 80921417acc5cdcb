import { CanvasSource, Container, Matrix, Sprite, Texture } from "pixi.js";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import { newContext } from "../../stage/paint/canvas.ts";
import type { MarbleView, Spread } from "./marble-view.ts";
import type { MarblePose } from "./pose.ts";

/** Number of painted tilts of a marble, from pole to belt. */
const TILTS = 20;
/** Painted sizes of a marble, in pixels. */
const SIZES = [64, 128, 224, 384] as const;
/** The print's bands, as heights above the centre in radii: `cap` and `line` start there, `belt` ends there. */
const BANDS = { cap: 0.82, line: 0.79, belt: 0.2 } as const;
/** Colour of cap and belt, as RGB. */
const WHITE = [232, 227, 214] as const;
const NUMBER_INK = "#15130f";
/** Opacity of the gloss, which must leave the numbers readable. */
const GLOSS = 0.8;
/** Size of the rendered light, relative to the marble. */
const MARGIN = 1.04;
/** Size of the print, relative to its shade, which leaves a dark edge. */
const INSET = 0.985;
/** Motion blur: the number of copies, the distance of the last one in radii, and the opacity of the first. */
const SMEARS = { count: 10, reach: 0.62, alpha: 0.42 } as const;
/** Speed at which motion blur starts; 1 is the pace of the field. */
const FAST = 0.45;

export interface Team {
  letter: string;
  /** `#rrggbb` */
  fill: string;
}

const rgb = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** Paints an unlit marble with its pole tilted to the right, in radians. */
function paintTilt(context: CanvasRenderingContext2D, fill: string, tilt: number): void {
  const size = context.canvas.width;
  const image = context.createImageData(size, size);
  const [own, dark] = [rgb(fill), rgb(fill).map((part) => part * 0.22)];
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const soft = 3 / size;
  const past = (value: number, edge: number) =>
    Math.max(0, Math.min(1, (value - edge) / soft + 0.5));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [(2 * column + 1) / size - 1, (2 * row + 1) / size - 1];
      const off = Math.hypot(x, y);
      const alpha = Math.max(0, Math.min(1, ((1 - off) * size) / 2));
      if (alpha > 0) {
        const height = Math.abs(x * sin + Math.sqrt(Math.max(0, 1 - off * off)) * cos);
        const [cap, line, belt] = [
          past(height, BANDS.cap),
          past(height, BANDS.line),
          1 - past(height, BANDS.belt),
        ];
        const at = 4 * (row * size + column);
        for (let c = 0; c < 3; c += 1) {
          const white = WHITE[c] ?? 0;
          const base = (own[c] ?? 0) * (1 - belt) + white * belt;
          const lined = base * (1 - line) + (dark[c] ?? 0) * line;
          image.data[at + c] = lined * (1 - cap) + white * cap;
        }
        image.data[at + 3] = 255 * alpha;
      }
    }
  }
  context.putImageData(image, 0, 0);
}

/** Paints a texture, with mipmaps because it is drawn smaller than its size. */
export function paintTexture(
  size: number,
  paint: (context: CanvasRenderingContext2D) => void,
): Texture {
  const context = newContext(size, size, { willReadFrequently: true });
  paint(context);
  const source = new CanvasSource({ resource: context.canvas, autoGenerateMipmaps: true });
  return new Texture({ source });
}

function paintNumber(context: CanvasRenderingContext2D, letter: string): void {
  const size = context.canvas.width;
  context.font = `800 ${size * 0.86}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = NUMBER_INK;
  context.fillText(letter, size / 2, size * (letter === "6" ? 0.76 : 0.81));
  // Without the bar, a 6 upside down would be a 9.
  if (letter === "6") {
    context.fillRect(size * 0.33, size * 0.83, size * 0.34, size * 0.07);
  }
}

/** Colours of a radial gradient, from the centre at 0 to the edge at 1. */
export type Stops = Readonly<Record<number, string>>;

/** Fills a canvas with a radial gradient, by default centred and as wide as the canvas. */
export function wash(
  context: CanvasRenderingContext2D,
  stops: Stops,
  x = context.canvas.width / 2,
  y = x,
  radius = x,
): void {
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, colour] of Object.entries(stops)) {
    light.addColorStop(Number(at), colour);
  }
  context.fillStyle = light;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

const SHADOW: Stops = {
  0: "#000f",
  0.42: "#000f",
  0.54: "#000b",
  0.68: "#0005",
  0.84: "#0001",
  1: "#0000",
};

function lay(sprite: Sprite, { x, y, right, down }: Spread): void {
  const { width, height } = sprite.texture.frame;
  sprite.setFromMatrix(
    new Matrix(
      (2 * right[0]) / width,
      (2 * right[1]) / width,
      (2 * down[0]) / height,
      (2 * down[1]) / height,
      x - right[0] - down[0],
      y - right[1] - down[1],
    ),
  );
}

function squareSpread(x: number, y: number, radius: number, radians = 0): Spread {
  const [cos, sin] = [radius * Math.cos(radians), radius * Math.sin(radians)];
  return { x, y, right: [cos, sin], down: [-sin, cos] };
}

/** A marble: its print, rotated as it rolls, under the rendered light. Each texture is painted on first use. */
export function makeMarble({ letter, fill }: Team) {
  const body = new Container({ visible: false });
  const shadow = new Sprite({ texture: Texture.EMPTY, visible: false });
  const smears = Array.from({ length: SMEARS.count }, () => new Sprite());
  const [print, numberSprite, shade] = [new Sprite(), new Sprite(), new Sprite()];
  const gloss = new Sprite({ blendMode: "add", alpha: GLOSS });
  const textures = new Map<string, Texture>();
  body.addChild(...smears, print, numberSprite, shade, gloss);
  body.once("destroyed", () => textures.forEach((texture) => texture.destroy(true)));

  function hide(): void {
    body.visible = shadow.visible = false;
  }

  /** Draws the marble on a plate. `scale` is in device pixels per unit of the plate. */
  function show(
    view: MarbleView,
    { opacity, speed, sunk }: Pick<MarblePose, "opacity" | "speed" | "sunk">,
    scale: number,
    light: { shade: Texture | null; gloss: Texture | null },
  ): void {
    const { x, y, radius, tilt, towards, number, depth, direction } = view;
    body.visible = shadow.visible = true;
    body.alpha = opacity;
    body.zIndex = -depth;
    shadow.alpha = opacity * 0.95 * Math.max(0, 1 + Math.min(0, sunk));
    const wanted = 2 * radius * scale;
    const size = SIZES.find((px) => px >= wanted) ?? SIZES[3];
    const index = Math.round((tilt / (Math.PI / 2)) * (TILTS - 1));
    const paintedTilt = (index / (TILTS - 1)) * (Math.PI / 2);
    print.texture = textureFor(`${index} ${size}`, size, (context) =>
      paintTilt(context, fill, paintedTilt),
    );
    lay(print, squareSpread(x, y, radius * INSET, towards));
    smears.forEach((smear, i) => {
      // The farthest copy is below the others.
      const share = 1 - i / SMEARS.count;
      const back = SMEARS.reach * share;
      const blur = Math.max(0, Math.min(1, (speed - FAST) / (1 - FAST)));
      smear.visible = blur > 0;
      smear.alpha = SMEARS.alpha * (1.05 - share) ** 1.6 * blur;
      smear.texture = print.texture;
      lay(
        smear,
        squareSpread(x - direction[0] * back, y - direction[1] * back, radius * INSET, towards),
      );
    });
    numberSprite.visible = number !== null;
    if (number) {
      numberSprite.texture = textureFor("number", 96, (context) => paintNumber(context, letter));
      lay(numberSprite, number);
    }
    for (const [sprite, texture] of [
      [shade, light.shade],
      [gloss, light.gloss],
    ] as const) {
      sprite.visible = texture !== null;
      if (texture) {
        sprite.texture = texture;
        lay(sprite, squareSpread(x, y, radius * MARGIN));
      }
    }
    shadow.texture = textureFor("shadow", 64, (context) => wash(context, SHADOW));
    lay(shadow, view.shadow);
    shadow.visible = sunk < 0.05;
  }

  function textureFor(
    name: string,
    size: number,
    paint: (context: CanvasRenderingContext2D) => void,
  ): Texture {
    const texture = textures.get(name) ?? paintTexture(size, paint);
    textures.set(name, texture);
    return texture;
  }

  return { body, shadow, hide, show };
}
