import { Container, Matrix, Rectangle, Sprite, Texture } from "pixi.js";
import type { TextureSource } from "pixi.js";
import { project } from "../plates.ts";
import type { CameraMatrix, OnPlate, Point3 } from "../plates.ts";

/** A place on a sheet, shares from the left top corner of its front, as a point of the world. */
export type Surface = (u: number, v: number) => Point3;

/** How many cells across and down a surface is cut into: more where it bends or perspective shows. */
export type Cells = readonly [across: number, down: number];

/** So much of the sheet each cell reaches beneath its neighbours: no gap shows between them. */
const OVERLAP = 0.012;

/** From where light falls on paper, and how dark paper becomes that turns away from it. */
const LAMP: Point3 = [0, 0.16, 0.99];
const DARKEST = 0.5;

interface Cell {
  side: Sprite;
  shade: Sprite;
}

interface Placed {
  corners: readonly [OnPlate, OnPlate, OnPlate, OnPlate];
  /** From where to where on the sheet. */
  u: readonly [number, number];
  v: readonly [number, number];
  far: number;
  dark: number;
}

/**
 * A thin thing with two sides, lying or bending in the world: a card, the blade that turns it, lettering on the felt.
 * Each cell is a sprite stretched and leant as perspective has it, since the 2D canvas draws no meshes.
 */
export class Sheet {
  readonly container = new Container();
  readonly #cells: Cell[] = [];
  readonly #textures = new Map<string, Texture>();
  #front: TextureSource | null = null;
  #back: TextureSource | null = null;

  constructor() {
    this.container.visible = false;
    this.container.once("destroyed", () => this.#forget());
  }

  /** What is on its sides; null shows nothing there. Their sources stay the caller's. */
  wear(front: TextureSource | null, back: TextureSource | null): void {
    if (front !== this.#front || back !== this.#back) {
      this.#forget();
      [this.#front, this.#back] = [front, back];
    }
  }

  get front(): TextureSource | null {
    return this.#front;
  }

  hide(): void {
    this.container.visible = false;
  }

  /** Lays it in the world. `dim` darkens all of it, 0 to 1; `isLit`: it is shaded as it bends. */
  show(
    surface: Surface,
    [across, down]: Cells,
    matrix: CameraMatrix,
    { dim = 0, isLit = true } = {},
  ): void {
    this.container.visible = true;
    const placed = cellsOf(surface, across, down, matrix);
    for (let i = 0; i < Math.max(placed.length, this.#cells.length); i += 1) {
      const at = placed[i];
      const cell = (this.#cells[i] ??= this.#newCell());
      this.#place(cell, at, `${across} ${down}`, dim, isLit);
    }
  }

  #newCell(): Cell {
    const cell = {
      side: new Sprite(),
      shade: new Sprite({ texture: Texture.WHITE, tint: 0x05080c }),
    };
    this.container.addChild(cell.side, cell.shade);
    return cell;
  }

  #place(
    { side, shade }: Cell,
    at: Placed | undefined,
    cells: string,
    dim: number,
    isLit: boolean,
  ): void {
    side.visible = shade.visible = false;
    if (at === undefined) {
      return;
    }
    const [a, b, c, d] = at.corners;
    const right = { x: (b.x - a.x + d.x - c.x) / 2, y: (b.y - a.y + d.y - c.y) / 2 };
    const lower = { x: (c.x - a.x + d.x - b.x) / 2, y: (c.y - a.y + d.y - b.y) / 2 };
    const isFront = right.x * lower.y - right.y * lower.x > 0;
    const source = isFront ? this.#front : this.#back;
    if (source === null) {
      return;
    }
    const texture = this.#texture(source, at, isFront, cells);
    const middle = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 };
    const mirror = isFront ? 1 : -1;
    const lay = (sprite: Sprite, width: number, height: number) => {
      const m = new Matrix(
        (mirror * right.x) / width,
        (mirror * right.y) / width,
        lower.x / height,
        lower.y / height,
      );
      m.tx = middle.x - (m.a * width + m.c * height) / 2;
      m.ty = middle.y - (m.b * width + m.d * height) / 2;
      sprite.setFromMatrix(m);
      sprite.visible = true;
    };
    side.texture = texture;
    lay(side, texture.frame.width, texture.frame.height);
    const dark = 1 - (1 - dim) * (1 - (isLit ? at.dark : 0));
    if (dark > 0.02) {
      shade.alpha = dark;
      lay(shade, 1, 1);
    }
  }

  #texture(source: TextureSource, { u, v }: Placed, isFront: boolean, cells: string): Texture {
    const name = `${isFront} ${cells} ${u[0]} ${v[0]}`;
    let texture = this.#textures.get(name);
    if (texture === undefined) {
      const { width, height } = source;
      const left = isFront ? u[0] : 1 - u[1];
      const frame = new Rectangle(
        left * width,
        v[0] * height,
        (u[1] - u[0]) * width,
        (v[1] - v[0]) * height,
      );
      texture = new Texture({ source, frame });
      this.#textures.set(name, texture);
    }
    return texture;
  }

  #forget(): void {
    for (const texture of this.#textures.values()) {
      texture.destroy();
    }
    this.#textures.clear();
  }
}

/** The cells of a surface, furthest from the eye first. */
function cellsOf(surface: Surface, across: number, down: number, matrix: CameraMatrix): Placed[] {
  const span = (i: number, count: number): readonly [number, number] => [
    Math.max(0, i / count - OVERLAP),
    Math.min(1, (i + 1) / count + OVERLAP),
  ];
  const placed: Placed[] = [];
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [u, v] = [span(column, across), span(row, down)];
      const world = [
        surface(u[0], v[0]),
        surface(u[1], v[0]),
        surface(u[0], v[1]),
        surface(u[1], v[1]),
      ] as const;
      const [a, b, c, d] = world.map((point) => project(matrix, point)) as [
        OnPlate,
        OnPlate,
        OnPlate,
        OnPlate,
      ];
      placed.push({
        corners: [a, b, c, d],
        u,
        v,
        far: (a.far + b.far + c.far + d.far) / 4,
        dark: darkness(world[0], world[1], world[2]),
      });
    }
  }
  return placed.toSorted((one, other) => other.far - one.far);
}

/** How dark paper is that leans as these corners of it do, 0 to 1. */
function darkness(a: Point3, b: Point3, c: Point3): number {
  const [p, q] = [b, c].map((to) => to.map((part, i) => part - (a[i] ?? 0))) as [
    number[],
    number[],
  ];
  const [px = 0, py = 0, pz = 0] = p;
  const [qx = 0, qy = 0, qz = 0] = q;
  const normal = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
  const length = Math.hypot(...normal) || 1;
  const lit = Math.abs(normal.reduce((sum, part, i) => sum + part * (LAMP[i] ?? 0), 0)) / length;
  return DARKEST * (1 - lit) ** 1.2;
}
