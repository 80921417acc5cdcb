import type { RendererKind } from "./gpu.ts";
import type { Surface } from "./pixi/surface.ts";
import type { Size } from "./scene.ts";
import { surfaceOf } from "./surface-loader.ts";

/**
 * With more tables than this drawn by WebGL a page is short of contexts: browsers take the oldest away for the
 * newest. One that loses its own there turns to the 2D canvas, or they would take turns for ever.
 */
const CROWD = 8;
let webglScreens = 0;

/** A second lost context within this time means a sick GPU: the 2D canvas takes over. */
const SECOND_LOSS_MS = 60_000;

/** A table has no room in less than this, in CSS pixels: a page may not have laid it out yet. */
const LEAST = { width: 160, height: 100 } as const;

/** What a screen reports to what draws on it. */
export interface ScreenEvents {
  /** The surface is another one, or is gone for now: what was drawn is gone with it. */
  cleared(): void;
  /** There is a surface to draw on, or it has another size. */
  resized(): void;
  /** There is no renderer any more. */
  failed(): void;
}

/**
 * A canvas that fills its host for as long as it is wanted: it follows the host's size, and gets another
 * renderer when its own is lost.
 */
export class Screen {
  readonly #host: HTMLElement;
  readonly #events: ScreenEvents;
  readonly #resizes: ResizeObserver;
  readonly #software: boolean;
  #renderers: readonly RendererKind[];
  #surface: Surface | undefined;
  #size: Size = { width: 0, height: 0 };
  #lostAtMs = Number.NEGATIVE_INFINITY;
  #destroyed = false;

  /** `renderers` are tried in their order, however slow; only what is fast when left out. */
  constructor(
    host: HTMLElement,
    renderers: readonly RendererKind[] | undefined,
    events: ScreenEvents,
  ) {
    this.#host = host;
    this.#events = events;
    this.#software = renderers !== undefined;
    this.#renderers = renderers ?? ["webgl", "canvas"];
    this.#resizes = new ResizeObserver(() => this.#fit());
  }

  /** What to draw on; undefined while there is none, or the host has no room. */
  get surface(): Surface | undefined {
    return this.#size.width > 0 ? this.#surface : undefined;
  }

  /** What draws at present, whatever the host's size. */
  get renderer(): RendererKind | undefined {
    return this.#surface?.kind;
  }

  /** Of the host, in CSS pixels. Another object whenever it has changed. */
  get size(): Size {
    return this.#size;
  }

  /** Becomes as sharp as the screen is now. What was drawn is gone where that changes anything. */
  refit(): void {
    if (this.#surface?.refit(this.#size)) {
      this.#events.cleared();
    }
  }

  /**
   * Gets a renderer and puts its canvas up. Rejects with a `NoRendererError` when there is none, and
   * with the signal's reason when it was aborted on the way; nothing is left behind then.
   */
  async open(signal: AbortSignal): Promise<void> {
    await this.#start();
    signal.throwIfAborted();
    this.#resizes.observe(this.#host);
  }

  /** Replaces the present renderer by the next one of those that it may use. */
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
    const surface = await surfaceOf(this.#renderers, this.#software);
    if (this.#destroyed) {
      surface.destroy();
      return;
    }
    this.#surface = surface;
    webglScreens += surface.kind === "webgl" ? 1 : 0;
    surface.canvas.addEventListener("webglcontextlost", this.#onLost);
    this.#host.append(surface.canvas);
    this.#fit();
  }

  #stop(): void {
    const surface = this.#surface;
    this.#surface = undefined;
    this.#size = { width: 0, height: 0 };
    this.#events.cleared();
    webglScreens -= surface?.kind === "webgl" ? 1 : 0;
    // Giving a context back counts as losing it: that is not to be mended.
    surface?.canvas.removeEventListener("webglcontextlost", this.#onLost);
    try {
      surface?.destroy();
    } catch (error) {
      console.warn("Tableside: a renderer could not be released.", error);
    }
  }

  /** Pixi waits for the browser to restore a lost context, which it may never do: start again instead. */
  readonly #onLost = (): void => {
    const nowMs = performance.now();
    if (nowMs - this.#lostAtMs < SECOND_LOSS_MS || webglScreens > CROWD) {
      this.#renderers = ["canvas"];
    }
    this.#lostAtMs = nowMs;
    this.#restart();
  };

  #restart(): void {
    this.#stop();
    this.#start().catch(() => this.#events.failed());
  }

  /** Follows the size of the host. Nothing is drawn in a host without room, as in a small table. */
  #fit(): void {
    const size = { width: this.#host.clientWidth, height: this.#host.clientHeight };
    if (!this.#surface || size.width < LEAST.width || size.height < LEAST.height) {
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
