import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cli } from "@custom-elements-manifest/analyzer/cli.js";
import { build } from "vite";
import { declarationsOf } from "./declarations.ts";
import { guardedLoops } from "./guarded-loops.ts";
import { leanPixi } from "./lean-pixi.ts";
import { leanStyles } from "./lean-styles.ts";
import { scriptTexts } from "./script-texts.ts";

/*
 * Builds the package for integrators: ES modules that need nothing else, their types, and the
 * element's manifest.
 */

/** The entries of the package by the names of their files: where each comes from. */
const ENTRIES: Readonly<Record<string, string>> = {
  index: "components/kit/index.ts",
  element: "components/kit/element.ts",
  lobby: "components/kit/lobby.ts",
  react: "components/kit/react.ts",
  client: "src/kit/client.ts",
  settle: "src/kit/settle.ts",
  verify: "src/kit/verify.ts",
  webhooks: "src/kit/webhooks.ts",
};

/** Entries of types alone. */
const TYPE_ENTRIES: Readonly<Record<string, string>> = {
  vue: "components/kit/vue.d.ts",
  svelte: "components/kit/svelte.d.ts",
};

/** Builds the package of this repository into an empty folder. */
export async function buildKit(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await buildModules(root, folder);
  // A server renders it, and leaves its effects to the browser. The bundler drops directives.
  await prefix(join(folder, "react.js"), '"use client";\n');
  const declarations = declarationsOf(root, [
    ...Object.values(ENTRIES),
    ...Object.values(TYPE_ENTRIES),
  ]);
  for (const [path, text] of declarations) {
    await write(join(folder, "types", path), text);
  }
  for (const name of Object.keys(TYPE_ENTRIES)) {
    await write(join(folder, `${name}.js`), "export {};\n");
  }
  await write(join(folder, "custom-elements.json"), await manifestOf(root));
  await write(join(folder, "package.json"), await packageJson(root));
  await copyFile(join(root, "public", "openapi.json"), join(folder, "openapi.json"));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  await copyFile(join(root, "src", "build", "kit-readme.md"), join(folder, "README.md"));
}

async function buildModules(root: string, folder: string): Promise<void> {
  const input = Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)] as const);
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [leanPixi, leanStyles, scriptTexts, guardedLoops],
    build: {
      outDir: folder,
      copyPublicDir: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      minify: true,
      lib: { entry: Object.fromEntries(input), formats: ["es"] },
      rolldownOptions: {
        external: ["react"],
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].[hash].js" },
      },
    },
  });
}

/** The sources of the elements, and the entry of the package that registers each. */
const ELEMENTS: Readonly<Record<string, string>> = {
  "components/game-table.ts": "element.js",
  "components/game-lobby.ts": "lobby.js",
};

/** The custom elements manifest, as the analyzer reads it out of the elements' sources. */
async function manifestOf(root: string): Promise<string> {
  const globs = Object.keys(ELEMENTS).flatMap((source) => ["--globs", source]);
  const argv = ["analyze", "--litelement", "--quiet", ...globs];
  const manifest = await cli({ argv, cwd: root, noWrite: true });
  return Object.entries(ELEMENTS).reduce(
    // The package holds an element under another name.
    (text, [source, entry]) => text.replaceAll(source, entry),
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
}

/** The package's own package.json. */
async function packageJson(root: string): Promise<string> {
  const { version, license, description } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  ) as Readonly<Record<string, string>>;
  const exports = Object.fromEntries(
    Object.entries({ ...ENTRIES, ...TYPE_ENTRIES }).map(([name, source]) => [
      name === "index" ? "." : `./${name}`,
      {
        types: `./types/${source.replace(/(\.d)?\.ts$/, ".d.ts")}`,
        default: `./${name}.js`,
      },
    ]),
  );
  const files = ["custom-elements.json", "openapi.json", "package.json"];
  return `${JSON.stringify(
    {
      name: "tableside",
      version,
      description,
      license,
      type: "module",
      // The elements register themselves, in chunks of their own.
      sideEffects: ["./element.js", "./lobby.js", "./chunks/*.js"],
      exports: {
        ...exports,
        ...Object.fromEntries(files.map((file) => [`./${file}`, `./${file}`])),
      },
      customElements: "custom-elements.json",
      peerDependencies: { react: ">=18" },
      peerDependenciesMeta: { react: { optional: true } },
    },
    null,
    2,
  )}\n`;
}

async function prefix(file: string, text: string): Promise<void> {
  await writeFile(file, text + (await readFile(file, "utf8")));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
