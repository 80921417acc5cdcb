import type { Plugin, Rolldown } from "vite";

/** The oldest browsers that the docs promise (`src/content/docs/embed.md`), as Vite names them. */
export const BROWSERS = ["chrome120", "edge120", "firefox124", "safari17.4"];

/**
 * Few chunks, since each is a request of its own, and every request costs some milliseconds: the little
 * that the first script of a page needs, what the renderers share of Pixi, what the scenes share, and
 * the element. What only one of them uses stays with that one, but for what paints.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: "start",
    test: /\/(stage\/gpu|embed\/offered-port|wire\/(sites|frame-port))\.ts$|preload-helper/,
  },
  // What pages share that no table needs to start: what copies a text, and what its panels have in common.
  { name: "copy", test: /\/components\/site\/copy\.ts/ },
  {
    name: "panels",
    test: /\/(@lit\/reactive-element\/decorators\/(state|query|base)|i18n\/(en\/)?parts)\b/,
  },
  // What the element cannot start without; scenes and renderers come by import().
  { name: "element", tags: ["$initial"] },
  // Bets on the felt, for pages that tell a table of them.
  { name: "bets-on-felt", test: /\/stage\/(bets|table\/bets)\b/ },
  { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
  // What card tables are drawn with, so that a race does not load it, and a second table of cards only its own scene.
  { name: "cards", test: /\/stage\/(table\/(?!sounds)|squeeze)/, minShareCount: 1 },
  { name: "scenery", test: /\/components\/stage\// },
];

/** A chunk of a file whose name occurs in several folders is named for its folder. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, folder] = /\/([\w-]+)\/(?:scene|table|element)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return `_astro/${folder ?? "[name]"}.[hash].js`;
}

/** How scripts are built for browsers. As a plugin, since Astro's own settings go before the config's. */
export const browserBuild: Plugin = {
  name: "tableside:browser-build",
  config: () => ({
    // Its helper asks for chunks at `/`, which on a foreign page is the operator's own origin.
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
