import { untilLoaded } from "../../src/feed/until-loaded.ts";
import type { Kit, Size } from "./kit.ts";
import type { Drawing, Play, Scene } from "./scene.ts";

/**
 * What a table can be drawn without at first, such as the hands that deal. It is loaded once the first
 * frame is out, so that it adds nothing to the time until the table is seen.
 */
export interface Extras<Outcome, Pose, Parts extends Drawing<Pose>, More> {
  /**
   * Where its parts stand, as `Scene.pose` says it; `pose` is the scene's own at that moment, and `poseAt` at
   * any other of the phase.
   */
  pose(
    view: Play<Outcome>,
    elapsedMs: number,
    pose: Pose,
    poseAt: (elapsedMs: number) => Pose,
  ): More;
  /** How far into the state's phase its last movement ends, in ms. Left out, it ends with the scene's. */
  restsAfterMs?(view: Play<Outcome>): number;
  /** Whether something small moves while the picture is at rest: it is looked at more often then. Never when left out. */
  stirs?(view: Play<Outcome>, elapsedMs: number): boolean;
  /** Makes its parts and adds them to the scene's drawing. */
  build(kit: Kit, view: Play<Outcome>, drawing: Parts): ExtraParts<More>;
}

/** The drawn parts of extras. They go with the drawing that they were added to. */
export interface ExtraParts<More> {
  /** Lays the parts out anew in a box, after the drawing. Called before the first `show`. */
  resize(size: Size): void;
  /** Brings the parts into a pose, after the drawing. Safe to call twice. */
  show(more: More): void;
}

export type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

/** All extras of one scene on one stage, in the order in which they came: none until they are loaded. */
export class LateExtras {
  readonly #scene: Scene<unknown, unknown>;
  readonly #all: AnyExtras[] = [];
  #build: ((extras: AnyExtras) => ExtraParts<unknown>) | undefined;
  #parts: ExtraParts<unknown>[] = [];

  constructor(scene: Scene<unknown, unknown>) {
    this.#scene = scene;
  }

  /**
   * Loads the scene's own, once, however often that fails at first: a table does without them until then.
   * Resolves when they can be shown, or the signal is aborted. Never rejects.
   */
  async load(signal: AbortSignal): Promise<void> {
    const extras = await untilLoaded(async () => this.#scene.loadExtras?.(), {
      random: Math.random,
      signal,
      failed: (error) =>
        console.warn("Tableside: a part of the picture could not be loaded yet.", error),
    });
    if (extras) {
      this.add(extras as AnyExtras);
    }
  }

  /** Adds more of them, which are part of the next pose. */
  add(extras: AnyExtras): void {
    this.#all.push(extras);
  }

  restsAfterMs(view: Play): number {
    return Math.max(0, ...this.#all.map((extras) => extras.restsAfterMs?.(view) ?? 0));
  }

  /** Whether something small moves at a moment. */
  stirs(view: Play, elapsedMs: number): boolean {
    return this.#all.some((extras) => extras.stirs?.(view, elapsedMs));
  }

  pose(view: Play, elapsedMs: number, pose: unknown): readonly unknown[] {
    const poseAt = (ms: number) => this.#scene.pose(view, ms);
    return this.#all.map((extras) => extras.pose(view, elapsedMs, pose, poseAt));
  }

  /** Adds their parts to this drawing as soon as they are there. Those of a drawing before it went with it. */
  join(drawing: Drawing<unknown>, kit: Kit, view: Play): void {
    this.#build = ({ build }) => build(kit, view, drawing);
    this.#parts = [];
  }

  /** The drawing was laid out anew. */
  resize(size: Size): void {
    for (const parts of this.#parts) {
      parts.resize(size);
    }
  }

  /** Brings their parts into their poses, on a drawing that was laid out in a box of `size`. */
  show(poses: readonly unknown[], size: Size): void {
    for (const extras of this.#all.slice(this.#parts.length)) {
      const parts = this.#build?.(extras);
      if (parts) {
        parts.resize(size);
        this.#parts.push(parts);
      }
    }
    this.#parts.forEach((parts, i) => parts.show(poses[i]));
  }
}
