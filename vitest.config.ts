import { globSync, readFileSync } from "node:fs";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { shellOptions } from "./test/support/chromium-options.ts";
import { compareBlocks } from "./test/support/compare-blocks.ts";
import { isFull } from "./test/support/effort.ts";
import { memoryFolder } from "./test/support/memory-folder.ts";

/**
 * A limit ends what hangs; it is no promise about time. Tests that start whole processes need
 * many times their usual second where other work shares the two cores.
 */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  // Otherwise the names of cases are cut after 40 characters.
  taskTitleValueFormatTruncate: 200,
};

/** What only a full run draws inside a browser. */
const longScenes = ["test/full/scenes/**/*.test.ts"];

/** Fresh projects, whole builds and the like: only `npm run test:full` runs them. */
const long = ["test/full/**/*.test.ts", "test/games/fourth-game.test.ts"];

const filesWith = (text: RegExp) =>
  globSync("test/**/*.test.ts", { exclude: long }).filter((file) =>
    text.test(readFileSync(file, "utf8")),
  );

/** What only tries less in `npm test` than in `npm run test:full`. */
const sampled = filesWith(/\/support\/effort\.ts"/);

/** What a full run repeats on the other database. */
const onEngines = filesWith(/import \{[^}]*\bengines\b[^}]*\} from "[./]+support\/engines\.ts"/);

/** What starts no process, browser or database. `npm run test:quick` runs only these. */
const unit = globSync(
  [
    "test/*.test.ts",
    "test/{account,components,fairness,games,hud,i18n,round,wire}/**/*.test.ts",
    "test/kit/settle/**/*.test.ts",
    "test/server/{http,oracle}/**/*.test.ts",
  ],
  {
    exclude: [...long, "test/fairness/second-verifier.test.ts"],
  },
);

/** Pages in a real Chromium, driven from Node. */
const pages = ["test/browser/pages/**/*.test.ts", "test/snippets/{receiver,stream}.test.ts"];

const postgres = "test/support/postgres-setup.ts";
const setupFiles = ["test/support/property-seed.ts"];
const chromium = "test/support/chromium-setup.ts";

/** The scenes, drawn by Pixi inside a real Chromium. */
const drawn = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    ...limits,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: "chromium" as const }],
      provider: playwright({ launchOptions: shellOptions }),
      expect: {
        toMatchScreenshot: {
          comparators: { blocks: compareBlocks },
          resolveScreenshotPath: ({
            root,
            testFileDirectory,
            arg,
            ext,
          }: Record<"root" | "testFileDirectory" | "arg" | "ext", string>) =>
            `${root}/${testFileDirectory}/golden/${arg}${ext}`,
        },
      },
    },
  },
});

const projects = [
  {
    test: {
      name: "unit",
      setupFiles,
      include: unit,
      env: memoryFolder(),
      // Nothing to keep apart: the modules are loaded once for all files.
      isolate: false,
      ...limits,
    },
  },
  {
    test: {
      name: "service",
      setupFiles,
      include: ["test/**/*.test.ts"],
      exclude: ["test/browser/**", ...long, ...pages, ...unit],
      globalSetup: [postgres],
      env: memoryFolder(),
      isolate: false,
      ...limits,
    },
  },
  {
    // Built pages behind a real server, watched by a real Chromium from Node.
    test: {
      name: "pages",
      setupFiles,
      include: pages,
      globalSetup: [chromium],
      isolate: false,
      ...limits,
    },
  },
  drawn("scenes", ["test/browser/scenes/**/*.test.ts"]),
];

const full = [
  {
    test: {
      name: "full",
      setupFiles,
      include: [...long, ...sampled],
      exclude: longScenes,
      globalSetup: [postgres, chromium],
      isolate: false,
      ...limits,
      testTimeout: 900_000,
      hookTimeout: 900_000,
    },
  },
  {
    test: {
      name: "full engines",
      setupFiles,
      include: onEngines,
      exclude: sampled,
      globalSetup: [postgres],
      env: memoryFolder(),
      isolate: false,
      ...limits,
    },
  },
  drawn("full scenes", longScenes),
];

export default defineConfig({
  test: {
    // Two cores are what a small machine has, and half of the tests wait for processes and sockets.
    maxWorkers: 4,
    // What a test writes on the console is shown only where it fails.
    silent: "passed-only",
    onConsoleLog: (text) => !text.includes("Lit is in dev mode"),
    projects: isFull ? full : projects,
  },
});
