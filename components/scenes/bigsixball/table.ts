import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import { sideColours } from "../../../src/look/palette.ts";
import type { BetsDrawing } from "../../stage/bets/bets-on-felt.ts";
import { clamp01 } from "../../stage/easing.ts";
import { SceneNode } from "../../stage/pixi/nodes.ts";
import { coverPlate, Pictures } from "../../stage/pixi/pictures.ts";
import type { DrawingTools } from "../../stage/pixi/surface.ts";
import { cameraAxes, PLATE, project, movedIn } from "../../stage/plates.ts";
import type { Point3 } from "../../stage/plates.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { raceCaptions } from "./captions.ts";
import { course, MARBLE, STALL, worldAt } from "./courses.ts";
import { makeCrowd } from "./crowd.ts";
import { viewMarble } from "./marble-view.ts";
import { makeMarble, paintTexture, wash } from "./marble.ts";
import type { RacePose } from "./pose.ts";
import {
  shotFans,
  framingIn,
  LAMPS,
  lanesFraming,
  matrixIn,
  pictures,
  SHOTS,
  widthAt,
} from "./shots.ts";
import type { Shot } from "./shots.ts";

const PACE_MARBLE_FILL = "#9aa4b2";
/** The glow of the lamps before and at the start, and of the halo behind the winner, from the centre to the edge. */
const RED = { 0: "#fff0e0", 0.14: "#ff4a2c", 0.34: "#c0140a70", 1: "#80000000" };
const GREEN = { 0: "#f4fff0", 0.14: "#3cff7a", 0.34: "#0a9a3c70", 1: "#00500000" };
const WHITE = { 0: "#ffffffa0", 0.14: "#ffffff88", 0.34: "#ffffff50", 1: "#ffffff00" };
/** Size of a lamp's light, in marble widths, as are the sizes below. */
const LAMP = 3.6;
const PEG_HEIGHT = 0.9;
/** Space around a peg that is part of its cut-out. */
const PEG_MARGIN = 0.12;
const RING_RADIUS = 0.535;
/** Height of the cut-out below a ring, in diameters of the ring. */
const CUT_HEIGHT = 1.8;
/** The beam over the gate: its distance, lower edge and half its length; its height is in units of the plate. */
const BEAM = { distance: -1.8, low: 1.54, half: 4.6, tall: 120 } as const;
/** Depth from which the ground hides part of a marble. */
const SUNK = 0.03;
/** Darkness of everything except the winner, 0 to 1. */
const DARKNESS = 0.66;
/** Maximum opacity of the winner's colour on the terrace. */
const TERRACE_LIGHT = 0.3;
/**
 * The beams in the winner's colour from both sides: position and size in units of the plate, angles in radians, and the
 * period of their swing in ms.
 */
const BEAMS = {
  from: [215, 795],
  y: 40,
  length: 960,
  width: 320,
  lean: 0.36,
  swing: 0.07,
  ms: 2_600,
  alpha: 0.95,
} as const;
/** The glow in the team's colour behind a portrait. */
const AURA = { left: 0.75, up: 0.35, width: 7, alpha: 0.34 } as const;

