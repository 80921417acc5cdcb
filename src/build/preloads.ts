import { readdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import type { Plugin, Rolldown } from "vite";

const chunks = new Map<string, Rolldown.OutputChunk>();

const rememberChunks: Plugin = {
  name: "tableside:remember-chunks",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") {
        chunks.set(file.fileName, file);
      }
    }
  },
};

/**
 * Lists the chunks that a table needs in the head of its embed page, so that `embed-start.ts` can request them all
 * after the first paint, instead of one after the other. The chunks of the two renderers are listed separately,
 * because only the browser knows which one it needs.
 */
export const preloads: AstroIntegration = {
  name: "tableside:preloads",
  hooks: {
    "astro:config:setup"({ updateConfig }) {
      updateConfig({ vite: { plugins: [rememberChunks] } });
    },
    async "astro:build:done"({ dir }) {
      const pages = new URL("embed/", dir);
      for (const slug of await readdir(pages)) {
        const page = new URL(`${slug}/index.html`, pages);
        const html = await readFile(page, "utf8");
        const [, entry = ""] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? [];
        const first = withImports(entry);
        const modules = [
          "/components/embed-page.ts",
          "/components/stage/pixi/surface.ts",
          `/components/scenes/${slug}/scene.ts`,
        ].flatMap((module) => [...loadedFor(module)]);
        const after = (renderer: "webgl" | "canvas") =>
          [...loadedFor(`/components/stage/pixi/renderer-${renderer}.ts`)].filter(
            (name) => !modules.includes(name),
          );
        const meta = (name: string, chunkNames: readonly string[]): string => {
          const paths = new Set(
            chunkNames.filter((chunk) => !first.has(chunk)).map((chunk) => `/${chunk}`),
          );
          return `<meta name="${name}" content="${[...paths].join(" ")}">`;
        };
        const head = [
          ...[...first].slice(1).map((name) => `<link rel="modulepreload" href="/${name}">`),
          meta("modules", modules),
          meta("modules-webgl", after("webgl")),
          meta("modules-canvas", after("canvas")),
        ];
        await writeFile(page, html.replace("</head>", `${head.join("")}</head>`));
      }
    },
  },
};

function withImports(fileName: string, found = new Set<string>()): Set<string> {
  if (!found.has(fileName)) {
    found.add(fileName);
    for (const imported of chunks.get(fileName)?.imports ?? []) {
      withImports(imported, found);
    }
  }
  return found;
}

/** The chunk that contains a module, with the chunks that it imports. */
function loadedFor(module: string): Set<string> {
  for (const { fileName, facadeModuleId } of chunks.values()) {
    if (facadeModuleId?.endsWith(module)) {
      return withImports(fileName);
    }
  }
  throw new Error(`No chunk was built for ${module}.`);
}
