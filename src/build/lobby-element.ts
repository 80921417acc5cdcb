import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { build } from "vite";
import type { Plugin, Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";
import { leanImports, leanStyles } from "./lean-scripts.ts";

/** The stable URLs: the compatible version, which the lobby page uses, and the newest. */
const STABLE = ["v1/game-lobby.js", "game-lobby.js"] as const;
const PAGE = "lobby/index.html";

/** Makes the lobby load the table element from its stable URL instead of bundling it. */
const wholeTables: Plugin = {
  name: "tableside:whole-tables",
  enforce: "pre",
  resolveId: (id) =>
    id.endsWith("/game-table.ts")
      ? { id: "../game-table-element.js", external: "relative" }
      : undefined,
};

/**
 * Builds the lobby element separately from the table element. A shared chunk would add two kilobytes to every table,
 * although few pages have a lobby.
 */
export const lobbyElement: AstroIntegration = {
  name: "tableside:lobby-element",
  hooks: {
    async "astro:build:done"({ dir }) {
      const output = await lobbyInChunks();
      await mkdir(new URL("v1/", dir), { recursive: true });
      for (const { fileName, code } of output) {
        await writeFile(new URL(fileName, dir), code);
      }
      const entry = output.find(({ isEntry }) => isEntry)?.fileName;
      for (const name of STABLE) {
        const up = name.includes("/") ? "../" : "./";
        await writeFile(
          new URL(name, dir),
          `if ("HTMLElement" in globalThis) await import("${up}${entry}");\nexport {};\n`,
        );
      }
      // The lobby page loads the hashed file directly.
      const page = new URL(PAGE, dir);
      const html = await readFile(page, "utf8");
      await writeFile(page, html.replace(STABLE[0], String(entry)));
    },
  },
};

async function lobbyInChunks(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [wholeTables, leanImports, leanStyles, guardedLoops],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: "components/game-lobby.ts",
        preserveEntrySignatures: "exports-only",
        output: {
          format: "es",
          entryFileNames: "_astro/lobby.[hash].js",
          chunkFileNames: "_astro/lobby-[name].[hash].js",
        },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === "chunk");
}
