import type { Plugin } from "vite";

/**
 * Gives the element addresses that never change, for pages that load it as a script:
 * `/v1/game-table.js`, whose element stays compatible, and `/game-table.js`, the newest. Its chunks keep
 * their hashed names. Where there are no elements, as on a server that
 * imports the script to render a page, it does nothing rather than fail.
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
      // Text of our own rather than a chunk: the bundler would take its one import() as a reason to
      // cut the element into smaller pieces for every page.
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
