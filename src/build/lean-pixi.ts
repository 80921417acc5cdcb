import type { Plugin } from "vite";

/**
 * Leaves out what Pixi registers as soon as it is named and no table uses: loaders of sprite sheets, of
 * pictures and of films; and what it would load for pages of another kind.
 */
export const leanPixi: Plugin = {
  name: "tableside:lean-pixi",
  transform: {
    filter: { id: /\/pixi\.js\/lib\/.*(\/init|browserAll|webworkerAll)\.mjs$/ },
    handler(_code, id) {
      if (/\/(rendering|spritesheet)\/init/.test(id)) {
        return { moduleSideEffects: false };
      }
      return id.endsWith("All.mjs") ? { code: "export {};" } : undefined;
    },
  },
};
