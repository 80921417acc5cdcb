import { esbuildPlugin } from "@web/dev-server-esbuild";
import { chromeLauncher } from "@web/test-runner-chrome";
import { shellOptions } from "./test/support/chromium-options.ts";

/*
 * Tests of <game-table> and <game-lobby> in a real Chromium. They load the built bundle, as a foreign page would;
 * `npm test` sees to it that there is one.
 */
export default {
  files: "test/browser/element/**/*.test.ts",
  nodeResolve: true,
  // A page at a time: a page behind another one draws no frames and cannot have the focus.
  concurrency: 1,
  testFramework: { config: { timeout: 180_000 } },
  plugins: [esbuildPlugin({ ts: true, target: "es2024" })],
  browsers: [chromeLauncher({ launchOptions: shellOptions })],
  middleware: [
    // The bundle names its chunks from the root of the service.
    function builtFiles(context, next) {
      if (/^\/game-(table|lobby)/.test(context.url) || context.url.startsWith("/_astro/")) {
        context.url = `/dist${context.url}`;
      }
      return next();
    },
  ],
};
