import { copyFile, cp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "vite";

/** The program's path in the package, at the same depth relative to dist/ as its source. */
const PROGRAM = "server/cli/tableside-sandbox.js";

/** The docs' tests in each language, with the files that they import. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  node: [
    "src/snippets/payouts/failure.test.mjs",
    "src/snippets/payouts/operator.mjs",
    "src/snippets/payouts/page.test.mjs",
    "src/snippets/payouts/payouts.mjs",
    "src/snippets/payouts/sandbox.mjs",
    "src/snippets/payouts/take-bet.mjs",
    "src/snippets/payouts/tie.test.mjs",
    "src/snippets/payouts/vitest.config.mjs",
    "src/snippets/payouts/webhooks.test.mjs",
  ],
  python: ["src/snippets/payouts/test_tie.py", "public/v1/settle.py"],
  php: ["src/snippets/payouts/TieTest.php", "public/v1/settle.php"],
};

/**
 * Builds the package of the sandbox into an empty folder: its server without dependencies, because Node does not run
 * TypeScript from node_modules, and the built pages.
 */
export async function buildSandbox(root: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      outDir: join(folder, "server", "cli"),
      emptyOutDir: true,
      copyPublicDir: false,
      minify: true,
      ssr: join(root, "server", "cli", "sandbox-bin.ts"),
      rolldownOptions: {
        external: ["pg-native"],
        output: { entryFileNames: basename(PROGRAM), chunkFileNames: "[name].[hash].js" },
      },
    },
  });
  const program = join(folder, PROGRAM);
  await writeFile(program, `#!/usr/bin/env node\n${await readFile(program, "utf8")}`);
  await cp(join(root, "dist"), join(folder, "dist"), {
    recursive: true,
    // Skips packages, and the stamp files of the build.
    filter: (path) => !/^\.|\.tgz$/.test(basename(path)),
  });
  const { version, license } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  ) as Readonly<Record<string, string>>;
  const about = {
    name: "tableside-sandbox",
    version,
    description: "A Tableside service whose outcomes and clock your tests decide.",
    license,
    type: "module",
    engines: { node: ">=24" },
    bin: { "tableside-sandbox": PROGRAM },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  for (const [language, files] of Object.entries(EXAMPLES)) {
    for (const file of files) {
      await cp(join(root, file), join(folder, "example", language, basename(file)));
    }
  }
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
}
