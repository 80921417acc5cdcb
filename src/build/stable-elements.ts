import type { Plugin } from "vite";

/**
 * Serves the elements at stable URLs, for pages that load them as scripts: `/v1/game-table.js`, which stays compatible,
 * and `/game-table.js`, the newest; the lobby likewise. Their chunks keep their hashed names. Where custom elements do
 * not exist, such as on a server, the scripts do nothing.
 */
export const stableElements: Plugin = {
  name: "tableside:stable-elements",
  applyToEnvironment: (environment) => environment.name === "client",
  buildStart() {
    if (this.environment.mode !== "build") {
      return;
    }
    for (const element of ["game-table", "game-lobby"]) {
      this.emitFile({
        type: "chunk",
        id: `components/${element}.ts`,
        fileName: `${element}-element.js`,
        preserveSignature: "exports-only",
      });
      // An asset instead of a chunk, because its import() would make the bundler split the element into smaller
      // chunks for every page.
      for (const [folder, up] of [
        ["", "./"],
        ["v1/", "../"],
      ] as const) {
        this.emitFile({
          type: "asset",
          fileName: `${folder}${element}.js`,
          source: `if ("HTMLElement" in globalThis) await import("${up}${element}-element.js");\nexport {};\n`,
        });
      }
    }
  },
};
