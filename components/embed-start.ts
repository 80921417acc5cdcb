import { listenForPort } from "./embed/offered-port.ts";
import { hasGpu } from "./stage/gpu.ts";

/*
 * The first script of an embed page. The browser first paints what the server drew, which needs no
 * script. Then all chunks of the live table are requested at once, instead of each by the one before
 * it. The build lists them in the page's head, see astro.config.mjs.
 */

/** How long to wait for the first paint: a page that is not visible is never painted, in ms. */
const UNPAINTED_MS = 500;

function firstPaint(): Promise<unknown> {
  if (document.visibilityState === "hidden") {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, UNPAINTED_MS);
  });
}

/** Preloads the chunks that a `<meta>` of the page lists; in development there is none. */
function preload(name: string): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  for (const href of named.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

listenForPort();
await firstPaint();
preload("modules");
const table = import("./embed-page.ts");
preload(hasGpu() ? "modules-webgl" : "modules-canvas");
await table;
