import type { BrowserContext, Page } from "playwright-core";

/** What draws: what the page chooses by itself, or WebGL although software has to stand in for a GPU. */
export const RENDERERS = ["chosen", "webgl"] as const;
export type Renderer = (typeof RENDERERS)[number];

/**
 * Makes pages draw by WebGL where there is no GPU: gives the software renderer, which the stage would
 * refuse by its name, another name.
 */
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
