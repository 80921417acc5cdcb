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
  { name: "copy", test: /\/components\/site\/copy\// },
  { name: "panels", test: /\/@lit\/reactive-element\/decorators\/(state|query|base)\b/ },
  // What the element cannot start without; scenes and renderers come by import().
  { name: "element", tags: ["$initial"] },
  // What all tables are given once they are seen: what goes on while bets are taken, and what some results have. Where
  // balls touch is drawn and heard: sound, which is of all tables, is not to fetch the rest of a race's show for it.
  {
    name: "extras",
    test: /\/stage\/(both-extras|idle\/|rare\/(embers|comet)|bets\/(payment|pile|place|times)|cards\/paint\/chip)|\/bigsixball\/touch/,
  },
  // What card tables are given once they are seen: the camera, what it shows in close-up, hands, and what they pay.
  {
    name: "show",
    test: /\/scenes\/\w+\/(chip-ways|stakes)|\/stage\/(peel|cards\/(hands\/|camera|filming|framing|idle|shoe-change|rail-heat|afterglow|triumph|payout|tray|chip-way|stakes|paint\/(close-up-light|tray))|pixi\/(close-up|squeezed-card|paper-light|blurred))/,
    minShareCount: 1,
  },
  // The hands that take lost bets, with those.
  { name: "lost-bets", test: /\/stage\/cards\/lost-bets/, minShareCount: 1 },
  // Bets on the cloth, for pages that tell a table of them.
  { name: "bets-on-cloth", test: /\/stage\/(bets\/|cards\/(bet|win)-places)/ },
  { name: "pixi", test: /\/(node_modules\/(pixi\.js|@pixi|eventemitter3)|stage\/pixi)\// },
  // What card tables draw with, so that no other table loads it. Where cards lie and most of how they move weighs
  // little, and is part of the scenery: otherwise a card game would be too heavy as a second one.
  {
    name: "cards",
    test: /\/stage\/cards\/(?!bet-arc|dealing|squeeze|sweeps|swept-spots|depths|streak-shown|shoe-times|rare-sounds|paint\/measures)|\/dragontiger\/(duel|layout)|\/baccarat\/(sweeping|turns)/,
    minShareCount: 1,
  },
  // What a race is given once it is seen: the detail of its course, the arena around it, its replay.
  {
    name: "race-show",
    test: /\/scenes\/bigsixball\/(paint\/(arena|channel|chequered|cheer|detail|foil|line-level|marshal|stadium|start-lamps|sweep|turf)|crossing|fans|leader-tag|marshal|parade|race-form|replay|rarity|sparks|trails|extras)/,
    minShareCount: 1,
  },
  // What paints for all tables, and the `paint/` folder of a scene: of a second game only its own scene is
  // to be fetched, and a scene that is heavy leaves as much of its painting here as keeps it to its weight.
  {
    name: "paint",
    test: /\/(components\/(stage|scenes\/[^/]+)\/paint(?!\/(podium|foil|plate|line-level|marshal|medal))|src\/(round\/whim|look\/(pips|suits)))\b/,
    minShareCount: 1,
  },
  // What the race shares with its own extras, so that no other table loads it. Most of how balls run is part of the
  // scenery: otherwise the race would be too heavy as a second game.
  {
    name: "race",
    test: /\/scenes\/bigsixball\/(?!path|courses|field|times|race(-list|-seen|-story)\.ts)|\/bigsixball\/race-kind/,
  },
  { name: "scenery", test: /\/components\/(stage|scenes\/\w+)\// },
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