/** Draws the current shot's plate, and the marbles on it. */
export function raceTable(tools: DrawingTools, view: Play): BetsDrawing<RacePose> {
  const textures = new Pictures(tools.changed);
  const fills = view.sides.map(({ colour }) => sideColours[colour].fill);
  /** The sides' marbles, then the pace marble. */
  const allMarbles = [
    ...view.sides.map(({ letter }, i) => makeMarble({ letter, fill: fills[i] ?? "" })),
    makeMarble({ letter: "", fill: PACE_MARBLE_FILL }),
  ];
  const plate = new Container();
  const ground = new Sprite();
  const dark = new Sprite({ texture: Texture.WHITE, tint: 0, width: PLATE, height: PLATE });
  const terrace = new Sprite({ blendMode: "add" });
  const spot = new Sprite({ blendMode: "add" });
  const beamTexture = paintTexture(96, paintBeam);
  const beams = BEAMS.from.map((x) => {
    const sprite = new Sprite({ texture: beamTexture, blendMode: "add" });
    sprite.anchor.set(0.5, 0);
    sprite.position.set(x, BEAMS.y);
    sprite.setSize(BEAMS.width, BEAMS.length);
    return sprite;
  });
  const glows = [RED, GREEN, WHITE].map((stops) => paintTexture(64, (c) => wash(c, stops)));
  const lampLights = LAMPS.map((lamp) => lightAt("grid", lamp, LAMP, glows[0]));
  const halo = lightAt("plinth", [0, 0, 0], 1, glows[2]);
  const shadows = new Container();
  shadows.addChild(...allMarbles.map(({ shadow }) => shadow));
  const field = new Container({ sortableChildren: true });
  field.addChild(...allMarbles.map(({ body }) => body));
  /** Gate cut-outs in front of the marbles. */
  const fronts = new Container<Sprite>();
  plate.addChild(ground, dark, terrace, spot, ...beams, halo, ...lampLights);
  plate.addChild(shadows, field, fronts);
  const crowds = new Map<Shot, ReturnType<typeof makeCrowd>>();
  const captions = raceCaptions(tools, view);
  const [root, chips, results] = [tools.group(), tools.group(), tools.group()];
  root.add(new SceneNode(plate), chips, captions.node, results);
  let pegs: readonly Sprite[] = [];
  let size: Size = { width: 1, height: 1 };
  plate.once("destroyed", () => {
    textures.destroy();
    [...glows, beamTexture].forEach((glow) => glow.destroy(true));
    pegs.forEach(({ texture }) => texture.destroy());
    fronts.children.forEach(({ texture }) => texture.destroy(true));
  });

  /** A picture by name; null until it has loaded. */
  function picture(name: string): Texture | null {
    const url = pictures[name];
    return url === undefined ? null : textures.getOrLoad(url);
  }

  function load(shot: Shot): void {
    const last = ["plinth", ...SHOTS, "spot", "terrace", "pins"];
    for (const name of ["first", "shade", "gloss", shot, ...last]) {
      if (name in pictures && picture(name) === null) {
        return;
      }
    }
  }

  function show(pose: RacePose): void {
    load(pose.shot);
    const sharp = picture(pose.shot);
    // Shows the empty gate until the plate has loaded.
    const shot = sharp ? pose.shot : "grid";
    const { centre, portrait, zoom } = pose;
    // Without bets, the lanes are less important than the lamps above the gate.
    const areLanesShown = shot === "grid" && pose.hasBet.length > 0;
    const whole = areLanesShown ? lanesFraming(size) : framingIn(size, shot, centre, portrait);
    // At the podium the zoom is centred above the box, so that the top moves down into view.
    const moveIn = { by: zoom, x: 0.5, y: shot === "plinth" ? -0.05 : 0.5 };
    const framing = centre
      ? framingIn(size, shot, centre, portrait, zoom)
      : movedIn(whole, size, moveIn);
    plate.position.set(framing.x, framing.y);
    plate.scale.set(framing.scale);
    const name = [shot, "grid", "first"].find((plate) => picture(plate) !== null);
    const url = pictures[name ?? ""];
    const sidePx = Math.round(PLATE * whole.scale * tools.density);
    coverPlate(ground, url === undefined ? null : textures.fitted(url, sidePx));
    const drawn =
      shot === pose.shot ? pose : { ...pose, marbles: [], pace: null, light: 0, portrait: null };
    lightUp(drawn, shot);
    cheer(drawn, shot);
    place(drawn, shot, framing.scale);
    raise(drawn, shot);
    captions.show(drawn, size, shot, framing);
  }

  function lightUp({ lamps, gate, light, hops, portrait, centre }: RacePose, shot: Shot): void {
    lampLights.forEach((sprite, i) => {
      sprite.visible = shot === "grid" && (i < lamps || gate > 0);
      sprite.texture = glows[gate > 0 ? 1 : 0] ?? Texture.EMPTY;
    });
    dark.visible = light > 0;
    dark.alpha = DARKNESS * light;
    // Starts one after the other, because uploading two large pictures in one frame would stutter.
    for (const [sprite, name, from, maxAlpha] of [
      [terrace, "terrace", 0, TERRACE_LIGHT],
      [spot, "spot", 0.2, 1],
    ] as const) {
      coverPlate(sprite, light > from ? picture(name) : null);
      sprite.alpha = (maxAlpha * (light - from)) / (1 - from);
    }
    terrace.tint = fills[hops.side ?? 0] ?? 0;
    beams.forEach((beam, i) => {
      const turn = 2 * Math.PI * (hops.ms / BEAMS.ms + i * 0.29);
      beam.visible = light > 0;
      beam.rotation = BEAMS.swing * Math.sin(turn) + BEAMS.lean * (2 * i - 1);
      beam.alpha = BEAMS.alpha * light;
      beam.tint = terrace.tint;
    });
    halo.visible = portrait?.sides.length === 1;
    if (portrait && centre) {
      const { left, up, width, alpha } = AURA;
      const { x, y } = project(matrixIn(shot), centre);
      const marble = widthAt(matrixIn(shot), centre);
      halo.position.set(x - left * marble, y - up * marble);
      halo.setSize(width * marble);
      halo.tint = fills[portrait.sides[0] ?? 0] ?? 0;
      halo.alpha = alpha;
    }
  }

  function cheer({ hops }: RacePose, shot: Shot): void {
    if (!crowds.has(shot) && shotFans(shot).length > 0) {
      const crowd = makeCrowd(shot, fills);
      crowds.set(shot, crowd);
      plate.addChildAt(crowd.node, plate.getChildIndex(terrace));
    }
    crowds.forEach((crowd, where) => {
      crowd.node.visible = where === shot;
    });
    crowds.get(shot)?.show(hops);
  }

  /** Draws the ground and the beam at the gate in front of marbles that are lower. */
  function raise({ marbles }: RacePose, shot: Shot): void {
    const visible = marbles.filter((marble) => marble.opacity > 0);
    const isHiding = STALLS.map(([x, y]) =>
      visible.some(({ at, sunk }) => sunk > SUNK && Math.hypot(at[0] - x, at[1] - y) < MARBLE / 4),
    );
    // The beam is the last cut-out.
    isHiding.push(visible.some(({ along }) => along < 0));
    const texture = shot === "grid" && isHiding.includes(true) ? picture("grid") : null;
    fronts.visible = texture !== null;
    if (texture && fronts.children.length === 0) {
      fronts.addChild(...cutGateFronts(texture));
    }
    fronts.children.forEach((cut, i) => {
      cut.visible = isHiding[i] ?? false;
    });
  }

  function place({ marbles, pace }: RacePose, shot: Shot, scale: number): void {
    const matrix = matrixIn(shot);
    const eye = cameraAxes(matrix);
    const light = { shade: picture("shade"), gloss: picture("gloss") };
    allMarbles.forEach((marble, i) => {
      const pose = marbles[i] ?? pace;
      if (pose && pose.opacity > 0) {
        marble.show(viewMarble(pose, matrix, eye), pose, scale * tools.density, light);
      } else {
        marble.hide();
      }
    });
    const hasPegs = shot === "pegs";
    const whole = hasPegs && pegs.length === 0 ? picture("pins") : null;
    if (whole) {
      pegs = cutPegs(whole);
      field.addChild(...pegs);
    }
    for (const peg of pegs) {
      peg.visible = hasPegs;
    }
  }

  return {
    root,
    chips,
    results,
    get isReady() {
      return ground.visible;
    },
    resize(box) {
      size = box;
    },
    show,
  };
}

