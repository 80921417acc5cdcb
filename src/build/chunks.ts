import type { Plugin, Rolldown } from "vite";

/**
 * Few chunks, since each is a request of its own, and every request costs some milliseconds: the little
 * that the first script of a page needs, what the renderers share of Pixi, what the scenes share, and
 * the element. What only one of them uses stays with that one, but for what paints.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: "start",
    test: /\/(stage\/gpu|embed\/offered-port|access\/sites|src\/frame-port)\.ts$|preload-helper/,
  },
  // What the element cannot start without; scenes and renderers come by import().
  { name: "element", tags: ["$initial"] },
  { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
  // What card tables draw with, so that no other table loads it. Where cards lie and how they move weighs
  // little, and is part of the scenery: otherwise a card game would be too heavy as a second one.
  { name: "cards", test: /\/stage\/cards\/(?!bet-arc|dealing|squeeze)/, minShareCount: 1 },
  // What paints for all tables, and the `paint/` folder of a scene: of a second game only its own scene is
  // to be fetched, and a scene that is heavy leaves its painting here to keep to its weight.
  { name: "paint", test: /\/components\/(stage|scenes\/[^/]+)\/paint\//, minShareCount: 1 },
  { name: "scenery", test: /\/components\/(stage|scenes)\// },
];

/** A chunk is named for the folder of a file whose name stands in several folders. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, folder] = /\/([\w-]+)\/(?:scene|table|element)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  return `_astro/${folder ?? "[name]"}.[hash].js`;
}

/** How scripts are built for browsers. As a plugin, since Astro's own settings go before the config's. */
export const browserBuild: Plugin = {
  name: "tableside:browser-build",
  config: () => ({
    // Its helper asks for chunks at `/`, which on a foreign page is the operator's own origin.
    build: { modulePreload: false },
    environments: {
      client: {
        build: {
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
