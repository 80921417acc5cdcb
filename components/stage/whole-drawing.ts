import type { BetsLayer, BetsPose } from "./bets/bets-on-felt.ts";
import type { DrawingTools } from "./pixi/surface.ts";
import type { Drawing, Play, Scene, Size } from "./scene.ts";

export interface WholePose {
  scene: unknown;
  bets: BetsPose | undefined;
}

/** A scene's drawing with its bets. It is replaced as a whole when the surface, accent or language changes. */
export class WholeDrawing {
  readonly #tools: DrawingTools;
  readonly #drawing: Drawing<unknown>;
  #bets: ReturnType<BetsLayer["build"]> | undefined;
  #size: Size | undefined;

  constructor(scene: Scene<unknown, unknown>, tools: DrawingTools, view: Play) {
    this.#tools = tools;
    this.#drawing = scene.build(tools, view);
  }

  get root(): Drawing<unknown>["root"] {
    return this.#drawing.root;
  }

  get isReady(): boolean {
    return this.#drawing.isReady ?? true;
  }

  /** Shows a pose in a box of `size`, and builds the layer of bets once there is one. */
  show({ scene, bets }: WholePose, size: Size, layer: BetsLayer | undefined): void {
    if (size !== this.#size) {
      this.#size = size;
      this.#drawing.resize(size);
      this.#bets?.resize(size);
    }
    this.#drawing.show(scene);
    if (layer && !this.#bets) {
      this.#bets = layer.build(this.#tools, this.#drawing);
      this.#bets.resize(size);
    }
    if (bets) {
      this.#bets?.show(bets);
    }
  }
}
