import type { Plugin, Rolldown } from "vite";

/** The oldest browsers that the docs promise (`src/content/docs/embed.md`), by their names in Vite. */
export const BROWSERS = ["chrome120", "edge120", "firefox124", "safari17.4"];

/**
 * Chunks of shared code: few, because every request costs some milliseconds. Code with one user stays with that user,
 * except what draws card tables.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: "start",
    test: /\/(stage\/gpu|embed\/offered-port|wire\/(sites|frame-port))\.ts$|preload-helper/,
  },
  // What panels share, and a table does not need to start.
  {
    name: "panels",
    test: /\/(@lit\/reactive-element\/decorators\/(state|query|base)|i18n\/(en\/)?parts)\b/,
  },
  // What the element needs to start; scenes and renderers are loaded with import().
  { name: "element", tags: ["$initial"] },
  // Bets on the felt, for pages that set bets.
  { name: "bets-on-felt", test: /\/stage\/(bets|table\/bets)\b/ },
  { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
  // The drawing of card tables, so that a race does not load it and two card tables share it.
  { name: "cards", test: /\/stage\/(table\/(?!sounds)|squeeze)/, minShareCount: 1 },
  { name: "scenery", test: /\/components\/stage\// },
];

/** Names a chunk after its folder if its file's name occurs in several folders. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, folder] = /\/([\w-]+)\/(?:scene|table|element)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return `_astro/${folder ?? "[name]"}.[hash].js`;
}

/** Build settings for browser scripts. They are a plugin, because Astro's own settings override the config's. */
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
