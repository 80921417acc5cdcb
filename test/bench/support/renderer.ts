import type { BrowserContext, Page } from "playwright-core";

/** The renderer: the page's own choice, or WebGL even if it is emulated in software. */
export const RENDERERS = ["chosen", "webgl"] as const;
export type Renderer = (typeof RENDERERS)[number];

/** Makes pages draw with WebGL without a GPU, by renaming the software renderer, which the stage would refuse. */
export async function force(renderer: Renderer, target: BrowserContext | Page): Promise<void> {
  if (renderer === "chosen") {
    return;
  }
  await target.addInitScript(() => {
    const UNMASKED_RENDERER_WEBGL = 0x9246;
    const real = WebGL2RenderingContext.prototype.getParameter;
    WebGL2RenderingContext.prototype.getParameter = function (name: number): unknown {
      return name === UNMASKED_RENDERER_WEBGL ? "A GPU, it says" : real.call(this, name);
    };
  });
}
