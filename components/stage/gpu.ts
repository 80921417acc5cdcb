/** What draws: a GPU, or the browser's own 2D context. */
export type RendererKind = "webgl" | "canvas";

/** What renderers without a GPU are called: Chromium's, Mesa's, Microsoft's and Apple's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

/**
 * Looks for a GPU. Where software has to stand in for one, the 2D canvas is the better
 * choice: the race at 830 x 440 took 1.9 cores by WebGL on SwiftShader, and 0.3 by the 2D canvas, which
 * drew more frames.
 */
function probeGpu(): boolean {
  const context = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!context) {
    return false;
  }
  // Chromium does not count SwiftShader as a caveat where there is nothing else, so the name decides.
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  // Contexts are few: this one goes back at once.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** The answer, once asked: every probe takes a context, and twenty tables on a page are short of them. */
let gpu: boolean | undefined;

/** Whether a GPU does the drawing. The first to ask waits for the GPU process, some 5 to 20 ms. */
export function hasGpu(): boolean {
  gpu ??= probeGpu();
  return gpu;
}
