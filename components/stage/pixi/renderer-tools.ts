import type { Container } from "pixi.js";

/** A node that must be painted before it can be drawn. */
export interface PendingPaint {
  readonly container: Container;
  paintNow(): void;
}

/** The tools for parts that need the renderer itself. */
export interface RendererTools {
  /** Device pixels per CSS pixel. */
  readonly density: number;
  /** Requests a redraw, because a part has loaded. */
  changed(): void;
}
