import type { Plugin } from "vite";

/**
 * Replaces Vite's wrapper around each `import()`, which preloads a chunk's style sheets and imports: our chunks have no
 * style sheets, and preloading is off (`chunks.ts`).
 */
export const leanImports: Plugin = {
  name: "tableside:lean-imports",
  // Before Vite's own plugin.
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};
