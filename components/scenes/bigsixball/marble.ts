import { CanvasSource, Container, Matrix, Sprite, Texture } from "pixi.js";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Seen, Spread } from "./marble-view.ts";
import type { MarblePose } from "./pose.ts";

/** Into how many tilts a marble is painted from its pole to its belt, and how large, in pixels. */
const TILTS = 20;
const SIZES = [64, 128, 224, 384] as const;
/** Where the cap around a pole ends with its dark line, and how far the belt reaches, as heights above the middle. */
const [CAP, LINE, BELT] = [0.82, 0.79, 0.2] as const;
const WHITE = [232, 227, 214] as const;
/** How much of the gloss is seen: numbers are read through it. */
const GLOSS = 0.8;
/** The renderings of its light show a little around it. */
const MARGIN = 1.04;
/** The print is a little smaller than its shade: the edge is dark. */
const INSET = 0.985;
/** Motion blur: how many copies trail a marble, how far back the last one is, in radii, and the opacity of the first. */
const SMEARS = { count: 7, reach: 0.85, alpha: 0.3 } as const;
/** The speed at which it begins. */
const FAST = 0.45;

/** Who a marble stands for. */
export interface Team {
  letter: string;
  /** `#rrggbb` */
  fill: string;
}

const partsOf = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** Paints a marble without light whose pole leans to the right by a tilt, in radians. */
function paintTilt(context: CanvasRenderingContext2D, fill: string, tilt: number): void {
  const size = context.canvas.width;
  const image = context.createImageData(size, size);
  const [own, dark] = [partsOf(fill), partsOf(fill).map((part) => part * 0.22)];
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
        const high = Math.abs(x * sin + Math.sqrt(Math.max(0, 1 - off * off)) * cos);
        const [cap, line, belt] = [past(high, CAP), past(high, LINE), 1 - past(high, BELT)];
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

/** A painted texture; it is shown smaller than it is. */
export function painted(size: number, paint: (context: CanvasRenderingContext2D) => void): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context) {
    paint(context);
  }
  return new Texture({ source: new CanvasSource({ resource: canvas, autoGenerateMipmaps: true }) });
}

function paintNumber(context: CanvasRenderingContext2D, letter: string): void {
  const size = context.canvas.width;
  context.font = `800 ${size * 0.86}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = "#15130f";
  context.fillText(letter, size / 2, size * (letter === "6" ? 0.76 : 0.81));
  // Upside down, it would be a 9.
  if (letter === "6") {
    context.fillRect(size * 0.33, size * 0.83, size * 0.34, size * 0.07);
  }
}

/** Colours from the middle of a round wash, 0, to its edge, 1. */
export type Stops = Readonly<Record<number, string>>;

/** Fills a canvas with a round wash; left out, it is in its middle and as wide. */
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

/** Dark where it touches the road, and softly around. */
const SHADOW: Stops = {
  0: "#000f",
  0.42: "#000f",
  0.54: "#000b",
  0.68: "#0005",
  0.84: "#0001",
  1: "#0000",
};

/** Stretches and turns a sprite over a spread. */
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

/** A spread without perspective, turned by an angle. */
function round(x: number, y: number, radius: number, angle = 0): Spread {
  const [cos, sin] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return { x, y, right: [cos, sin], down: [-sin, cos] };
}

/** A marble: its print, turned as it rolls, in the light of the hall. Each view of it is painted when it is first seen. */
export class Marble {
  readonly body = new Container({ visible: false });
  readonly shadow = new Sprite({ texture: Texture.EMPTY, visible: false });
  readonly #team: Team;
  readonly #smears = Array.from({ length: SMEARS.count }, () => new Sprite());
  readonly #print = new Sprite();
  readonly #number = new Sprite();
  readonly #shade = new Sprite();
  readonly #gloss = new Sprite({ blendMode: "add", alpha: GLOSS });
  readonly #views = new Map<string, Texture>();

  constructor(team: Team) {
    this.#team = team;
    this.body.addChild(...this.#smears, this.#print, this.#number, this.#shade, this.#gloss);
    this.body.once("destroyed", () => {
      for (const texture of this.#views.values()) {
        texture.destroy(true);
      }
    });
  }

  hide(): void {
    this.body.visible = this.shadow.visible = false;
  }

  /** Shows it in its place on a plate; `scale` is CSS pixels for each unit of that, `density` device pixels for those. */
  show(
    seen: Seen,
    { seen: alpha, speed, sunk }: Pick<MarblePose, "seen" | "speed" | "sunk">,
    scale: number,
    light: { shade: Texture | null; gloss: Texture | null },
  ): void {
    const { x, y, radius, tilt, towards, number, shadow, far, way } = seen;
    this.body.visible = this.shadow.visible = true;
    this.body.alpha = alpha;
    this.body.zIndex = -far;
    this.shadow.alpha = alpha * 0.95 * Math.max(0, 1 + Math.min(0, sunk));
    const wanted = 2 * radius * scale;
    const size = SIZES.find((px) => px >= wanted) ?? SIZES[3];
    const nth = Math.round((tilt / (Math.PI / 2)) * (TILTS - 1));
    const leans = (nth / (TILTS - 1)) * (Math.PI / 2);
    this.#print.texture = this.#view(`${nth} ${size}`, size, (context) =>
      paintTilt(context, this.#team.fill, leans),
    );
    lay(this.#print, round(x, y, radius * INSET, towards));
    this.#smears.forEach((smear, i) => {
      // The furthest lies beneath the others.
      const share = 1 - i / SMEARS.count;
      const back = SMEARS.reach * share;
      const much = Math.max(0, Math.min(1, (speed - FAST) / (1 - FAST)));
      smear.visible = much > 0;
      smear.alpha = SMEARS.alpha * (1.1 - share) * much;
      smear.texture = this.#print.texture;
      lay(smear, round(x - way[0] * back, y - way[1] * back, radius * INSET, towards));
    });
    this.#number.visible = number !== null;
    if (number) {
      this.#number.texture = this.#view("number", 96, (context) =>
        paintNumber(context, this.#team.letter),
      );
      lay(this.#number, number);
    }
    for (const [sprite, texture] of [
      [this.#shade, light.shade],
      [this.#gloss, light.gloss],
    ] as const) {
      sprite.visible = texture !== null;
      if (texture) {
        sprite.texture = texture;
        lay(sprite, round(x, y, radius * MARGIN));
      }
    }
    this.shadow.texture = this.#view("shadow", 64, (context) => wash(context, SHADOW));
    lay(this.shadow, shadow);
    this.shadow.visible = sunk < 0.05;
  }

  #view(name: string, size: number, paint: (context: CanvasRenderingContext2D) => void): Texture {
    const view = this.#views.get(name) ?? painted(size, paint);
    this.#views.set(name, view);
    return view;
  }
}
