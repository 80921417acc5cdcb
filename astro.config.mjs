import node from "@astrojs/node";
import { defineConfig, passthroughImageService } from "astro/config";
import { browserBuild } from "./src/build/chunks.ts";
import { docsMarkdown } from "./src/build/docs-markdown.ts";
import { guardedLoops } from "./src/build/guarded-loops.ts";
import { leanImports, leanPixi, leanStyles } from "./src/build/lean-scripts.ts";
import { preloads } from "./src/build/preloads.ts";
import { scriptTexts } from "./src/build/script-texts.ts";
import { stableElements } from "./src/build/stable-elements.ts";

export default defineConfig({
  output: "static",
  // 'always' would answer /embed/{slug}/api/current with 404 in development.
  trailingSlash: "ignore",
  adapter: node({ mode: "middleware" }),
  session: false,
  build: {
    format: "directory",
    inlineStylesheets: "always",
    // Everything in dist/ is served as it is, so the code of the pages on demand stays out of it.
    client: "./",
    server: "../dist-server/",
  },
  devToolbar: { enabled: false },
  // Prism names what code is by classes; the content security policy lets no style attribute through.
  markdown: { processor: docsMarkdown, syntaxHighlight: "prism" },
  image: { service: passthroughImageService() },
  integrations: [preloads],
  vite: {
    plugins: [
      browserBuild,
      leanImports,
      leanPixi,
      leanStyles,
      stableElements,
      scriptTexts,
      guardedLoops,
    ],
    build: {
      // The strict content security policy lets no inline script through.
      assetsInlineLimit: 0,
    },
  },
});
