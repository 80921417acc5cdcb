// In its own chunk, so that a browser with WebGL never loads this renderer.
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
import { toNamedParts, sharedPipes, sharedSystems } from "./renderer-parts.ts";

/** Scale below which a picture gets better smoothing, because it would flicker as it moves. */
const SMALL = 0.6;

/** Sets the smoothing of each picture. Better smoothing takes twice as long, and large plates do not need it. */
class SmoothingContextSystem extends CanvasContextSystem {
  override setContextTransform(...args: Parameters<CanvasContextSystem["setContextTransform"]>) {
    super.setContextTransform(...args);
    const [{ a, b, c, d }] = args;
    const scale = this.activeResolution * Math.min(Math.hypot(a, b), Math.hypot(c, d));
    this.activeContext.imageSmoothingQuality = scale < SMALL ? "medium" : "low";
  }
}

const systems = [
  ...sharedSystems,
  SmoothingContextSystem,
  CanvasLimitsSystem,
  CanvasTextureSystem,
  CanvasRenderTargetSystem,
];

export class CanvasRenderer extends AbstractRenderer<CanvasPipes, CanvasOptions> {
  constructor() {
    super({
      name: "canvas",
      type: RendererType.CANVAS,
      systems: toNamedParts(systems),
      renderPipes: toNamedParts([BatcherPipe, ...sharedPipes, CanvasColorMaskPipe]),
      renderPipeAdaptors: toNamedParts([CanvasBatchAdaptor]),
    });
  }
}
