import type { RendererKind } from "./gpu.ts";
import type { Surface } from "./pixi/surface.ts";
import type { Size } from "./scene.ts";
import { startSurface } from "./surface-loader.ts";

/**
 * With more WebGL tables than this, a page runs short of contexts, and browsers take the oldest context for the newest
 * table. A table that loses its context then switches to the 2D canvas; otherwise, tables would keep taking contexts
 * from each other.
 */
const MAX_WEBGL_CANVASES = 8;
let webglCanvases = 0;

/** A second lost context within this time indicates a failing GPU, so the 2D canvas takes over. */
const SECOND_LOSS_MS = 60_000;

/** Minimum size in which a table is drawn, in CSS pixels; a smaller one might not be laid out yet. */
const MIN_SIZE = { width: 160, height: 100 } as const;

export interface FittedCanvasEvents {
  /** The surface was replaced or lost, and the drawing with it. */
  cleared(): void;
  /** There is a surface to draw on, or its size has changed. */
  resized(): void;
  failed(): void;
}

/** A canvas that fills its host. It follows the host's size, and replaces its renderer if it is lost. */
export class FittedCanvas {
  readonly #host: HTMLElement;
  readonly #events: FittedCanvasEvents;
  readonly #resizes: ResizeObserver;
  readonly #allowsSoftware: boolean;
  #renderers: readonly RendererKind[];
  #surface: Surface | undefined;
  #size: Size = { width: 0, height: 0 };
  #lostAtMs = Number.NEGATIVE_INFINITY;
  #destroyed = false;

  /** `renderers` are tried in order, however slow. If left out, WebGL is used only with a GPU. */
  constructor(
    host: HTMLElement,
    renderers: readonly RendererKind[] | undefined,
    events: FittedCanvasEvents,
  ) {
    this.#host = host;
    this.#events = events;
    this.#allowsSoftware = renderers !== undefined;
    this.#renderers = renderers ?? ["webgl", "canvas"];
    this.#resizes = new ResizeObserver(() => this.#fit());
  }

  /** The surface to draw on; undefined if there is none, or the host is too small. */
  get surface(): Surface | undefined {
    return this.#size.width > 0 ? this.#surface : undefined;
  }

  /** The current renderer's kind, even if the host is too small. */
  get renderer(): RendererKind | undefined {
    return this.#surface?.kind;
  }

  /** The host's size, in CSS pixels; a new object after each change. */
  get size(): Size {
    return this.#size;
  }

  /** Adapts to the current pixel ratio. If it has changed, the drawing is cleared. */
  refit(): void {
    if (this.#surface?.refit(this.#size)) {
      this.#events.cleared();
    }
  }

  /**
   * Starts a renderer and adds its canvas to the host. Rejects with a `NoRendererError` if there is none, or with
   * the signal's reason if it was aborted meanwhile.
   */
  async open(signal: AbortSignal): Promise<void> {
    await this.#start();
    signal.throwIfAborted();
    this.#resizes.observe(this.#host);
  }

  /** Replaces the current renderer with the next one. */
  fallBack(): void {
    const failed = this.#surface?.kind;
    this.#renderers = this.#renderers.slice(
      this.#renderers.findIndex((kind) => kind === failed) + 1,
    );
    this.#restart();
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {
    this.#destroyed = true;
    this.#resizes.disconnect();
    this.#stop();
  }

  async #start(): Promise<void> {
    const surface = await startSurface(this.#renderers, this.#allowsSoftware);
    if (this.#destroyed) {
      surface.destroy();
      return;
    }
    this.#surface = surface;
    webglCanvases += surface.kind === "webgl" ? 1 : 0;
    surface.canvas.addEventListener("webglcontextlost", this.#onLost);
    this.#host.append(surface.canvas);
    this.#fit();
  }

  #stop(): void {
    const surface = this.#surface;
    this.#surface = undefined;
    this.#size = { width: 0, height: 0 };
    this.#events.cleared();
    webglCanvases -= surface?.kind === "webgl" ? 1 : 0;
    // Releasing a context also fires `webglcontextlost`, which must not restart anything.
    surface?.canvas.removeEventListener("webglcontextlost", this.#onLost);
    try {
      surface?.destroy();
    } catch (error) {
      console.warn("Tableside: a renderer could not be released.", error);
    }
  }

  /** Starts a renderer again. Pixi would wait for the browser to restore the context, which might never happen. */
  readonly #onLost = (): void => {
    const nowMs = performance.now();
    if (nowMs - this.#lostAtMs < SECOND_LOSS_MS || webglCanvases > MAX_WEBGL_CANVASES) {
      this.#renderers = ["canvas"];
    }
    this.#lostAtMs = nowMs;
    this.#restart();
  };

  #restart(): void {
    this.#stop();
    this.#start().catch(() => this.#events.failed());
  }

  /** Follows the host's size. Nothing is drawn in a host that is too small. */
  #fit(): void {
    const size = { width: this.#host.clientWidth, height: this.#host.clientHeight };
    if (!this.#surface || size.width < MIN_SIZE.width || size.height < MIN_SIZE.height) {
      this.#size = { width: 0, height: 0 };
      return;
    }
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#surface.resize(size);
      this.#events.resized();
    }
  }
}
