import { Container, Sprite } from "pixi.js";
import type { Pictures } from "../pixi/pictures.ts";
import { project } from "../plates.ts";
import type { CameraMatrix } from "../plates.ts";
import PICTURES from "../studio/pack/hands.json" with { type: "json" };
import { clamp01 } from "../tracks.ts";
import { SHOULDERS, world } from "./places.ts";
import type { Grasp, HandPose } from "./round.ts";

/** The pictures of the left hand as the viewer sees it, with its sleeve and shadow; the right one mirrors it. */
export const HAND_URLS: Readonly<Record<Grasp, string>> = {
  draw: new URL("../studio/pack/hand-draw.avif", import.meta.url).href,
  turn: new URL("../studio/pack/hand-turn.avif", import.meta.url).href,
  sweep: new URL("../studio/pack/hand-sweep.avif", import.meta.url).href,
};

/** A picture is turned no further than this to where its arm comes from, in radians: light and foreshortening are in it. */
const MOST_TURNED = 0.4;

/** The dealer's hands on the plate, each a sprite; another fades in above it as its grasp changes. */
export class Hands {
  readonly container = new Container();
  readonly #sprites = new Map<string, Sprite>();
  readonly #pictures: Pictures;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  show(poses: readonly HandPose[], matrix: CameraMatrix): void {
    for (const sprite of this.#sprites.values()) {
      sprite.visible = false;
    }
    for (const pose of poses) {
      const { before, grasp, changed } = pose;
      // One is whole at each moment, so that nothing shows through.
      if (changed < 1 && before !== grasp) {
        this.#lay(pose, before, clamp01(2 - 2 * changed), matrix);
        this.#lay(pose, grasp, clamp01(2 * changed), matrix);
      } else {
        this.#lay(pose, grasp, 1, matrix);
      }
    }
  }

  #lay({ hand, x, y, lift }: HandPose, grasp: Grasp, alpha: number, matrix: CameraMatrix): void {
    const texture = this.#pictures.get(HAND_URLS[grasp]);
    if (texture === null) {
      return;
    }
    const name = `${hand} ${grasp}`;
    let sprite = this.#sprites.get(name);
    if (sprite === undefined) {
      sprite = new Sprite();
      this.#sprites.set(name, sprite);
      this.container.addChild(sprite);
    }
    const picture = PICTURES[grasp];
    const mirror = hand === "right" ? -1 : 1;
    const at = project(matrix, world(x, y, lift));
    const metre = (project(matrix, world(x + 10, y, lift)).x - at.x) * 100;
    const scale = (picture.wide * metre) / texture.width;
    const shoulder = SHOULDERS[hand];
    const arm = Math.atan2(shoulder.x - x, shoulder.y - y);
    const seen = heading(matrix, x, y, arm);
    const own = heading(matrix, 0, 30, (mirror * picture.arm * Math.PI) / 180);
    sprite.texture = texture;
    sprite.anchor.set(picture.x, picture.y);
    sprite.position.set(at.x, at.y);
    sprite.scale.set(mirror * scale, scale);
    sprite.rotation = Math.max(-MOST_TURNED, Math.min(MOST_TURNED, seen - own));
    sprite.alpha = alpha;
    sprite.visible = true;
  }
}

/** Where a direction on the felt leads on the plate, in radians clockwise from straight up; 0 is away from the viewer. */
function heading(matrix: CameraMatrix, x: number, y: number, angle: number): number {
  const from = project(matrix, world(x, y));
  const to = project(matrix, world(x + 10 * Math.sin(angle), y + 10 * Math.cos(angle)));
  return Math.atan2(to.x - from.x, from.y - to.y);
}
