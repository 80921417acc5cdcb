// A file of its own, so that a browser with WebGL never loads this renderer.
import {
  AbstractRenderer,
  CanvasColorMaskPipe,
  CanvasContextSystem,
  CanvasLimitsSystem,
  CanvasRenderTargetSystem,
  CanvasTextureSystem,
  RendererType,
} from "pixi.js";
import type { CanvasOptions, CanvasPipes } from "pixi.js";
import { CanvasBatcherPipe } from "./canvas-batcher.ts";
import { CanvasPainter } from "./canvas-painter.ts";
import { named, sharedPipes, sharedSystems } from "./renderer-parts.ts";

const systems = [
  ...sharedSystems,
  CanvasContextSystem,
  CanvasLimitsSystem,
  CanvasTextureSystem,
  CanvasRenderTargetSystem,
];

/** Draws sprites with the browser's own 2D context. */
export class CanvasRenderer extends AbstractRenderer<CanvasPipes, CanvasOptions> {
  constructor() {
    super({
      name: "canvas",
      type: RendererType.CANVAS,
      systems: named(systems),
      renderPipes: named([CanvasBatcherPipe, ...sharedPipes, CanvasColorMaskPipe]),
      renderPipeAdaptors: named([CanvasPainter]),
    });
  }

  /** What has not changed stays on the canvas. */
  override init(options: Partial<CanvasOptions>): Promise<void> {
    return super.init({ ...options, clearBeforeRender: false });
  }
}

// Every renderer asks whether code may be made from text, which our pages' policy forbids. Only the
// one for WebGL ever does that.
Object.assign(CanvasRenderer.prototype, { _unsafeEvalCheck() {} });
