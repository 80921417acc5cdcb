import { defineConfig } from "astro/config";

/**
 * Gives the element an address that never changes, `/game-table.js`, for pages that load it as a
 * script; its chunks keep their hashed names.
 */
const stableElement = {
  name: "tableside:stable-element",
  applyToEnvironment: (environment) => environment.name === "client",
  buildStart() {
    if (this.environment.mode === "build") {
      this.emitFile({
        type: "chunk",
        id: "components/game-table.ts",
        fileName: "game-table.js",
        preserveSignature: "exports-only",
      });
    }
  },
};

export default defineConfig({
  output: "static",
  // 'always' would answer /embed/{slug}/api/current with 404 in development.
  trailingSlash: "ignore",
  build: { format: "directory", inlineStylesheets: "always" },
  devToolbar: { enabled: false },
  vite: {
    plugins: [stableElement],
    build: {
      // The strict content security policy lets no inline script through.
      assetsInlineLimit: 0,
      // Its helper asks for chunks at `/`, which on a foreign page is the operator's own origin.
      modulePreload: false,
    },
  },
});
