import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import { sideColours } from "../../../src/look/palette.ts";
import type { Group, Kit, Node } from "../../stage/kit.ts";
import type { Bench } from "../../stage/pixi/bench.ts";
import { PixiNode } from "../../stage/pixi/nodes.ts";
import { Pictures } from "../../stage/pixi/pictures.ts";
import { closer, eyeOf, PLATE, project } from "../../stage/plates.ts";
import type { OnPlate, Point3 } from "../../stage/plates.ts";
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
/** From this depth on the ground hides a part of a marble, in widths. */
const SUNK = 0.03;
/** How much darker all but the winner gets, and how much of its light the terrace takes. */
const [DARKENED, COLOURED] = [0.45, 0.5] as const;
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
  readonly #bench: Bench;
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
  readonly #crowds = new Map<Shot, Crowd>();
  /** Cut-outs of pictures before the marbles, by the name of the picture. */
  readonly #cuts = new Map<string, readonly Sprite[]>();
  readonly #fronts = new Container();
  #pins: readonly Sprite[] = [];
  readonly #captions: RaceCaptions;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, bench: Bench, view: Play) {
    this.#bench = bench;
    this.#pictures = new Pictures(bench.changed);
    this.#fills = view.board.sides.map(({ colour }) => sideColours[colour].fill);
    this.#marbles = view.board.sides.map(
      ({ letter }, i) => new Marble({ letter, fill: this.#fills[i] ?? "" }),
    );
    this.#glows = [RED, GREEN, WHITE].map((stops) => painted(64, (c) => wash(c, stops)));
    this.#lamps = LAMPS.map((lamp) => lightAt("grid", lamp, LAMP, this.#glows[0]));
    this.#halo = lightAt("plinth", [0, 0, 0], 1, this.#glows[2]);
    this.#shadows.addChild(...this.#marbles.map(({ shadow }) => shadow));
    this.#field.addChild(...this.#marbles.map(({ body }) => body));
    const lights = [this.#terrace, this.#spot, this.#halo, ...this.#lamps];
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
      this.#glows.forEach((glow) => glow.destroy(true));
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
    const framing = closer(whole, this.#size, pose.zoom);
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
    const at = portrait ? centre : TOPS[0];
    this.#halo.visible = portrait !== null || light > 0;
    if (at) {
      const { left, up, wide, high, alpha } = portrait ? AURA : SHAFT;
      const { x, y } = project(matrixOf(shot), at);
      const marble = widthAt(matrixOf(shot), at);
      this.#halo.position.set(x - left * marble, y - up * marble);
      this.#halo.setSize(wide * marble, high * marble);
      this.#halo.tint = portrait ? (this.#fills[portrait.side] ?? 0) : WARM;
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

  /** What lies before a marble hides it: the ground before its ring, in the same light; and at the gate the beam. */
  #raise({ marbles }: RacePose, shot: Shot): void {
    const raised = marbles.filter(({ sunk, seen }) => sunk > SUNK && seen > 0);
    const isBehind = marbles.some(({ along, seen }) => along < 0 && seen > 0);
    const rings = shot === "plinth" ? TOPS : shot === "grid" ? STALLS : [];
    const needed = [
      ...rings.map(([x, y]) =>
        raised.some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < MARBLE / 4),
      ),
      ...(shot === "grid" ? [isBehind] : []),
    ];
    for (const cut of [...this.#cuts.values()].flat()) {
      cut.visible = false;
    }
    for (const [name, whole] of [
      [shot, this.#ground],
      ["terrace", this.#terrace],
      ["spot", this.#spot],
    ] as const) {
      const texture = needed.includes(true) && whole.visible ? this.#texture(name) : null;
      if (texture && !this.#cuts.has(name)) {
        const cuts = rings.map((ring) => frontOf(shot, ring, texture));
        this.#cuts.set(name, shot === "grid" ? [...cuts, cutOf(texture, BEAM)] : cuts);
        this.#fronts.addChild(...(this.#cuts.get(name) ?? []));
      }
      for (const [i, cut] of (texture ? (this.#cuts.get(name) ?? []) : []).entries()) {
        cut.visible = needed[i] ?? false;
        cut.alpha = whole.alpha;
        cut.blendMode = whole.blendMode;
        cut.tint = name === shot ? this.#shaded() : whole.tint;
      }
    }
  }

  /** The tint of what is as dark as the ground. */
  #shaded(): number {
    return Math.round(255 * (1 - (this.#dark.visible ? this.#dark.alpha : 0))) * 0x01_01_01;
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

/** A corner of a cut-out, in units of the plate. */
type Corner = Pick<OnPlate, "x" | "y">;

/** The beam over the gate hides marbles behind it: from its lower edge, so far from the gate and high in widths, it is so tall on the plate. */
const [BEAM_AT, BEAM_LOW, BEAM_TALL] = [-1.8, 1.54, 120] as const;
const BEAM = [-4.6, 4.6, 4.6, -4.6].map((across, i): Corner => {
  const [x, y, z] = worldAt(BEAM_AT, across);
  const low = project(matrixOf("grid"), [x, y, z + (BEAM_LOW - 0.5) * MARBLE]);
  return { x: low.x, y: low.y - (i < 2 ? 0 : BEAM_TALL) };
});

/** The ground before a ring, from its front edge down. */
function frontOf(shot: Shot, ring: Point3, plate: Texture): Sprite {
  const matrix = matrixOf(shot);
  const { right, back } = eyeOf(matrix);
  const flat = Math.hypot(back[0], back[1]);
  const edge = Array.from({ length: 17 }, (_, i): Corner => {
    const [cos, sin] = [Math.cos((Math.PI * i) / 16), Math.sin((Math.PI * i) / 16)];
    const on = (axis: 0 | 1) =>
      ring[axis] + MARBLE * RING * (cos * right[axis] + (sin * back[axis]) / flat);
    return project(matrix, [on(0), on(1), ring[2]]);
  });
  const [last, first] = [edge[0]?.x ?? 0, edge.at(-1)?.x ?? 0];
  const foot = Math.min(...edge.map(({ y }) => y)) + BENEATH * (last - first);
  return cutOf(plate, [...edge, { x: first, y: foot }, { x: last, y: foot }]);
}

/** A part of a plate. */
function cutOf(plate: Texture, corners: readonly Corner[]): Sprite {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top);
  const px = plate.source.width / PLATE;
  const texture = painted(Math.ceil(size * px), (context) => {
    context.beginPath();
    for (const { x, y } of corners) {
      context.lineTo((x - left) * px, (y - top) * px);
    }
    context.clip();
    context.drawImage(plate.source.resource as ImageBitmap, -left * px, -top * px);
  });
  const cut = new Sprite(texture);
  cut.position.set(left, top);
  cut.setSize(texture.source.width / px);
  return cut;
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
