import { Container, Sprite, Texture } from "pixi.js";
import { PLATE, project } from "../../stage/plates.ts";
import { fansOf, matrixOf, widthAt } from "./look.ts";
import type { Shot } from "./look.ts";
import { painted, wash } from "./marble.ts";
import type { Stops } from "./marble.ts";
import type { RacePose } from "./pose.ts";

/** The width of a spectator by a marble, of its picture by the spectator, and of that in pixels. */
const [FAN, PICTURE, PX] = [0.857, 1.5, 48] as const;
/** Hop heights in widths: of the side that is cheered, of the others, of everybody where no side is; and the length of a hop in ms. */
const [CHEERED, OTHERS, ALL, HOP_MS] = [1.1, 0.16, 0.4, [380, 620]] as const;
/** The cheered side hops in one beat, in ms, that runs along its seats: so many waves across a plate. The others are darker. */
const [BEAT_MS, WAVES, DARKER] = [480, 1.4, "#04060ba0"] as const;

/** Shade and shine of a spectator, from where light hits it; its edge in focus and out of focus. */
const SHADED: Stops = { 0: "#00000010", 0.5: "#00000048", 1: "#000000c8" };
const SHINES: Stops = { 0: "#ffffff70", 1: "#ffffff00" };
const SHARP: Stops = { 0.62: "#000f", 0.69: "#0000" };
const SOFT: Stops = { 0.42: "#000f", 0.6: "#000d", 0.78: "#0005", 0.95: "#0000" };

function paintFan(
  context: CanvasRenderingContext2D,
  fill: string,
  edge: Stops,
  shade: string,
): void {
  const [middle, radius] = [PX / 2, PX / 2 / PICTURE];
  context.fillStyle = fill;
  context.fillRect(0, 0, PX, PX);
  wash(context, SHADED, middle - radius * 0.12, middle - radius * 0.45, radius * 1.7);
  wash(context, SHINES, middle - radius * 0.12, middle - radius * 0.45, radius * 0.5);
  context.fillStyle = shade;
  context.fillRect(0, 0, PX, PX);
  context.globalCompositeOperation = "destination-in";
  wash(context, edge);
}

/** Live spectators on the seats that the plate of a shot leaves free. */
export class Crowd {
  readonly node = new Container();
  readonly #fans: readonly { sprite: Sprite; y: number; wide: number; side: number }[];
  /** How each side looks, in its own light and beside those who cheer: the 2D canvas tints soft edges brighter. */
  readonly #looks: readonly (readonly Texture[])[];

  constructor(shot: Shot, fills: readonly string[]) {
    const matrix = matrixOf(shot);
    // Behind the plinth they are out of focus.
    const edge = shot === "plinth" ? SOFT : SHARP;
    this.#looks = fills.map((fill) =>
      ["#0000", DARKER].map((shade) => painted(PX, (c) => paintFan(c, fill, edge, shade))),
    );
    this.node.once("destroyed", () =>
      this.#looks.flat().forEach((texture) => texture.destroy(true)),
    );
    // The studio lists the nearest first.
    this.#fans = fansOf(shot)
      .toReversed()
      .map(([x, y, z, side]) => {
        const wide = widthAt(matrix, [x, y, z]) * FAN;
        const at = project(matrix, [x, y, z]);
        const sprite = new Sprite({
          texture: this.#looks[side]?.[0] ?? Texture.EMPTY,
          anchor: 0.5,
        });
        sprite.x = at.x;
        sprite.setSize(wide * PICTURE);
        this.node.addChild(sprite);
        return { sprite, y: at.y, wide, side };
      });
  }

  show({ ms, loud, side }: RacePose["hops"]): void {
    this.#fans.forEach((fan, i) => {
      const own = Math.abs((Math.sin(i * 127.1 + 3) * 43_758.545) % 1);
      const isCheering = fan.side === side;
      const high = side === null ? ALL : isCheering ? CHEERED : OTHERS;
      const beats = isCheering
        ? ms / BEAT_MS - (WAVES * fan.sprite.x) / PLATE
        : ms / (HOP_MS[0] + (HOP_MS[1] - HOP_MS[0]) * own) + 7 * own;
      fan.sprite.y = fan.y - fan.wide * high * loud * Math.abs(Math.sin(Math.PI * beats));
      fan.sprite.texture =
        this.#looks[fan.side]?.[side === null || isCheering ? 0 : 1] ?? Texture.EMPTY;
    });
  }
}
