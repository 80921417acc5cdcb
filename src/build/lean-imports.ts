import type { Plugin } from "vite";

/**
 * Takes the place of what Vite wraps around each `import()`, which fetches a chunk's style sheets and other
 * chunks beforehand: our chunks have no style sheets, and nothing is fetched beforehand (`chunks.ts`).
 */
export const leanImports: Plugin = {
  name: "tableside:lean-imports",
  // Before Vite's own.
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};
