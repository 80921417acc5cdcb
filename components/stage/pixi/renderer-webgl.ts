// A file of its own, so that a browser without a GPU never loads this renderer.
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
import { named, sharedPipes, sharedSystems } from "./renderer-parts.ts";

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
 * Draws sprites by WebGL. Without Pixi's back buffer, which only some of its filters read: each renderer
 * that has one leaves a shader of its own behind.
 */
export class WebGLRenderer extends AbstractRenderer<WebGLPipes, WebGLOptions> {
  constructor() {
    super({
      name: "webgl",
      type: RendererType.WEBGL,
      systems: named(systems),
      renderPipes: named([BatcherPipe, ...sharedPipes, ColorMaskPipe]),
      renderPipeAdaptors: named([GlBatchAdaptor]),
    });
  }
}
