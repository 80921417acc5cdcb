import { hasGpu } from "./gpu.ts";
import type { RendererKind } from "./gpu.ts";
import type { RendererClass, Surface } from "./pixi/surface.ts";

/** Thrown if the browser has neither WebGL nor a 2D canvas. The HUD then describes the table in text. */
class NoRendererError extends Error {
  override name = "NoRendererError";
}

/** The renderers, in separate chunks, so that a browser loads only one. */
const renderers: Readonly<Record<RendererKind, () => Promise<RendererClass>>> = {
  webgl: async () => (await import("./pixi/renderer-webgl.ts")).WebGLRenderer,
  canvas: async () => (await import("./pixi/renderer-canvas.ts")).CanvasRenderer,
};

/** Preloads the chunks that a surface will probably need. `startSurface` reports errors. */
export function preloadSurface(): void {
  const likely = renderers[hasGpu() ? "webgl" : "canvas"];
  Promise.all([import("./pixi/surface.ts"), likely()]).catch(() => {});
}

/**
 * Starts the first renderer that works. WebGL without a GPU is tried only if `allowsSoftware` is set.
 * Rejects with {@link NoRendererError} if none works.
 */
export async function startSurface(
  kinds: readonly RendererKind[],
  allowsSoftware: boolean,
): Promise<Surface> {
  const reasons: unknown[] = [];
  for (const kind of kinds) {
    if (kind === "webgl" && !allowsSoftware && !hasGpu()) {
      reasons.push(new Error("There is no GPU for WebGL."));
      continue;
    }
    try {
      const [module, renderer] = await Promise.all([
        import("./pixi/surface.ts"),
        renderers[kind](),
      ]);
      return await module.Surface.create(kind, renderer);
    } catch (reason) {
      reasons.push(reason);
    }
  }
  throw new NoRendererError("No renderer could be started.", { cause: reasons });
}
