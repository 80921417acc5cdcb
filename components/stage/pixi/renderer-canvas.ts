// Separate, so that a browser with WebGL never loads this renderer.
import {
  AbstractRenderer,
  BatcherPipe,
  CanvasBatchAdaptor,
  CanvasColorMaskPipe,
  CanvasContextSystem,
  CanvasLimitsSystem,
  CanvasRenderTargetSystem,
  CanvasTextureSystem,
  RendererType,
} from "pixi.js";
import type { CanvasOptions, CanvasPipes } from "pixi.js";
import "pixi.js/unsafe-eval";
import { named, sharedPipes, sharedSystems } from "./renderer-parts.ts";

const systems = [
  ...sharedSystems,
  CanvasContextSystem,
  CanvasLimitsSystem,
  CanvasTextureSystem,
  CanvasRenderTargetSystem,
];

/** Draws sprites with the browser's 2D context. */
export class CanvasRenderer extends AbstractRenderer<CanvasPipes, CanvasOptions> {
  constructor() {
    super({
      name: "canvas",
      type: RendererType.CANVAS,
      systems: named(systems),
      renderPipes: named([BatcherPipe, ...sharedPipes, CanvasColorMaskPipe]),
      renderPipeAdaptors: named([CanvasBatchAdaptor]),
    });
  }
}
