import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import { sideColours } from "../../../src/look/palette.ts";
import type { Group, Kit, Node } from "../../stage/kit.ts";
import type { Bench } from "../../stage/pixi/bench.ts";
import { PixiNode } from "../../stage/pixi/nodes.ts";
import { Pictures } from "../../stage/pixi/pictures.ts";
import { PLATE, project } from "../../stage/plates.ts";
import type { Drawing, Play, Size } from "../../stage/scene.ts";
import { RaceCaptions } from "./captions.ts";
import { course, MARBLE, worldAt } from "./courses.ts";
import { framingIn, LAMPS, matrixOf, pictures, SHOTS } from "./look.ts";
import type { Shot } from "./look.ts";
import { eyeOf, seenAs } from "./marble-view.ts";
import { Marble, painted } from "./marble.ts";
import type { RacePose } from "./pose.ts";

/** How large the light of a lamp is by the marbles, and how high a pin is and how much around it belongs to it, in widths. */
const [LAMP, PIN_HIGH, PIN_MARGIN] = [1.5, 0.9, 0.12] as const;

/** The race: the plate of the present shot, and on it the marbles. */
export class RaceTable implements Drawing<RacePose> {
  readonly root: Node;
  /** The bets in the lanes, in CSS pixels. */
  readonly chips: Group;
  /** The messages to players, above everything else. */
  readonly front: Group;
  readonly #bench: Bench;
  readonly #pictures: Pictures;
  readonly #plate = new Container();
  readonly #ground = new Sprite();
  readonly #shadows = new Container();
  readonly #field = new Container({ sortableChildren: true });
  readonly #marbles: readonly Marble[];
  readonly #lamps: readonly Sprite[];
  readonly #glow: Texture;
  #pins: readonly Sprite[] = [];
  readonly #captions: RaceCaptions;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, bench: Bench, view: Play) {
    this.#bench = bench;
    this.#pictures = new Pictures(bench.changed);
    this.#marbles = view.board.sides.map(
      ({ letter, colour }) => new Marble({ letter, fill: sideColours[colour].fill }),
    );
    this.#glow = painted(64, paintGlow);
    this.#lamps = LAMPS.map(
      () => new Sprite({ texture: this.#glow, anchor: 0.5, blendMode: "add" }),
    );
    this.#shadows.addChild(...this.#marbles.map(({ shadow }) => shadow));
    this.#field.addChild(...this.#marbles.map(({ body }) => body));
    this.#plate.addChild(this.#ground, ...this.#lamps, this.#shadows, this.#field);
    const group = kit.group();
    this.chips = kit.group();
    this.front = kit.group();
    this.#captions = new RaceCaptions(kit, view);
    group.add(new PixiNode(this.#plate), this.chips, this.#captions.node, this.front);
    this.root = group;
    this.#plate.once("destroyed", () => {
      this.#pictures.destroy();
      this.#glow.destroy(true);
      this.#pins.forEach(({ texture }) => texture.destroy());
    });
  }

  get isReady(): boolean {
    return this.#ground.visible;
  }

  resize(size: Size): void {
    this.#size = size;
  }

  /** A picture by its name; null until it is there. */
  #texture(name: string): Texture | null {
    const url = pictures[name];
    return url === undefined ? null : this.#pictures.get(url);
  }

  /** Asks for pictures one after another, those first that are seen first. */
  #load(shot: Shot): void {
    for (const name of ["first", "shade", "gloss", shot, ...SHOTS, "pins"]) {
      if (name in pictures && this.#texture(name) === null) {
        return;
      }
    }
  }

  show(pose: RacePose): void {
    this.#load(pose.shot);
    const sharp = this.#texture(pose.shot);
    // Until its plate has come the gate is seen, and nobody there.
    const shot = sharp ? pose.shot : "grid";
    const ground = sharp ?? this.#texture("grid") ?? this.#texture("first");
    const framing = framingIn(this.#size, shot, pose.centre);
    this.#plate.position.set(framing.x, framing.y);
    this.#plate.scale.set(framing.scale);
    this.#ground.visible = ground !== null;
    if (ground) {
      this.#ground.texture = ground;
      this.#ground.setSize(PLATE, PLATE);
    }
    this.#light(shot === "grid" ? pose.lamps : 0);
    this.#place(shot === pose.shot ? pose : { ...pose, marbles: [] }, shot, framing.scale);
    this.#captions.show(pose, this.#size, shot, framing);
  }

  #light(lit: number): void {
    const matrix = matrixOf("grid");
    this.#lamps.forEach((sprite, i) => {
      sprite.visible = i < lit;
      const [x = 0, y = 0, z = 0] = LAMPS[i] ?? [];
      const at = project(matrix, [x, y, z]);
      const edge = project(matrix, [x, y, z + LAMP * MARBLE]);
      sprite.position.set(at.x, at.y);
      sprite.setSize(2 * Math.abs(edge.y - at.y));
    });
  }

  #place({ marbles }: RacePose, shot: Shot, scale: number): void {
    const matrix = matrixOf(shot);
    const eye = eyeOf(matrix);
    const light = { shade: this.#texture("shade"), gloss: this.#texture("gloss") };
    this.#marbles.forEach((marble, i) => {
      const pose = marbles[i];
      if (pose && pose.seen > 0) {
        marble.show(seenAs(pose, matrix, eye), pose.seen, scale * this.#bench.density, light);
      } else {
        marble.hide();
      }
    });
    const isPinned = shot === "pegs";
    const whole = isPinned && this.#pins.length === 0 ? this.#texture("pins") : null;
    if (whole) {
      this.#pins = cutPins(whole);
      this.#field.addChild(...this.#pins);
    }
    for (const pin of this.#pins) {
      pin.visible = isPinned;
    }
  }
}

/** The pins as cut-outs, each as far from the eye as it is: marbles roll before and behind them. */
function cutPins(whole: Texture): readonly Sprite[] {
  const matrix = matrixOf("pegs");
  const { right } = eyeOf(matrix);
  return course.pegs.map(({ along, across, radius }) => {
    const [x, y, middle] = worldAt(along, across);
    const low = middle - MARBLE / 2;
    const foot = project(matrix, [x, y, low]);
    const top = project(matrix, [x, y, low + PIN_HIGH * MARBLE]);
    const reach = (radius + PIN_MARGIN) * MARBLE;
    const aside = project(matrix, [x + right[0] * reach, y + right[1] * reach, low]);
    const half = Math.abs(aside.x - foot.x);
    const px = whole.source.width / PLATE;
    const [left, upper] = [Math.min(foot.x, top.x) - half, top.y - half];
    const [wide, high] = [Math.abs(foot.x - top.x) + 2 * half, foot.y - top.y + 2 * half];
    const pin = new Sprite({
      texture: new Texture({
        source: whole.source,
        frame: new Rectangle(left * px, upper * px, wide * px, high * px),
      }),
      zIndex: -foot.far,
    });
    pin.position.set(left, upper);
    pin.setSize(wide, high);
    return pin;
  });
}

/** The light of a lamp. */
function paintGlow(context: CanvasRenderingContext2D): void {
  const light = context.createRadialGradient(32, 32, 0, 32, 32, 32);
  light.addColorStop(0, "#fff0e0");
  light.addColorStop(0.12, "#ff5a3c");
  light.addColorStop(0.3, "#c0140a70");
  light.addColorStop(1, "#80000000");
  context.fillStyle = light;
  context.fillRect(0, 0, 64, 64);
}
