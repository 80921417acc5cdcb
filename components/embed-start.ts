import { listenForPort } from "./element/embed/offered-port.ts";
import { hasGpu } from "./stage/gpu.ts";

/*
 * The first script of an embed page. The browser first paints what the server drew, which needs no
 * script. Then all chunks of the live table are requested at once, instead of each by the one before
 * it. The build lists them in the page's head, see astro.config.mjs.
 */

/** How long to wait for the first frame: a page that is not visible never has one, in ms. */
const UNPAINTED_MS = 500;

/**
 * Resolves once this thread has done its part of the first frame. Other threads still colour its pixels and
 * present it, in software the last 40 % of the way to the first paint: chunks can come in meanwhile.
 */
function firstFrame(): Promise<unknown> {
  if (document.visibilityState === "hidden") {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
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
await firstFrame();
preload("modules");
const table = import("./embed-page.ts");
preload(hasGpu() ? "modules-webgl" : "modules-canvas");
// The browser's first format of numbers takes it some ms, later ones none: made while the chunks come in.
new Intl.NumberFormat().format(0);
await table;
