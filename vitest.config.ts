import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumOptions } from "./test/support/chromium-options.ts";

/**
 * A limit ends what hangs; it is no promise about time. Tests that start whole processes need
 * many times their usual second where other work shares the two cores.
 */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // Two cores are what a small machine has; the long tests of the odds share them.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/browser/**"],
          globalSetup: ["test/support/postgres-setup.ts"],
          ...limits,
        },
      },
      {
        // Built pages behind a real server, watched by a real Chromium from Node.
        test: {
          name: "pages",
          include: ["test/browser/pages/**/*.test.ts"],
          ...limits,
        },
      },
      {
        // The scenes, drawn by Pixi inside a real Chromium.
        test: {
          name: "scenes",
          include: ["test/browser/scenes/**/*.test.ts"],
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
            provider: playwright({
              launchOptions: chromiumOptions,
            }),
          },
        },
      },
    ],
  },
});
