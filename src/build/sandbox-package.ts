import { copyFile, cp, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { build } from "vite";

/** The program's path in the package, at the same depth relative to dist/ as its source. */
const PROGRAM = "server/cli/tableside-sandbox.js";

const PAYOUTS = "src/snippets/payouts";
/** The folder of each language's payout files and their tests, by extension. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ".mjs": "node",
  ".py": "python",
  ".php": "php",
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
    description: "A Tableside service whose outcomes and clock your tests control.",
    license,
    type: "module",
    engines: { node: ">=24" },
    bin: { "tableside-sandbox": PROGRAM },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  const settlements = ["public/v1/settle.py", "public/v1/settle.php"];
  const payouts = await readdir(join(root, PAYOUTS));
  for (const file of [...payouts.map((name) => join(PAYOUTS, name)), ...settlements]) {
    const language = EXAMPLES[extname(file)];
    if (language !== undefined) {
      await cp(join(root, file), join(folder, "example", language, basename(file)));
    }
  }
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
}
