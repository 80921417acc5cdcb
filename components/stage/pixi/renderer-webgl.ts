// In its own chunk, so that a browser without a GPU never loads this renderer.
import {
  AbstractRenderer,
  BatcherPipe,
  ColorMaskPipe,
  GlBatchAdaptor,
  GlBufferSystem,
  GlColorMaskSystem,
  GlContextSystem,
  GlEncoderSystem,
  GlGeometrySystem,
  GlLimitsSystem,
  GlRenderTargetSystem,
  GlShaderSystem,
  GlStateSystem,
  GlStencilSystem,
  GlTextureSystem,
  GlUniformGroupSystem,
  RendererType,
} from "pixi.js";
import type { WebGLOptions, WebGLPipes } from "pixi.js";
// Pixi compiles its uniform code with `new Function`, which our pages' policy forbids.
import "pixi.js/unsafe-eval";
import { toNamedParts, sharedPipes, sharedSystems } from "./renderer-parts.ts";

const systems = [
  ...sharedSystems,
  GlContextSystem,
  GlLimitsSystem,
  GlBufferSystem,
  GlTextureSystem,
  GlRenderTargetSystem,
  GlGeometrySystem,
  GlUniformGroupSystem,
  GlShaderSystem,
  GlEncoderSystem,
  GlStateSystem,
  GlStencilSystem,
  GlColorMaskSystem,
];

/**
 * Draws sprites with WebGL. It has no back buffer, which only some of Pixi's filters read, because each one leaks a
 * shader.
 */
export class WebGLRenderer extends AbstractRenderer<WebGLPipes, WebGLOptions> {
  constructor() {
    super({
      name: "webgl",
      type: RendererType.WEBGL,
      systems: toNamedParts(systems),
      renderPipes: toNamedParts([BatcherPipe, ...sharedPipes, ColorMaskPipe]),
      renderPipeAdaptors: toNamedParts([GlBatchAdaptor]),
    });
  }
}