/** The pegs as cut-outs, each at its own depth, because marbles roll in front of and behind them. */
function cutPegs(whole: Texture): readonly Sprite[] {
  const matrix = matrixIn("pegs");
  const { right } = cameraAxes(matrix);
  return course.pegs.map(({ along, across, radius }) => {
    const [x, y, middle] = worldAt(along, across);
    const low = middle - MARBLE / 2;
    const foot = project(matrix, [x, y, low]);
    const top = project(matrix, [x, y, low + PEG_HEIGHT * MARBLE]);
    const reach = (radius + PEG_MARGIN) * MARBLE;
    const aside = project(matrix, [x + right[0] * reach, y + right[1] * reach, low]);
    const half = Math.abs(aside.x - foot.x);
    const px = whole.source.width / PLATE;
    const [left, upper] = [Math.min(foot.x, top.x) - half, top.y - half];
    const [width, height] = [Math.abs(foot.x - top.x) + 2 * half, foot.y - top.y + 2 * half];
    const peg = new Sprite({
      texture: new Texture({
        source: whole.source,
        frame: new Rectangle(left * px, upper * px, width * px, height * px),
      }),
      zIndex: -foot.depth,
    });
    peg.position.set(left, upper);
    peg.setSize(width, height);
    return peg;
  });
}

