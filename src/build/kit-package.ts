import { readFileSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { cli } from "@custom-elements-manifest/analyzer/cli.js";
import ts from "typescript";
import { build } from "vite";
import { guardedLoops } from "./guarded-loops.ts";
import { leanPixi, leanStyles } from "./lean-scripts.ts";
import { scriptTexts } from "./script-texts.ts";

const IMPORT = /((?:from|import\(|import)\s*")(\.{1,2}\/[^"]+?)(?:\.d)?\.ts"/g;

/**
 * The declarations of modules and of everything they import, by path, with imports adapted to the package.
 *
 * @throws Error if a module has type errors.
 */
function collectDeclarations(root: string, entries: readonly string[]): Map<string, string> {
  const emitted = emit(root, entries);
  const shipped = new Map<string, string>();
  const waiting = entries.map((entry) => entry.replace(/(\.d)?\.ts$/, ".d.ts"));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (shipped.has(path)) {
      continue;
    }
    // The compiler does not emit hand-written declaration files.
    const text = emitted.get(path) ?? readFileSync(join(root, path), "utf8");
    for (const [, , specifier = ""] of text.matchAll(IMPORT)) {
      waiting.push(`${join(dirname(path), specifier)}.d.ts`);
    }
    shipped.set(path, text.replace(IMPORT, '$1$2.js"'));
  }
  return shipped;
}

function emit(root: string, entries: readonly string[]): Map<string, string> {
  const file = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const roots = [...entries.map((entry) => join(root, entry)), join(root, ".astro/types.d.ts")];
  const host = ts.createCompilerHost(options);
  const emitted = new Map<string, string>();
  host.writeFile = (path, text) => emitted.set(relative(root, path), text);
  const program = ts.createProgram(
    roots.filter((path) => host.fileExists(path)),
    {
      ...options,
      // The types of tests are missing if only production dependencies are installed.
      types: [],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      rootDir: root,
      outDir: root,
    },
    host,
  );
  const { diagnostics } = program.emit();
  const [fault] = diagnostics;
  if (fault !== undefined) {
    throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
  }
  return emitted;
}

/*
 * Builds the package for integrators: ES modules without dependencies, their types, and the elements' manifest.
 */

/** Each package entry's source, by file name. */
const ENTRIES: Readonly<Record<string, string>> = {
  index: "components/kit/index.ts",
  element: "components/kit/element.ts",
  lobby: "components/kit/lobby.ts",
  client: "src/kit/client.ts",
  settle: "src/kit/settle.ts",
  verify: "src/kit/verify.ts",
  webhooks: "src/kit/webhooks.ts",
};

const TYPE_ENTRIES: Readonly<Record<string, string>> = {
  vue: "components/kit/vue.d.ts",
  svelte: "components/kit/svelte.d.ts",
};

/** Builds the package into a folder, which it empties first. */
export async function buildKit(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await buildModules(root, folder);
  const declarations = collectDeclarations(root, [
    ...Object.values(ENTRIES),
    ...Object.values(TYPE_ENTRIES),
  ]);
  for (const [path, text] of declarations) {
    await write(join(folder, "types", path), text);
  }
  for (const name of Object.keys(TYPE_ENTRIES)) {
    await write(join(folder, `${name}.js`), "export {};\n");
  }
  await write(join(folder, "custom-elements.json"), await makeManifest(root));
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
      lib: { entry: Object.fromEntries(input), formats: ["es"] },
      rolldownOptions: {
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name].[hash].js",
          // Node prints the class names of errors.
          minify: {
            compress: { keepNames: { class: true, function: false } },
            mangle: { keepNames: { class: true, function: false } },
          },
        },
      },
    },
  });
}

/** The package entry that registers each element, by the element's source. */
const ELEMENTS: Readonly<Record<string, string>> = {
  "components/game-table.ts": "element.js",
  "components/game-lobby.ts": "lobby.js",
};

async function makeManifest(root: string): Promise<string> {
  const globs = Object.keys(ELEMENTS).flatMap((source) => ["--globs", source]);
  const argv = ["analyze", "--litelement", "--quiet", ...globs];
  const manifest = await cli({ argv, cwd: root, noWrite: true });
  return Object.entries(ELEMENTS).reduce(
    // The files have other names in the package.
    (text, [source, entry]) => text.replaceAll(source, entry),
    `${JSON.stringify(manifest, null, 2)}\n`,
  );
}

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
      engines: { node: ">=20.3" },
      // Elements register themselves, in separate chunks.
      sideEffects: ["./element.js", "./lobby.js", "./chunks/*.js"],
      exports: {
        ...exports,
        ...Object.fromEntries(files.map((file) => [`./${file}`, `./${file}`])),
      },
      customElements: "custom-elements.json",
    },
    null,
    2,
  )}\n`;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
