import type { Plugin } from "vite";

/**
 * Serves the element at stable URLs, for pages that load it as a script: `/v1/game-table.js`, which stays
 * compatible, and `/game-table.js`, the newest. Its chunks keep their hashed names. Where custom elements do not exist,
 * such as on a server, the script does nothing.
 */
export const stableElement: Plugin = {
  name: "tableside:stable-element",
  applyToEnvironment: (environment) => environment.name === "client",
  buildStart() {
    if (this.environment.mode === "build") {
      this.emitFile({
        type: "chunk",
        id: "components/game-table.ts",
        fileName: "game-table-element.js",
        preserveSignature: "exports-only",
      });
      // An asset instead of a chunk, because its import() would make the bundler split the element into smaller
      // chunks for every page.
      for (const [fileName, element] of [
        ["game-table.js", "./game-table-element.js"],
        ["v1/game-table.js", "../game-table-element.js"],
      ] as const) {
        this.emitFile({
          type: "asset",
          fileName,
          source: `if ("HTMLElement" in globalThis) await import("${element}");\nexport {};\n`,
        });
      }
    }
  },
};
