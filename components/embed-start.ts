import { hasGpu } from "./stage/gpu.ts";

/*
 * The first script of an embed page. What the server drew can be read without any, so the browser shows
 * that first; then all that the live table needs is asked for at once, rather than each chunk by the one
 * before it. The build names the chunks in the page's head, see astro.config.mjs.
 */

/** A page that nobody looks at is never painted, and has to live nevertheless. */
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

/** Asks for the chunks that a `<meta>` of the page names; in development there is none. */
function preload(name: string): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  for (const href of named.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

await firstPaint();
preload("modules");
const table = import("./embed-page.ts");
preload(hasGpu() ? "modules-webgl" : "modules-canvas");
await table;
