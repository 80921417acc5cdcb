import { hasGpu } from "./gpu.ts";
import type { RendererKind } from "./gpu.ts";
import type { RendererClass, Surface } from "./pixi/surface.ts";

/** The browser has no renderer, neither WebGL nor a 2D canvas: describe the table in text instead. */
export class NoRendererError extends Error {
  override name = "NoRendererError";
}

/** The renderers, each a chunk of its own, so that a browser loads one of them. */
const renderers: Readonly<Record<RendererKind, () => Promise<RendererClass>>> = {
  webgl: async () => (await import("./pixi/renderer-webgl.ts")).WebGLRenderer,
  canvas: async () => (await import("./pixi/renderer-canvas.ts")).CanvasRenderer,
};

/** Loads surface and renderer side by side, and starts them. */
async function makeSurface(kind: RendererKind): Promise<Surface> {
  const [module, renderer] = await Promise.all([import("./pixi/surface.ts"), renderers[kind]()]);
  return module.Surface.create(kind, renderer);
}

/**
 * Has the browser load what a surface is most likely to need. Nothing is made, and no error is reported when
 * it fails: who needs a surface finds out.
 */
export function preloadSurface(): void {
  const likely = renderers[hasGpu() ? "webgl" : "canvas"];
  Promise.all([import("./pixi/surface.ts"), likely()]).catch(() => {});
}

/**
 * Gets the first renderer that the browser has; WebGL without a GPU only when `software` will do.
 * Rejects with {@link NoRendererError} when it has none.
 */
export async function surfaceOf(
  kinds: readonly RendererKind[],
  software: boolean,
): Promise<Surface> {
  const reasons: unknown[] = [];
  for (const kind of kinds) {
    if (kind === "webgl" && !software && !hasGpu()) {
      reasons.push(new Error("There is no GPU for WebGL."));
      continue;
    }
    try {
      return await makeSurface(kind);
    } catch (reason) {
      reasons.push(reason);
    }
  }
  throw new NoRendererError("No renderer could be had.", { cause: reasons });
}
