export type RendererKind = "webgl" | "canvas";

/** Names of software renderers: Chromium's, Mesa's, Microsoft's and Apple's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

/**
 * Whether there is a GPU. Without one, the 2D canvas is faster: the race at 830 x 440 took 1.9 cores in WebGL on
 * SwiftShader, and 0.3 in the 2D canvas, which drew more frames.
 */
function probeGpu(): boolean {
  const context = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!context) {
    return false;
  }
  // Chromium does not count SwiftShader as a caveat if it is the only renderer, so check the name.
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  // Contexts are scarce, so this one is released immediately.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** Cached, because every probe takes a context, and a page with many tables runs out of them. */
let gpu: boolean | undefined;

/** Whether a GPU draws. The first call waits for the GPU process, for about 5 to 20 ms. */
export function hasGpu(): boolean {
  gpu ??= probeGpu();
  return gpu;
}
