import { listenForPort } from "./element/embed/offered-port.ts";
import { hasGpu } from "./stage/gpu.ts";

/*
 * An embed page's first script. The browser first paints the server's drawing, which does not need a script. This
 * script then requests all of the live table's chunks at once, instead of one after the other. The build lists them in
 * the page's head; see astro.config.mjs.
 */

/** Maximum wait for the first frame, in ms; an invisible page never has one. */
const MAX_FRAME_WAIT_MS = 500;

/**
 * Resolves once this thread has finished its part of the first frame. Other threads still rasterise and present it,
 * which takes the last 40% of the time to first paint under software rendering; chunks can load meanwhile.
 */
function firstFrame(): Promise<unknown> {
  if (document.visibilityState === "hidden") {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MAX_FRAME_WAIT_MS);
  });
}

/** Preloads the chunks that a `<meta>` in the page lists; there is none in development. */
function preload(name: string): void {
  const chunkList = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  for (const href of chunkList.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

listenForPort();
await firstFrame();
preload("modules");
const table = import("./embed-page.ts");
preload(hasGpu() ? "modules-webgl" : "modules-canvas");
// Creating the first number format takes a few ms, so this happens while the chunks load.
new Intl.NumberFormat().format(0);
await table;
