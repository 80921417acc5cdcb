import type { Plugin, Rolldown } from "vite";

/** The oldest browsers that the docs promise (`src/content/docs/embed.md`), by their names in Vite. */
export const BROWSERS = ["chrome120", "edge120", "firefox124", "safari17.4"];

/**
 * Shared code is in few chunks, because every request costs some milliseconds. Code that a single chunk uses stays in
 * that chunk, except the drawing of card tables.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: "start",
    test: /\/(stage\/gpu|embed\/offered-port|wire\/(sites|frame-port))\.ts$|preload-helper/,
  },
  // Code that panels share and a table does not need to start.
  {
    name: "panels",
    test: /\/(@lit\/reactive-element\/decorators\/(state|query|base)|i18n\/(part-words|en\/parts))\b/,
  },
  // What the element needs to start; scenes and renderers are loaded with import().
  { name: "element", tags: ["$initial"] },
  // Bets on the felt, for pages that set bets.
  { name: "bets-on-felt", test: /\/stage\/(bets|table\/table-bets)\b/ },
  { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
  // Card tables share their drawing code, which a race does not load.
  { name: "cards", test: /\/stage\/(table\/(?!table-sounds)|squeeze)/, minShareCount: 1 },
  { name: "scenery", test: /\/components\/stage\// },
];

/** Names a chunk after its folder if its file name occurs in several folders. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, folder] = /\/([\w-]+)\/(?:scene|table)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return `_astro/${folder ?? "[name]"}.[hash].js`;
}

/** Build settings for browser scripts, as a plugin, because Astro's own settings override those of the config. */
export const browserBuild: Plugin = {
  name: "tableside:browser-build",
  config: () => ({
    // The preload helper requests chunks at `/`, which on an operator's page is the operator's own origin.
    build: { modulePreload: false, cssTarget: BROWSERS },
    environments: {
      client: {
        build: {
          target: BROWSERS,
          rolldownOptions: {
            preserveEntrySignatures: "allow-extension",
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: groups.map((group) => ({ minShareCount: 2, ...group })),
              },
              chunkFileNames: chunkName,
            },
          },
        },
      },
    },
  }),
};
