import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import { sideColours } from "../../../src/look/palette.ts";
import type { Group, Kit, Node } from "../../stage/kit.ts";
import { PixiNode } from "../../stage/pixi/nodes.ts";
import { Pictures } from "../../stage/pixi/pictures.ts";
import type { RendererTools } from "../../stage/pixi/renderer-tools.ts";
import { eyeOf, PLATE, project, pushedIn } from "../../stage/plates.ts";
import type { Point3 } from "../../stage/plates.ts";
import type { Drawing, Play, Size } from "../../stage/scene.ts";
import { RaceCaptions } from "./captions.ts";
import { course, MARBLE, STALL, worldAt } from "./courses.ts";
import { Crowd } from "./crowd.ts";
import { fansOf, framingIn, LAMPS, matrixOf, pictures, SHOTS, TOPS, widthAt } from "./look.ts";
import type { Shot } from "./look.ts";
import { seenAs } from "./marble-view.ts";
import { Marble, painted, wash } from "./marble.ts";
import type { RacePose } from "./pose.ts";

/** How large the light of a lamp is by the marbles, and how high a pin is and how much around it belongs to it, in widths. */
const [LAMP, PIN_HIGH, PIN_MARGIN] = [3.6, 0.9, 0.12] as const;
/** The radius of a ring, in widths, and how far down its cut-out reaches, by the ring. */
const [RING, BENEATH] = [0.535, 1.8] as const;
/** So far cut-outs are painted beyond their sides, in units of the plate. */
const BLEED = 4;
/** The beam over the gate: how far from that its lower edge is, how high and how long to both sides, in widths, and its height on the plate. */
const BEAM = { far: -1.8, low: 1.54, half: 4.6, tall: 120 } as const;
/** From this depth on the ground hides a part of a marble, in widths. */
const SUNK = 0.03;
/** How much darker all but the winner gets, and how much of its light the terrace takes. */
const [DARKENED, COLOURED] = [0.5, 0.36] as const;
/** The beams in the winner's colour: where they hang and how long and wide they are, in units of the plate, their swing in radians, its length in ms, and their opacity. */
const BEAMS = {
  from: [120, 350, 650, 880],
  high: 150,
  long: 640,
  wide: 300,
  swing: 0.34,
  ms: 2_600,
  alpha: 0.85,
} as const;
/** The glow behind a portrait, in the team's colour, and the shaft of light on the winner: offset and size in widths, opacity. */
const [AURA, SHAFT] = [
  { left: 0.75, up: 0.35, wide: 7, high: 7, alpha: 0.34 },
  { left: 0, up: 2, wide: 4.4, high: 9, alpha: 0.3 },
] as const;

