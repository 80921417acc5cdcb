import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { build } from "vite";
import type { Plugin, Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";
import { leanImports } from "./lean-imports.ts";
import { leanStyles } from "./lean-styles.ts";

/** The addresses that never change: compatible, and the newest. The page of the lobby names the first. */
const STABLE = ["v1/game-lobby.js", "game-lobby.js"] as const;
const PAGE = "lobby/index.html";

/** A lobby loads the element of whole tables as any page does, by an address beside its own chunks. */
const wholeTables: Plugin = {
  name: "tableside:whole-tables",
  enforce: "pre",
  resolveId: (id) =>
    id.endsWith("/game-table.ts")
      ? { id: "../game-table-element.js", external: "relative" }
      : undefined,
};

/**
 * Builds the element of the lobby apart from that of tables. They share modules, but a chunk of what they
 * share would make every table heavier by two of its kilobytes, for a lobby that few of them have.
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
      // The page need not go the long way.
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
