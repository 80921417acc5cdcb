import { Container, Sprite, Texture } from "pixi.js";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { PLATE, project } from "../../stage/plates.ts";
import { paintTexture, wash } from "./marble.ts";
import type { Stops } from "./marble.ts";
import type { RacePose } from "./pose.ts";
import { shotFans, matrixIn, widthAt } from "./shots.ts";
import type { Shot } from "./shots.ts";

/** A spectator's width, in marble widths. */
const FAN = 0.857;
/** The width of a spectator's picture, in spectator widths. */
const PICTURE = 1.5;
const PICTURE_PX = 48;
/** Height of a hop, in spectator widths; `all` is for when no side has won. */
const HOP = { cheering: 1.5, others: 0.4, all: 0.6 } as const;
const HOP_MS = [380, 620] as const;
/** Maximum number of hops by which one spectator is ahead of another. */
const OFFSET_HOPS = 7;
const CHEERING_HOP_MS = 480;
const WAVES_PER_PLATE = 1.4;
/** Shade over the others while a side cheers. */
const DARKER = "#04060bd0";

/** Shade of a spectator, from its lit point outwards. */
const SHADED: Stops = { 0: "#00000010", 0.5: "#00000048", 1: "#000000c8" };
const SHINES: Stops = { 0: "#ffffff70", 1: "#ffffff00" };
/** Masks of a spectator in focus and out of focus. */
const SHARP: Stops = { 0.62: "#000f", 0.69: "#0000" };
const SOFT: Stops = { 0.42: "#000f", 0.6: "#000d", 0.78: "#0005", 0.95: "#0000" };

function paintFan(
  context: CanvasRenderingContext2D,
  fill: string,
  edge: Stops,
  shade: string,
): void {
  const [middle, radius] = [PICTURE_PX / 2, PICTURE_PX / 2 / PICTURE];
  context.fillStyle = fill;
  context.fillRect(0, 0, PICTURE_PX, PICTURE_PX);
  wash(context, SHADED, middle - radius * 0.12, middle - radius * 0.45, radius * 1.7);
  wash(context, SHINES, middle - radius * 0.12, middle - radius * 0.45, radius * 0.5);
  context.fillStyle = shade;
  context.fillRect(0, 0, PICTURE_PX, PICTURE_PX);
  context.globalCompositeOperation = "destination-in";
  wash(context, edge);
}

/** Animated spectators on the seats left empty in a shot's plate. */
export function makeCrowd(shot: Shot, fills: readonly string[]) {
  const node = new Container();
  const matrix = matrixIn(shot);
  // The seats behind the podium are out of focus.
  const edge = shot === "plinth" ? SOFT : SHARP;
  /** Textures of each side, lit and darkened, because a tint brightens soft edges on the 2D canvas. */
  const looks = fills.map((fill) =>
    ["#0000", DARKER].map((shade) =>
      paintTexture(PICTURE_PX, (c) => paintFan(c, fill, edge, shade)),
    ),
  );
  node.once("destroyed", () => looks.flat().forEach((texture) => texture.destroy(true)));
  // The studio lists the nearest spectators first.
  const fans = shotFans(shot)
    .toReversed()
    .map(([x, y, z, side], i) => {
      const width = widthAt(matrix, [x, y, z]) * FAN;
      const at = project(matrix, [x, y, z]);
      const sprite = new Sprite({ texture: looks[side]?.[0] ?? Texture.EMPTY, anchor: 0.5 });
      sprite.x = at.x;
      sprite.setSize(width * PICTURE);
      node.addChild(sprite);
      return { sprite, y: at.y, width, side, noise: cosmeticNoise(i) };
    });

  function show({ ms, loud, side }: RacePose["hops"]): void {
    fans.forEach((fan) => {
      const isCheering = fan.side === side;
      const hop = side === null ? HOP.all : isCheering ? HOP.cheering : HOP.others;
      const beats = isCheering
        ? ms / CHEERING_HOP_MS - (WAVES_PER_PLATE * fan.sprite.x) / PLATE
        : ms / (HOP_MS[0] + (HOP_MS[1] - HOP_MS[0]) * fan.noise) + OFFSET_HOPS * fan.noise;
      fan.sprite.y = fan.y - fan.width * hop * loud * Math.abs(Math.sin(Math.PI * beats));
      fan.sprite.texture = looks[fan.side]?.[side === null || isCheering ? 0 : 1] ?? Texture.EMPTY;
    });
  }

  return { node, show };
}