/** The race: the plate of the present shot, and on it the marbles. */
export class RaceTable implements Drawing<RacePose> {
  readonly root: Node;
  /** The bets in the lanes, in CSS pixels. */
  readonly chips: Group;
  /** The messages to players, above everything else. */
  readonly front: Group;
  readonly #bench: RendererTools;
  readonly #pictures: Pictures;
  readonly #plate = new Container();
  readonly #ground = new Sprite();
  readonly #shadows = new Container();
  readonly #field = new Container({ sortableChildren: true });
  readonly #marbles: readonly Marble[];
  readonly #fills: readonly string[];
  readonly #lamps: readonly Sprite[];
  readonly #glows: readonly Texture[];
  readonly #dark = new Sprite({ texture: Texture.WHITE, tint: 0, width: PLATE, height: PLATE });
  readonly #terrace = new Sprite({ blendMode: "add" });
  readonly #spot = new Sprite({ blendMode: "add" });
  readonly #halo: Sprite;
  readonly #beams: readonly Sprite[];
  readonly #crowds = new Map<Shot, Crowd>();
  /** Cut-outs of pictures before the marbles, by the name of the picture. */
  readonly #cuts = new Map<string, readonly Sprite[]>();
  readonly #fronts = new Container();
  #pins: readonly Sprite[] = [];
  readonly #captions: RaceCaptions;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, bench: RendererTools, view: Play) {
    this.#bench = bench;
    this.#pictures = new Pictures(bench.changed);
    this.#fills = view.board.sides.map(({ colour }) => sideColours[colour].fill);
    this.#marbles = view.board.sides.map(
      ({ letter }, i) => new Marble({ letter, fill: this.#fills[i] ?? "" }),
    );
    this.#glows = [RED, GREEN, WHITE].map((stops) => painted(64, (c) => wash(c, stops)));
    const texture = painted(128, paintBeam);
    this.#beams = BEAMS.from.map((x) => {
      const sprite = new Sprite({ texture, blendMode: "add" });
      sprite.anchor.set(0.5, 0);
      sprite.position.set(x, BEAMS.high);
      sprite.setSize(BEAMS.wide, BEAMS.long);
      return sprite;
    });
    this.#lamps = LAMPS.map((lamp) => lightAt("grid", lamp, LAMP, this.#glows[0]));
    this.#halo = lightAt("plinth", [0, 0, 0], 1, this.#glows[2]);
    this.#shadows.addChild(...this.#marbles.map(({ shadow }) => shadow));
    this.#field.addChild(...this.#marbles.map(({ body }) => body));
    const lights = [this.#terrace, this.#spot, ...this.#beams, this.#halo, ...this.#lamps];
    this.#plate.addChild(this.#ground, this.#dark, ...lights);
    this.#plate.addChild(this.#shadows, this.#field, this.#fronts);
    const group = kit.group();
    this.chips = kit.group();
    this.front = kit.group();
    this.#captions = new RaceCaptions(kit, view);
    group.add(new PixiNode(this.#plate), this.chips, this.#captions.node, this.front);
    this.root = group;
    this.#plate.once("destroyed", () => {
      this.#pictures.destroy();
      [...this.#glows, texture].forEach((glow) => glow.destroy(true));
      this.#pins.forEach(({ texture }) => texture.destroy());
      [...this.#cuts.values()].flat().forEach(({ texture }) => texture.destroy(true));
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
    const last = ["plinth", ...SHOTS, "spot", "terrace", "pins"];
    for (const name of ["first", "shade", "gloss", shot, ...last]) {
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
    const whole = framingIn(this.#size, shot, pose.centre, pose.portrait);
    // What is above the plinth comes down as it comes nearer.
    const push = { by: pose.zoom, x: 0.5, y: shot === "plinth" ? -0.15 : 0.5 };
    const framing = pushedIn(whole, this.#size, push);
    this.#plate.position.set(framing.x, framing.y);
    this.#plate.scale.set(framing.scale);
    const name = [shot, "grid", "first"].find((each) => this.#texture(each) !== null);
    const url = pictures[name ?? ""];
    const sidePx = Math.round(PLATE * whole.scale * this.#bench.density);
    const ground = url === undefined ? null : this.#pictures.fitted(url, sidePx);
    this.#ground.visible = ground !== null;
    if (ground) {
      this.#ground.texture = ground;
      this.#ground.setSize(PLATE, PLATE);
    }
    const seen = shot === pose.shot ? pose : { ...pose, marbles: [], light: 0, portrait: null };
    this.#light(seen, shot);
    this.#cheer(seen, shot);
    this.#place(seen, shot, framing.scale);
    this.#raise(seen, shot);
    this.#captions.show(seen, this.#size, shot, framing);
  }

  #light({ lamps, gate, light, hops, portrait, centre }: RacePose, shot: Shot): void {
    this.#lamps.forEach((sprite, i) => {
      sprite.visible = shot === "grid" && (i < lamps || gate > 0);
      sprite.texture = this.#glows[gate > 0 ? 1 : 0] ?? Texture.EMPTY;
    });
    this.#dark.visible = light > 0;
    this.#dark.alpha = DARKENED * light;
    // One after the other: a graphics card takes no two large pictures in one frame.
    for (const [sprite, name, from, most] of [
      [this.#terrace, "terrace", 0, COLOURED],
      [this.#spot, "spot", 0.2, 1],
    ] as const) {
      const texture = light > from ? this.#texture(name) : null;
      sprite.visible = texture !== null;
      sprite.alpha = (most * (light - from)) / (1 - from);
      if (texture) {
        sprite.texture = texture;
        sprite.setSize(PLATE, PLATE);
      }
    }
    this.#terrace.tint = this.#fills[hops.side ?? 0] ?? 0;
    this.#beams.forEach((beam, i) => {
      const turn = 2 * Math.PI * (hops.ms / BEAMS.ms + i * 0.29);
      beam.visible = light > 0;
      beam.rotation = BEAMS.swing * Math.sin(turn) + 0.24 * (1 - i / 1.5);
      beam.alpha = BEAMS.alpha * light * (0.75 + 0.25 * Math.cos(2 * turn));
      beam.tint = this.#terrace.tint;
    });
    const at = portrait ? centre : TOPS[0];
    this.#halo.visible = portrait?.sides.length === 1 || light > 0;
    if (at) {
      const { left, up, wide, high, alpha } = portrait ? AURA : SHAFT;
      const { x, y } = project(matrixOf(shot), at);
      const marble = widthAt(matrixOf(shot), at);
      this.#halo.position.set(x - left * marble, y - up * marble);
      this.#halo.setSize(wide * marble, high * marble);
      this.#halo.tint = portrait ? (this.#fills[portrait.sides[0] ?? 0] ?? 0) : WARM;
      this.#halo.alpha = portrait ? alpha : alpha * light;
    }
  }

  /** The spectators of a shot that are drawn live. */
  #cheer({ hops }: RacePose, shot: Shot): void {
    if (!this.#crowds.has(shot) && fansOf(shot).length > 0) {
      const crowd = new Crowd(shot, this.#fills);
      this.#crowds.set(shot, crowd);
      this.#plate.addChildAt(crowd.node, this.#plate.getChildIndex(this.#terrace));
    }
    this.#crowds.forEach((crowd, where) => {
      crowd.node.visible = where === shot;
    });
    this.#crowds.get(shot)?.show(hops);
  }

  /** What lies before a marble hides it, in the same light: the ground before its ring, and at the gate the beam. */
  #raise({ marbles }: RacePose, shot: Shot): void {
    const seen = marbles.filter((marble) => marble.seen > 0);
    const rings = shot === "plinth" ? TOPS : shot === "grid" ? STALLS : [];
    const isHiding = rings.map(([x, y]) =>
      seen.some(({ at, sunk }) => sunk > SUNK && Math.hypot(at[0] - x, at[1] - y) < MARBLE / 4),
    );
    // The beam is the last of the cut-outs.
    isHiding.push(shot === "grid" && seen.some(({ along }) => along < 0));
    this.#fronts.removeChildren();
    for (const [name, whole, tint] of [
      [shot, this.#ground, Math.round(255 * (1 - this.#dark.alpha)) * 0x01_01_01],
      ["terrace", this.#terrace, this.#terrace.tint],
      ["spot", this.#spot, this.#spot.tint],
    ] as const) {
      const texture = isHiding.includes(true) && whole.visible ? this.#texture(name) : null;
      if (texture) {
        const cuts = this.#cuts.get(name) ?? cutsOf(shot, rings, texture);
        this.#cuts.set(name, cuts);
        for (const cut of cuts.filter((_, i) => isHiding[i])) {
          Object.assign(cut, { tint, alpha: whole.alpha, blendMode: whole.blendMode });
          this.#fronts.addChild(cut);
        }
      }
    }
  }

  #place({ marbles }: RacePose, shot: Shot, scale: number): void {
    const matrix = matrixOf(shot);
    const eye = eyeOf(matrix);
    const light = { shade: this.#texture("shade"), gloss: this.#texture("gloss") };
    this.#marbles.forEach((marble, i) => {
      const pose = marbles[i];
      if (pose && pose.seen > 0) {
        marble.show(seenAs(pose, matrix, eye), pose, scale * this.#bench.density, light);
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

/** Where marbles are raised at the gate. */
const STALLS = Array.from({ length: 6 }, (_, lane): Point3 => {
  const [x, y, z] = worldAt(0, (lane - 2.5) * STALL);
  return [x, y, z - MARBLE / 2];
});

/** The ground before each ring from its front edge down, cut out of a plate; of the gate's the beam too. */
function cutsOf(shot: Shot, rings: readonly Point3[], plate: Texture): Sprite[] {
  const matrix = matrixOf(shot);
  const { right, back } = eyeOf(matrix);
  const reach = MARBLE * RING;
  const near = reach / Math.hypot(back[0], back[1]);
  const cuts = rings.map(([x, y, z]) => {
    const middle = project(matrix, [x, y, z]);
    const wide = project(matrix, [x + right[0] * reach, y + right[1] * reach, z]).x - middle.x;
    const high = project(matrix, [x + back[0] * near, y + back[1] * near, z]).y - middle.y;
    const [left, size] = [middle.x - wide, 2 * wide];
    return cutOf(plate, [left, middle.y, size, BENEATH * size], (context) => {
      // It is painted beyond its sides: the 2D canvas tints pixels brighter that are covered in part.
      context.rect(left - BLEED, middle.y, size + 2 * BLEED, BENEATH * size + BLEED);
      context.moveTo(left + size, middle.y);
      context.ellipse(middle.x, middle.y, wide, high, 0, 0, 2 * Math.PI);
    });
  });
  const [low, lower] = [BEAM.half, -BEAM.half].map((across) => {
    const [x, y, z] = worldAt(BEAM.far, across);
    return project(matrix, [x, y, z + (BEAM.low - 0.5) * MARBLE]);
  });
  if (shot === "grid" && low && lower) {
    const box = [low.x, low.y - BEAM.tall, lower.x - low.x, lower.y - low.y + BEAM.tall] as const;
    const beam = cutOf(plate, box, (context) => {
      context.moveTo(low.x, 0);
      [low, lower, { ...lower, y: 0 }].forEach(({ x, y }) => context.lineTo(x, y));
    });
    cuts.push(beam);
  }
  return cuts;
}

/** A part of a plate: what a path encloses within a box; units of the plate. */
function cutOf(
  plate: Texture,
  [left, top, wide, high]: readonly [left: number, top: number, wide: number, high: number],
  trace: (context: CanvasRenderingContext2D) => void,
): Sprite {
  const px = plate.source.width / PLATE;
  const frame = new Rectangle(0, 0, Math.floor(wide * px), Math.floor(high * px));
  const { source } = painted(Math.max(frame.width, frame.height), (context) => {
    context.scale(px, px);
    context.translate(-left, -top);
    context.beginPath();
    trace(context);
    context.clip("evenodd");
    context.drawImage(plate.source.resource as ImageBitmap, 0, 0, PLATE, PLATE);
  });
  const cut = new Sprite({ texture: new Texture({ source, frame }), x: left, y: top });
  cut.setSize(frame.width / px, frame.height / px);
  return cut;
}

/** Light from a lamp at the middle of its upper edge that spreads and fades on its way down, soft at its sides. */
function paintBeam(context: CanvasRenderingContext2D): void {
  const size = context.canvas.width;
  const light = context.createLinearGradient(0, 0, 0, size);
  light.addColorStop(0, "#ffffff48");
  light.addColorStop(0.5, "#ffffff20");
  light.addColorStop(1, "#ffffff00");
  context.fillStyle = light;
  for (let half = size / 2; half > size / 8; half -= size / 16) {
    context.beginPath();
    [-half, -half / 8, half / 8, half].forEach((x, i) =>
      context.lineTo(size / 2 + x, i % 3 === 0 ? size : 0),
    );
    context.fill();
  }
}

const WARM = 0xff_e8_c4;
const RED = { 0: "#fff0e0", 0.14: "#ff4a2c", 0.34: "#c0140a70", 1: "#80000000" };
const GREEN = { 0: "#f4fff0", 0.14: "#3cff7a", 0.34: "#0a9a3c70", 1: "#00500000" };
const WHITE = { 0: "#ffffffa0", 0.14: "#ffffff88", 0.34: "#ffffff50", 1: "#ffffff00" };

/** A light at a point of a shot, by its size in widths there. */
function lightAt(shot: Shot, at: Point3, large: number, texture = Texture.EMPTY): Sprite {
  const light = new Sprite({ texture, anchor: 0.5, blendMode: "add" });
  const { x, y } = project(matrixOf(shot), at);
  light.position.set(x, y);
  light.setSize(large * widthAt(matrixOf(shot), at));
  return light;
}