const STALLS = Array.from({ length: 6 }, (_, lane): Point3 => {
  const [x, y, z] = worldAt(0, (lane - 2.5) * STALL);
  return [x, y, z - MARBLE / 2];
});

/** The ground in front of each ring and then the beam, cut out of the gate's plate. */
function cutGateFronts(plate: Texture): Sprite[] {
  const matrix = matrixIn("grid");
  const { right, back } = cameraAxes(matrix);
  const reach = MARBLE * RING_RADIUS;
  const near = reach / Math.hypot(back[0], back[1]);
  const cuts = STALLS.map(([x, y, z]) => {
    const middle = project(matrix, [x, y, z]);
    const radiusX = project(matrix, [x + right[0] * reach, y + right[1] * reach, z]).x - middle.x;
    const radiusY = project(matrix, [x + back[0] * near, y + back[1] * near, z]).y - middle.y;
    const [left, size] = [middle.x - radiusX, 2 * radiusX];
    return cutOut(plate, [left, middle.y, size, CUT_HEIGHT * size], (context) => {
      context.rect(left, middle.y, size, CUT_HEIGHT * size);
      context.moveTo(left + size, middle.y);
      context.ellipse(middle.x, middle.y, radiusX, radiusY, 0, 0, 2 * Math.PI);
    });
  });
  const [start, end] = [BEAM.half, -BEAM.half].map((across) => {
    const [x, y, z] = worldAt(BEAM.distance, across);
    return project(matrix, [x, y, z + (BEAM.low - 0.5) * MARBLE]);
  });
  if (start && end) {
    const box = [
      start.x,
      start.y - BEAM.tall,
      end.x - start.x,
      end.y - start.y + BEAM.tall,
    ] as const;
    const beam = cutOut(plate, box, (context) => {
      context.moveTo(start.x, 0);
      [start, end, { ...end, y: 0 }].forEach(({ x, y }) => context.lineTo(x, y));
    });
    cuts.push(beam);
  }
  return cuts;
}

/** The part of a plate enclosed by a path within a box, in units of the plate. */
function cutOut(
  plate: Texture,
  [left, top, width, height]: readonly [left: number, top: number, width: number, height: number],
  trace: (context: CanvasRenderingContext2D) => void,
): Sprite {
  const px = plate.source.width / PLATE;
  const frame = new Rectangle(0, 0, Math.floor(width * px), Math.floor(height * px));
  const { source } = paintTexture(Math.max(frame.width, frame.height), (context) => {
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

/** Paints a beam of light that widens and fades downwards, with soft sides. */
function paintBeam(context: CanvasRenderingContext2D): void {
  const size = context.canvas.width;
  context.fillStyle = "#fff";
  for (let y = 0; y < size; y += 1) {
    const distance = y / size;
    const strength = Math.min(1, 8 * distance) * (1 - distance) ** 0.8;
    for (let x = 0; x < size; x += 1) {
      const aside = Math.abs(2 * (x / size) - 1) / (0.16 + 0.84 * distance);
      context.globalAlpha = strength * (1 - clamp01(aside) ** 2) ** 2;
      context.fillRect(x, y, 1, 1);
    }
  }
}

/** A light at a point in a shot; its size is in marble widths there. */
function lightAt(shot: Shot, at: Point3, large: number, texture = Texture.EMPTY): Sprite {
  const light = new Sprite({ texture, anchor: 0.5, blendMode: "add" });
  const { x, y } = project(matrixIn(shot), at);
  light.position.set(x, y);
  light.setSize(large * widthAt(matrixIn(shot), at));
  return light;
}
